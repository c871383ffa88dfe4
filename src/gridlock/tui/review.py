"""The screen for reviewing a match: the value of every move, and why."""

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
from gridlock.review.refutation import show_win
from gridlock.rules import other
from gridlock.saves import specs_of
from gridlock.search import Limits
from gridlock.text.analysis import value_text
from gridlock.text.lines import paragraph
from gridlock.text.names import for_reader, reader_of
from gridlock.text.reviews import lesson_lines, lost_lines
from gridlock.tui.analysis import move_labels
from gridlock.tui.background import run_search
from gridlock.tui.graph import draw_graph
from gridlock.tui.line_screen import Line, LineScreen, line_after_mistake, line_from_start, line_of_better
from gridlock.tui.palette import LOSS
from gridlock.tui.plan import HUMAN, against
from gridlock.tui.scene import Marks, Scene, better_marks, reason_marks, scene_of
from gridlock.tui.step_screen import StepScreen, TextPane
from gridlock.tui.wording import match_text, moves_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_SECONDS = 60.0  # for the review
_WIN_SECONDS = 10.0  # for the reason why a better move wins
_VALUES = "▲W5 wins in 5 moves, ▼L4 loses in 4"


class ReviewScreen(StepScreen):
    """A record with its review, updated while the solver works."""

    app: GridlockApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "line", "Watch how", key_display="⏎"),
        Binding("n", "mistake(1)", "Key moves", key_display="n/p"),
        Binding("p", "mistake(-1)", "Previous", show=False),
        Binding("w", "why", "Marks"),
        Binding("b", "better", "Why it wins", show=False),
        Binding("t", "try_again", "Try again"),
        Binding("escape,q", "dismiss(None)", "Leave", key_display="q"),
    ]

    def __init__(self, record: Record) -> None:
        self.record = record
        self.positions = tuple(record.positions())
        self.review = Review(record)
        self.reader = reader_of(record.players)
        """The side of the person reading, if known."""
        self.at = len(record.moves)
        self.why = True
        """Whether to mark reasons and values on the board."""
        self._cancelled = threading.Event()
        self._timer: Timer | None = None
        super().__init__(self._scene(), self.at)

    def text(self, sentence: str) -> str:
        """Rewrite a sentence for the person reading."""
        return for_reader(sentence, self.record.game, self.reader)

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
        """Move the graph to the end when the text is below the board, where there is little room."""
        super().fit()
        pane, graph = self.query_one(TextPane), self.query_one("#graph")
        if self.has_class("below"):
            pane.move_child(graph, after=self.query_one("#moves"))
        else:
            pane.move_child(graph, before=self.query_one("#status"))

    def on_mount(self) -> None:
        self._timer = self.set_interval(0.25, self.refresh_all)
        self._run_review()
        self.refresh_all()

    def on_unmount(self) -> None:
        self._cancelled.set()

    @work(exclusive=True)
    async def _run_review(self) -> None:
        limits = Limits(seconds=_SECONDS, cancelled=self._cancelled)
        await self.app.preparation.ready(self.record.game)
        await run_search(self.app, fill, self.review, limits)
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.review.mistakes and self.at == len(self.record.moves):
            self.go_to(self.review.mistakes[0].number)
        self.refresh_all()

    # Display ------------------------------------------------------------------------------------

    @property
    def mistake(self) -> Mistake | None:
        """The mistake made by the current move, if any."""
        return next((m for m in self.review.mistakes if self._place(m) == self.at), None)

    @property
    def slip(self) -> Slip | None:
        """The slip made by the current move, if any; slips are inaccuracies of a lost seat."""
        slips = self.review.lost.slips if self.review.lost is not None else []
        return next((slip for slip in slips if slip.number == self.at), None)

    def _key_moves(self) -> list[int]:
        """Return the move counts of the mistakes, or of the slips if the seat was lost."""
        if self.review.lost is not None:
            return [slip.number for slip in self.review.lost.slips]
        return [self._place(mistake) for mistake in self.review.mistakes]

    def _place(self, mistake: Mistake) -> int:
        """Return the number of moves made when a mistake is shown."""
        return min(mistake.number, len(self.record.moves))

    @property
    def steps(self) -> int:
        return len(self.record.moves)

    def _scene(self) -> Scene:
        """Return the board at the current move, with its marks."""
        scene = scene_of(self.positions[: self.at + 1], self.record.moves[: self.at])
        return replace(scene, labels=self._marks.labels)

    @property
    def _marks(self) -> Marks:
        """The marks on the board: the reasons of a mistake, or the value of every move."""
        mistake, slip = self.mistake, self.slip
        judged = next((judged for judged in self.review.judged if judged.number == self.at + 1), None)
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
        self.write("#graph", draw_graph(self.review, self.at, width))
        self.write("#status", self._status())
        self.write("#mistakes", self._mistakes())
        self.write_legend(self._marks)
        self.write("#moves", moves_text(self.record.moves, self.positions, self.at))
        self.call_after_refresh(self.offer_keys)

    def _status(self) -> str:
        value = self.review.values[self.at]
        preparation, game = self.app.preparation, self.record.game
        thinking = " ◌ thinking..." if self._timer is not None else ""
        if not preparation.is_ready(game):
            known = preparation.wait_text(game)
        elif value is None:
            known = f"Not solved yet.{thinking}" if thinking else "Not solved in time."
        else:
            known = self.text(value_text(value.winner, value.moves)) + thinking
        move = f"Move {self.at}: {self.record.moves[self.at - 1]}. " if self.at else "The start. "
        return move + known

    def _mistakes(self) -> Text:
        """Explain the current mistake, or list all of them, or explain the lost seat."""
        text = Text()
        current = self.mistake
        if current is not None:
            sentences = [self.text(sentence) for sentence in current.sentences]
            self._add_explanation(text, [*sentences, *lesson_lines(current.reasons)])
        elif self.review.mistakes:
            several = len(self.review.mistakes) > 1
            text.append("These moves gave the win away:\n" if several else "This gave the win away:\n")
            for mistake in self.review.mistakes:
                text.append(f"! {self.text(mistake.summary)}\n", LOSS)
        elif self.slip is not None:
            self._add_explanation(text, [self.text(self.slip.text)])
        elif self.review.lost is not None:
            self._add_explanation(text, ["No move gave a win away.", *lost_lines(self.review)])
        elif self._timer is None:
            text.append("Time ran out before everything was reviewed.")
        return text

    def _add_explanation(self, text: Text, sentences: list[str]) -> None:
        """Append sentences to a text, and the keys that apply."""
        text.append(paragraph(sentences, self.text_width))
        text.append(f"\n{self._keys_text()}\n", "italic")

    def _keys_text(self) -> str:
        """Return the keys to see the line and to try again, if they apply."""
        keys = ["Enter: watch how"] * (self._line() is not None)
        if self.mistake is not None and self._has_better():
            keys.append(f"b: why {self.record.game.move_words(self.mistake.better)} wins")
        here = self.mistake is not None or self.slip is not None
        keys += ["t: try again"] * (here and self._can_try_again())
        return ", ".join(keys) + "." if keys else ""

    def _line(self) -> Line | None:
        """Return the line that punishes the mistake, or wins from the start."""
        mistake, lost = self.mistake, self.review.lost
        if mistake is not None and mistake.line:
            return line_after_mistake(mistake, self.positions, self.record.moves, self.reader)
        return line_from_start(lost, self.reader) if lost is not None and lost.line else None

    # Keys ---------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "mistake":
            return bool(self._key_moves())
        if action == "line":
            return self._line() is not None
        if action == "better":
            return self._has_better()
        if action == "try_again":
            return self._can_try_again()
        return super().check_action(action, parameters)

    def _has_better(self) -> bool:
        """Whether there is a better move than the current one, and something to show after it."""
        mistake = self.mistake
        return (
            mistake is not None
            and mistake.move is not None
            and bool(mistake.before.play(mistake.better).legal)
        )

    def _can_try_again(self) -> bool:
        """Whether there is a position to play; a failed bot leaves nothing to improve."""
        if self.mistake is None:
            return bool(self.positions[self.at].legal)
        return not (self._forfeited and self.mistake.given_up)

    @property
    def _forfeited(self) -> bool:
        """Whether the match ended with a bot's failure."""
        return self.record.ending == Ending.FORFEIT

    def action_line(self) -> None:
        """Step through the line that shows how the other side wins."""
        line = self._line()
        if line is not None:
            self.app.push_screen(LineScreen(line))

    @work(exclusive=True, group="better")
    async def action_better(self) -> None:
        """Step through the line that shows why the better move wins."""
        mistake = self.mistake
        if mistake is None:
            return
        limits = Limits(seconds=_WIN_SECONDS, cancelled=self._cancelled)
        win = await run_search(self.app, show_win, mistake.before.play(mistake.better), limits)
        if win is None:
            return
        reasons, line = win
        better_line = line_of_better(mistake, reasons, line, self.positions, self.record.moves, self.reader)
        self.app.push_screen(LineScreen(better_line))

    def action_mistake(self, step: int) -> None:
        """Go to the next or previous mistake or slip."""
        ahead = [place for place in self._key_moves() if (place - self.at) * step > 0]
        if ahead:
            self.go_to(min(ahead) if step > 0 else max(ahead))

    def action_why(self) -> None:
        """Show or hide the marks on the board."""
        self.why = not self.why
        self.refresh_all()

    def action_try_again(self) -> None:
        """Play from before the mistake or slip, or from the current position, with the answer hidden."""
        mistake = self.mistake
        start = mistake.before if mistake else self.positions[self.at - (self.slip is not None)]
        if start.legal:
            self.app.start(against(self._opponent(start.turn), start.game, start.turn, start))

    def _opponent(self, seat: int) -> str:
        """Return the opponent for a person in this seat: a bot of the match, unless it failed."""
        specs = dict(enumerate(specs_of(self.record), start=1))
        if self._forfeited and self.record.winner is not None:
            specs[other(self.record.winner)] = "perfect"
        bots = [spec for spec in (specs[other(seat)], *specs.values(), "perfect") if spec != HUMAN]
        return bots[0]
