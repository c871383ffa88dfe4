"""The screen on which a match is looked at again: what every move was worth, and why."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from gridlock.records import Ending, Record
from gridlock.review import Mistake, Review, Slip, fill
from gridlock.rules import other
from gridlock.saves import specs_of
from gridlock.search import Limits
from gridlock.text.lines import paragraph
from gridlock.text.reviews import lesson_lines, lost_lines
from gridlock.text.values import value_text
from gridlock.tui.analysis import move_labels
from gridlock.tui.background import run_search
from gridlock.tui.graph import draw_graph
from gridlock.tui.line_screen import Line, LineScreen, line_after_mistake, line_from_start
from gridlock.tui.palette import LOSS
from gridlock.tui.plan import HUMAN, against
from gridlock.tui.scene import Marks, Scene, better_marks, reason_marks, scene_of
from gridlock.tui.step_screen import StepScreen, TextPane
from gridlock.tui.wording import match_text, moves_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_SECONDS = 60.0
_VALUES = "▲W5 wins in 5 moves, ▼L4 loses in 4"


class ReviewScreen(StepScreen):
    """A record with its review, which grows while the solver works."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "line", "The line", key_display="⏎"),
        Binding("n", "mistake(1)", "Key moves", key_display="n/p"),
        Binding("p", "mistake(-1)", "Previous", show=False),
        Binding("w", "why", "Marks"),
        Binding("t", "try_again", "Try again"),
        Binding("escape,q", "dismiss(None)", "Leave", key_display="q"),
    ]

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions = tuple(record.positions())
        self.found = Review(record)
        self.at = len(record.moves)
        self.why = True
        """Whether reasons and values are marked on the board."""
        self._cancelled = threading.Event()
        self._timer: Timer | None = None
        super().__init__(self._scene(), self.at)

    def compose_panel(self) -> ComposeResult:
        title = match_text(self.record.game, self.record.players, len(self.record.moves))
        yield Static(title, id="title", markup=False)
        with TextPane():
            yield Static(id="graph", markup=False)
            yield Static(id="status", markup=False)
            yield Static(id="legend", markup=False)
            yield Static(id="mistakes", markup=False)
            yield Static(id="moves", markup=False)

    def fit(self) -> None:
        """Below a board there is little room: there the picture comes last."""
        super().fit()
        pane, graph = self.query_one(TextPane), self.query_one("#graph")
        if self.has_class("below"):
            pane.move_child(graph, after=self.query_one("#moves"))
        else:
            pane.move_child(graph, before=self.query_one("#status"))

    def on_mount(self) -> None:
        self._timer = self.set_interval(0.25, self.refresh_all)
        self._review()
        self.refresh_all()

    def on_unmount(self) -> None:
        self._cancelled.set()

    @work(exclusive=True)
    async def _review(self) -> None:
        limits = Limits(seconds=_SECONDS, cancelled=self._cancelled)
        await self.app.preparation.ready(self.record.game)
        await run_search(self.app, fill, self.found, limits)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.found.mistakes and self.at == len(self.record.moves):
            self.go_to(self.found.mistakes[0].number)
        self.refresh_all()

    # What is shown ------------------------------------------------------------------------------

    @property
    def mistake(self) -> Mistake | None:
        """The mistake that the move shown last was, if it was one."""
        return next((m for m in self.found.mistakes if self._place(m) == self.at), None)

    @property
    def slip(self) -> Slip | None:
        """The slip that the move shown last was, if it was one: a move of a seat that was lost anyway."""
        slips = self.found.lost.slips if self.found.lost is not None else []
        return next((slip for slip in slips if slip.number == self.at), None)

    def _key_moves(self) -> list[int]:
        """How many moves have been made where something is to be seen: a mistake, or else a slip."""
        if self.found.lost is not None:
            return [slip.number for slip in self.found.lost.slips]
        return [self._place(mistake) for mistake in self.found.mistakes]

    def _place(self, mistake: Mistake) -> int:
        """How many moves have been made when a mistake is shown."""
        return min(mistake.number, len(self.record.moves))

    @property
    def steps(self) -> int:
        return len(self.record.moves)

    def _scene(self) -> Scene:
        scene = scene_of(self.positions[: self.at + 1], self.record.moves[: self.at])
        return replace(scene, labels=self._marks.labels)

    @property
    def _marks(self) -> Marks:
        """What is marked on the board: the reasons of a mistake, else what every move is worth."""
        mistake, slip = self.mistake, self.slip
        judged = next((judged for judged in self.found.judged if judged.number == self.at + 1), None)
        if not self.why:
            return Marks({}, ())
        if mistake is not None:
            return better_marks(mistake.before, mistake.better).over(reason_marks(mistake.reasons, 0))
        if slip is not None:
            return better_marks(self.positions[self.at - 1], slip.better, wins=False)
        if judged is None:
            return Marks({}, ())
        return Marks(move_labels(judged.options, judged.before, ()), (_VALUES,))

    def refresh_all(self) -> None:
        self.board.show(self._scene())
        width = self.query_one("#graph").content_size.width
        self.write("#graph", draw_graph(self.found, self.at, width))
        self.write("#status", self._status())
        self.write("#mistakes", self._mistakes())
        self.write_legend(self._marks)
        self.write("#moves", moves_text(self.record.moves, self.positions, self.at))
        self.call_after_refresh(self.offer_keys)

    def _status(self) -> str:
        value = self.found.values[self.at]
        preparation, game = self.app.preparation, self.record.game
        thinking = " ◌ thinking..." if self._timer is not None else ""
        if not preparation.is_ready(game):
            known = preparation.sentence(game)
        elif value is None:
            known = "Not known" + (thinking or " in time.")
        else:
            known = value_text(value.winner, value.moves) + thinking
        played = f"Move {self.at}: {self.record.moves[self.at - 1]}. " if self.at else "The start. "
        return played + known

    def _mistakes(self) -> Text:
        """The mistake that is shown in full, or all of them in a line each; else the seat that was lost."""
        text = Text()
        shown = self.mistake
        if shown is not None:
            self._tell(text, [*shown.sentences, *lesson_lines(shown.reasons)])
        elif self.found.mistakes:
            text.append("These gave the win away:\n")
            for mistake in self.found.mistakes:
                text.append(f"! {mistake.sentences[0]}\n", LOSS)
        elif self.slip is not None:
            self._tell(text, [self.slip.text])
        elif self.found.lost is not None:
            self._tell(text, ["No move gave a win away.", *lost_lines(self.found)])
        elif self._timer is None:
            text.append("Time ran out before everything was reviewed.")
        return text

    def _tell(self, text: Text, sentences: list[str]) -> None:
        """Add sentences to a text, and what can be done about it."""
        text.append(paragraph(sentences, self.text_width))
        text.append(f"\n{self._keys_text()}\n", "italic")

    def _keys_text(self) -> str:
        """What can be done about it."""
        keys = ["Enter plays the line"] * (self._line() is not None)
        here = self.mistake is not None or self.slip is not None
        keys += ["t lets you try again"] * (here and self._can_try_again())
        return "; ".join(keys) + "." if keys else ""

    def _line(self) -> Line | None:
        """What can be played through here: how the mistake is punished, or how it goes from the start."""
        mistake, lost = self.mistake, self.found.lost
        if mistake is not None and mistake.line:
            return line_after_mistake(mistake, self.positions, self.record.moves)
        return line_from_start(lost) if lost is not None and lost.line else None

    # Keys ---------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "mistake":
            return bool(self._key_moves())
        if action == "line":
            return self._line() is not None
        if action == "try_again":
            return self._can_try_again()
        return super().check_action(action, parameters)

    def _can_try_again(self) -> bool:
        """Whether there is something to play from here: a bot that has failed cannot be bettered."""
        if self.mistake is None:
            return bool(self.positions[self.at].legal)
        return not (self._forfeited and self.mistake.given_up)

    @property
    def _forfeited(self) -> bool:
        """Whether the match ended with a bot's failure: people never forfeit."""
        return self.record.ending == Ending.FORFEIT

    def action_line(self) -> None:
        """Play through the line that shows how the other side wins."""
        line = self._line()
        if line is not None:
            self.app.push_screen(LineScreen(line))

    def action_mistake(self, step: int) -> None:
        """Go to the next mistake or slip, or to the one before."""
        ahead = [place for place in self._key_moves() if (place - self.at) * step > 0]
        if ahead:
            self.go_to(min(ahead) if step > 0 else max(ahead))

    def action_why(self) -> None:
        """Mark reasons and values on the board, or no longer."""
        self.why = not self.why
        self.refresh_all()

    def action_try_again(self) -> None:
        """Play on from before the mistake or slip, or from the position shown, with the answer hidden."""
        mistake = self.mistake
        start = mistake.before if mistake else self.positions[self.at - (self.slip is not None)]
        if start.legal:
            self.app.start(against(self._opponent(start.turn), start.game, start.turn, start))

    def _opponent(self, seat: int) -> str:
        """Who plays against a person in this seat: a bot of the match, unless it has failed."""
        specs = dict(enumerate(specs_of(self.record), start=1))
        if self._forfeited and self.record.winner is not None:
            specs[other(self.record.winner)] = "perfect"
        bots = [spec for spec in (specs[other(seat)], *specs.values(), "perfect") if spec != HUMAN]
        return bots[0]
