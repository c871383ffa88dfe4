"""The screen on which a match is looked at again: what every move was worth, and why."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Static

from gridlock.records import Ending, Record
from gridlock.review import Mistake, Review, fill
from gridlock.review.values import values_of
from gridlock.rules import other
from gridlock.saves import specs_of
from gridlock.search import Limits
from gridlock.telling.values import value_text
from gridlock.tui.analysis import move_labels
from gridlock.tui.board_screen import BoardScreen
from gridlock.tui.graph import draw_graph
from gridlock.tui.palette import LOSS, WIN
from gridlock.tui.plan import HUMAN, against
from gridlock.tui.scene import Label, Scene, scene_of
from gridlock.tui.searching import searched
from gridlock.tui.wording import match_text, moves_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

__all__ = ["ReviewScreen"]

_SECONDS = 60.0
_PAIR_NAMES = "abcdefghijklmnopqrstuvwxyz" * 2


class ReviewScreen(BoardScreen):
    """A record with its review, which grows while the solver works."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,k", "step(-1)", "Back", key_display="←"),
        Binding("right,l,j,space,enter", "step(1)", "On", key_display="→"),
        Binding("home", "go_to(0)", "Start", show=False),
        Binding("end", "go_to(9999)", "End", show=False),
        Binding("n", "mistake(1)", "Next mistake"),
        Binding("p", "mistake(-1)", "Previous"),
        Binding("w", "why", "Why"),
        Binding("t", "try_again", "Try again from here"),
        Binding("escape,q", "dismiss(None)", "Leave", key_display="q"),
    ]

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions = tuple(record.positions())
        self.found = Review(record)
        self.at = len(record.moves)
        """How many moves have been made in the position that is shown."""
        self.why = True
        """Whether the reasons are marked on the board."""
        self._cancelled = threading.Event()
        self._timer: Timer | None = None
        super().__init__(self._scene(), cursor=False)

    def compose_panel(self) -> ComposeResult:
        title = match_text(self.record.game, self.record.players, len(self.record.moves))
        yield Static(title, id="title", markup=False)
        yield Static(id="graph", markup=False)
        with VerticalScroll(id="moves-pane", can_focus=False):
            yield Static(id="status", markup=False)
            yield Static(id="mistakes", markup=False)
            yield Static(id="moves", markup=False)

    def on_mount(self) -> None:
        self._timer = self.set_interval(0.25, self._refresh)
        self._review()
        self._refresh()

    def on_unmount(self) -> None:
        self._cancelled.set()

    @work(exclusive=True)
    async def _review(self) -> None:
        limits = Limits(seconds=_SECONDS, cancelled=self._cancelled)
        await searched(self.app, fill, self.found, limits)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.found.mistakes and self.at == len(self.record.moves):
            self.go_to(self.found.mistakes[0].number)
        self._refresh()

    # What is shown ------------------------------------------------------------------------------

    @property
    def mistake(self) -> Mistake | None:
        """The mistake that the move shown last was, if it was one."""
        return next((m for m in self.found.mistakes if self._place(m) == self.at), None)

    def _place(self, mistake: Mistake) -> int:
        """How many moves have been made when a mistake is shown."""
        return min(mistake.number, len(self.record.moves))

    def _scene(self) -> Scene:
        scene = scene_of(self.positions[: self.at + 1], self.record.moves[: self.at])
        mistake = self.mistake
        if mistake is not None and self.why:
            return replace(scene, labels=_reason_labels(mistake))
        judged = {judged.number: judged for judged in self.found.judged}.get(self.at + 1)
        if judged is None or not self.why:
            return scene
        return replace(scene, labels=move_labels(judged.options, judged.before, ()))

    def _refresh(self) -> None:
        self.board.show(self._scene())
        width = self.query_one("#graph").content_size.width
        self.write("#graph", draw_graph(self.found, self.at, width))
        self.write("#status", self._status())
        self.write("#mistakes", self._mistakes())
        self.write("#moves", moves_text(self.record.moves, self.positions, self.at))
        self.offer_keys()

    def _status(self) -> str:
        value = values_of(self.found)[self.at]
        thinking = " ◌ thinking..." if self._timer is not None else ""
        if value is None:
            known = "Not known" + (thinking or " in time.")
        else:
            known = value_text(value.winner, value.moves) + thinking
        played = f"Move {self.at}: {self.record.moves[self.at - 1]}. " if self.at else "The start. "
        return played + known

    def _mistakes(self) -> Text:
        """The mistake that is shown in full, or all of them in a line each."""
        text = Text()
        shown = self.mistake
        if shown is not None:
            text.append(f"{shown.text}\n")
            again = "; t lets you try again" if self._can_try_again() else ""
            text.append(f"w hides the reasons on the board{again}.\n", "italic")
        elif self.found.mistakes:
            text.append("These gave the win away:\n")
            for mistake in self.found.mistakes:
                text.append(f"! {mistake.text.splitlines()[0]}\n", LOSS)
        elif self.found.complete:
            text.append("No move gave a win away.")
        elif self._timer is None:
            text.append("Time ran out before everything was reviewed.")
        return text

    # Keys ---------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "mistake":
            return bool(self.found.mistakes)
        if action == "try_again":
            return self._can_try_again()
        return True

    def _can_try_again(self) -> bool:
        """Whether there is something to play from here: a bot that has failed cannot be bettered."""
        if self.mistake is None:
            return bool(self.positions[self.at].legal)
        return not (self._forfeited and self.mistake.given_up)

    @property
    def _forfeited(self) -> bool:
        """Whether the match ended with a bot's failure: people never forfeit."""
        return self.record.ending == Ending.FORFEIT

    def go_to(self, at: int) -> None:
        """Show the position after so many moves."""
        self.at = max(0, min(at, len(self.record.moves)))
        self._refresh()

    def action_go_to(self, at: int) -> None:
        """Show the position after so many moves."""
        self.go_to(at)

    def action_step(self, step: int) -> None:
        """Go on or back by a move."""
        self.go_to(self.at + step)

    def action_mistake(self, step: int) -> None:
        """Go to the next mistake, or to the one before."""
        places = [self._place(mistake) for mistake in self.found.mistakes]
        ahead = [place for place in places if (place - self.at) * step > 0]
        if ahead:
            self.go_to(min(ahead) if step > 0 else max(ahead))

    def action_why(self) -> None:
        """Mark reasons and values on the board, or no longer."""
        self.why = not self.why
        self._refresh()

    def action_try_again(self) -> None:
        """Play on from before the mistake, or from the position shown, with the answer hidden."""
        mistake = self.mistake
        start = mistake.before if mistake else self.positions[self.at]
        if start.legal:
            self.app.start(against(self._opponent(start.turn), start.game, start.turn, start))

    def _opponent(self, seat: int) -> str:
        """Who plays against a person in this seat: a bot of the match, unless it has failed."""
        specs = dict(enumerate(specs_of(self.record), start=1))
        if self._forfeited and self.record.winner is not None:
            specs[other(self.record.winner)] = "perfect"
        bots = [spec for spec in (specs[other(seat)], *specs.values(), "perfect") if spec != HUMAN]
        return bots[0]


def _reason_labels(mistake: Mistake) -> dict[int, Label]:
    """The better move, and the cells and pairs that the reasons are about."""
    before, better = mistake.before, mistake.better
    parts = before.game.parts(before, better) if before.legal >> better & 1 else ()
    labels: dict[int, Label] = {}
    for reason in mistake.reasons:
        labels |= {cell: Label("*", LOSS) for cell in reason.cells}
        for name, pair in zip(_PAIR_NAMES, reason.pairs, strict=False):
            labels |= {cell: Label(name, WIN) for cell in pair}
    return labels | {cell: Label("◆", WIN) for cell in parts}
