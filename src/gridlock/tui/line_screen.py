"""The screen for stepping through a winning line, with its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from gridlock.plural import count
from gridlock.review import LostSeat, Mistake, Reason, Watch, watch
from gridlock.rules import Move, Position, other
from gridlock.text.names import for_reader
from gridlock.text.reviews import lesson_lines
from gridlock.tui.palette import FAINT, SIDES
from gridlock.tui.scene import Marks, Scene, reason_marks, scene_of
from gridlock.tui.step_screen import StepScreen, TextPane

SECONDS = 0.6
"""The pause between moves."""


class Line(NamedTuple):
    """A winning line, and the match before it."""

    title: str
    positions: Sequence[Position]
    """From the start of the match to the start of the line."""
    played: Sequence[Move]
    """The moves between those positions."""
    watch: Watch
    """The line itself."""
    reasons: Sequence[Reason]
    reader: int | None
    """The side of the person watching, if known."""

    @property
    def moves(self) -> Sequence[Move]:
        """The moves of the line."""
        return self.watch.moves

    def text(self, sentence: str) -> str:
        """Rewrite a sentence for the person watching."""
        return for_reader(sentence, self.watch.position.game, self.reader)


def line_after_mistake(
    mistake: Mistake, positions: Sequence[Position], moves: Sequence[Move], reader: int | None
) -> Line:
    """Return the line that shows why a move was a mistake."""
    watch, reasons = mistake.watch, mistake.reasons
    if mistake.move is None:
        title = f"Player {mistake.side} {mistake.given_up}: how Player {mistake.side} could win"
        return Line(title, positions, moves, watch, reasons, reader)
    played = mistake.before.game.move_words(mistake.move)
    title = f"After {played} in move {mistake.number}: how Player {other(mistake.side)} wins"
    return Line(title, positions[: mistake.number + 1], moves[: mistake.number], watch, reasons, reader)


def line_of_better(
    mistake: Mistake,
    reasons: Sequence[Reason],
    line: Sequence[Move],
    positions: Sequence[Position],
    moves: Sequence[Move],
    reader: int | None,
) -> Line:
    """Return the line that shows why the move instead of a mistake wins."""
    number, better = mistake.number, mistake.better
    after = mistake.before.play(better)
    title = f"{mistake.before.game.move_words(better)} in move {number}: how Player {mistake.side} wins"
    title = title[0].upper() + title[1:]
    before, played = positions[:number], moves[: number - 1]
    return Line(title, (*before, after), (*played, better), watch(after, line, reasons), reasons, reader)


def line_from_start(seat: LostSeat, reader: int | None) -> Line:
    """Return the line that wins from the start, for a seat that was lost."""
    title = f"From the start: how Player {seat.value.winner} wins"
    return Line(title, (seat.position,), (), seat.watch, seat.reasons, reader)


class LineScreen(StepScreen):
    """A line that plays by itself up to where its reason shows; reasons are marked once they hold.

    Space pauses it, and the arrow keys step through it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Pause", key_display="space"),
        Binding("escape,q,enter", "dismiss(None)", "Back", key_display="esc"),
    ]

    def __init__(self, line: Line) -> None:
        self.line = line
        self.positions = (
            *line.positions[:-1],
            *accumulate(line.moves, Position.play, initial=line.positions[-1]),
        )
        """The positions of the match and the line."""
        self.at = 0
        self.timer: Timer | None = None
        """Makes the next move, unless paused."""
        super().__init__(self._scene(), 0)

    def compose_panel(self) -> ComposeResult:
        yield Static(self.line.text(self.line.title), id="title", markup=False)
        with TextPane():
            yield Static(id="status", markup=False)
            yield Static(id="moves", markup=False)
            yield Static(id="legend", markup=False)
            yield Static(id="mistakes", markup=False)

    def on_mount(self) -> None:
        self.timer = self.set_interval(SECONDS, self.advance)
        self.refresh_all()

    @property
    def playing(self) -> bool:
        """Whether the line plays by itself."""
        return self.timer is not None

    def advance(self) -> None:
        """Make the next move, and pause where the reason shows and at the end."""
        super().go_to(self.at + 1)
        if self.at in (self.line.watch.stop, self.steps):
            self._pause()

    def _pause(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.refresh_all()

    def go_to(self, at: int) -> None:
        """Show the line after ``at`` moves, and pause."""
        super().go_to(at)
        self._pause()

    def action_pause(self) -> None:
        """Pause, or play on; at the end, play again from the start."""
        if self.playing:
            self._pause()
            return
        if self.at == self.steps:
            super().go_to(0)
        self.timer = self.set_interval(SECONDS, self.advance)
        self.refresh_all()

    @property
    def steps(self) -> int:
        return len(self.line.moves)

    @property
    def names(self) -> tuple[str, str]:
        """Short names of both sides."""
        first, second = ("You" if side == self.line.reader else f"P{side}" for side in (1, 2))
        return first, second

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
        """Return the caption of the current move, and the keys."""
        caption = self.line.text(self.line.watch.captions[self.at])
        key = "Space: pause." if self.playing else "Space: play. ←→: step."
        where = f"Move {self.at} of {self.steps}." if self.at else f"{count(self.steps, 'move')} to watch."
        return "\n".join(filter(None, (where, caption, key)))

    def _moves(self) -> Text:
        """Format the line in the colours of the sides, with the current move in bold."""
        text, first = Text(), len(self.line.played)
        turns = [position.turn for position in self.positions[first:-1]]
        labels = [f"{self.names[turn - 1]} {move}" for turn, move in zip(turns, self.line.moves, strict=True)]
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
            holds = reason.at <= self.at
            text.append(f"{self.line.text(reason.claim if holds else reason.text)}\n", "" if holds else FAINT)
        for lesson in lesson_lines(self.line.reasons):
            text.append(f"{lesson}\n", "italic")
        return text
