"""The screen for stepping through a winning line, with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from gridlock.plural import count
from gridlock.review import LostSeat, Mistake, Reason
from gridlock.rules import Move, Position, other
from gridlock.text.reviews import lesson_lines
from gridlock.tui.palette import FAINT, SIDES
from gridlock.tui.scene import Marks, Scene, reason_marks, scene_of
from gridlock.tui.step_screen import StepScreen, TextPane
from gridlock.tui.wording import pass_text


class Line(NamedTuple):
    """A winning line, and the match before it."""

    title: str
    positions: Sequence[Position]
    """From the start of the match to the start of the line."""
    played: Sequence[Move]
    """The moves between those positions."""
    moves: Sequence[Move]
    """The line itself."""
    reasons: Sequence[Reason]


def line_after_mistake(mistake: Mistake, positions: Sequence[Position], moves: Sequence[Move]) -> Line:
    """Return the line that shows why a move was a mistake."""
    if mistake.move is None:
        title = f"Player {mistake.side} {mistake.given_up}: how Player {mistake.side} could win"
        return Line(title, positions, moves, mistake.line, mistake.reasons)
    title = f"After {mistake.move} in move {mistake.number}: how Player {other(mistake.side)} wins"
    before = positions[: mistake.number + 1], moves[: mistake.number]
    return Line(title, *before, mistake.line, mistake.reasons)


def line_from_start(seat: LostSeat) -> Line:
    """Return the line that wins from the start, for a seat that was lost."""
    title = f"From the start: how Player {seat.value.winner} wins"
    return Line(title, (seat.position,), (), tuple(seat.line), seat.reasons)


class LineScreen(StepScreen):
    """A line to step through; reasons are marked from the move where they begin to hold."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss(None)", "Back to the review", key_display="esc"),
    ]

    def __init__(self, line: Line) -> None:
        self.line = line
        self.positions = (
            *line.positions[:-1],
            *accumulate(line.moves, Position.play, initial=line.positions[-1]),
        )
        """The positions of the match and the line."""
        self.at = 0
        super().__init__(self._scene(), 0)

    def compose_panel(self) -> ComposeResult:
        yield Static(self.line.title, id="title", markup=False)
        with TextPane():
            yield Static(id="status", markup=False)
            yield Static(id="moves", markup=False)
            yield Static(id="legend", markup=False)
            yield Static(id="mistakes", markup=False)

    def on_mount(self) -> None:
        self.refresh_all()

    @property
    def steps(self) -> int:
        return len(self.line.moves)

    @property
    def _moves_made(self) -> int:
        """The number of moves made, in the match and in the line."""
        return len(self.line.played) + self.at

    @property
    def _marks(self) -> Marks:
        return reason_marks(self.line.reasons, self.at)

    def _scene(self) -> Scene:
        moves = (*self.line.played, *self.line.moves)[: self._moves_made]
        scene = scene_of(self.positions[: self._moves_made + 1], moves)
        return replace(scene, labels=self._marks.labels)

    def refresh_all(self) -> None:
        self.board.show(self._scene())
        self.write("#status", self._status())
        self.write("#moves", self._moves())
        self.write("#mistakes", self._why())
        self.write_legend(self._marks)
        self.call_after_refresh(self.offer_keys)

    def _status(self) -> str:
        """Describe the current move, and a pass or the end after it."""
        if not self.at:
            return f"The line has {count(self.steps, 'move')}. Press → for the first."
        before, after = self.positions[self._moves_made - 1 : self._moves_made + 1]
        move = f"Move {self.at} of {self.steps}: Player {before.turn} plays {self.line.moves[self.at - 1]}."
        stuck = "" if after.legal else f"Player {after.turn} is stuck: Player {other(after.turn)} has won."
        return " ".join(filter(None, (move, stuck, pass_text(before, after))))

    def _moves(self) -> Text:
        """Format the line in the colours of the sides, with the current move in bold."""
        text, first = Text(), len(self.line.played)
        turns = [position.turn for position in self.positions[first:-1]]
        labels = [f"P{turn} {move}" for turn, move in zip(turns, self.line.moves, strict=True)]
        room = max(map(len, labels)) + 2  # brackets around the current one
        in_row = max(1, self.text_width // room)
        for number, (turn, label) in enumerate(zip(turns, labels, strict=True), start=1):
            current = number == self.at
            text.append(
                (f"[{label}]" if current else f" {label}").ljust(room),
                f"bold {SIDES[turn]}" if current else SIDES[turn],
            )
            text.append("\n" * (number % in_row == 0 and number < self.steps))
        return text

    def _why(self) -> Text:
        """Format the reasons, faint until they hold, and their lessons."""
        text = Text()
        for reason in self.line.reasons:
            text.append(f"{reason.text}\n", "" if reason.at <= self.at else FAINT)
        for lesson in lesson_lines(self.line.reasons):
            text.append(f"{lesson}\n", "italic")
        return text
