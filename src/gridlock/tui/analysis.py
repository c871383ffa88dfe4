"""Live analysis of a position: the value of every move, updated as the solver works."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from gridlock.rules import Move, Position
from gridlock.search import Limits, MoveValue, OutOfTime, Value, best_line
from gridlock.search.answers import rank
from gridlock.search.report import Report, investigate
from gridlock.text.analysis import value_mark, value_text
from gridlock.text.names import for_reader
from gridlock.tui.background import run_search
from gridlock.tui.palette import LOSS, WIN
from gridlock.tui.scene import Label

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_SECONDS = 10.0
_SPINNER = "◐◓◑◒"


def value_label(value: Value, side: int) -> Label:
    """Label a move of this side with its value: won or lost, and the moves to the end."""
    sign, style = ("▲", WIN) if value.winner == side else ("▼", LOSS)
    return Label(sign + value_mark(value, side), style)


def move_labels(judged: Sequence[MoveValue], position: Position, parts: tuple[int, ...]) -> dict[int, Label]:
    """Label each next cell with the value of the best move through it; ``parts`` are already chosen."""
    labels: dict[int, Label] = {}
    for move, value in judged:  # best first
        cells = position.game.parts(position, move)
        if cells[: len(parts)] == parts:
            labels.setdefault(cells[len(parts)], value_label(value, position.turn))
    return labels


class AnalysisView(Static):
    """The analysis of a position, updated while the solver works."""

    app: GridlockApp

    class Updated(Message):
        """:attr:`AnalysisView.judged` has more moves than before."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._report: Report | None = None
        self._reader: int | None = None
        self._line: tuple[Move, ...] = ()
        self._failed = False
        self._cancelled = threading.Event()
        self._timer: Timer | None = None
        self._ticks = 0

    @property
    def judged(self) -> list[MoveValue]:
        """The moves judged so far, best first."""
        if self._report is None:
            return []
        turn = self._report.position.turn
        return sorted(self._report.judged, key=lambda judged: _order(judged.value, turn))

    def analyze(self, position: Position, reader: int | None = None) -> None:
        """Start the analysis of a position, instead of the previous one; ``reader`` is called you."""
        self.stop()
        self._reader = reader
        self._report, self._line, self._cancelled = Report(position), (), threading.Event()
        self._failed = False
        if position.legal:
            self._timer = self.set_interval(0.25, self._show)  # until the search ends
            self._search(self._report, self._cancelled)
        else:
            self._report.winner, self._report.moves, self._report.complete = 3 - position.turn, 0, True
        self._show()

    def stop(self) -> None:
        """Stop the search, and clear the text."""
        self._cancelled.set()
        self._stop_timer()
        self._report = None
        self.update("")

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_unmount(self) -> None:
        self._cancelled.set()

    @work(exclusive=True, group="analysis")
    async def _search(self, report: Report, cancelled: threading.Event) -> None:
        await self.app.preparation.ready(report.position.game)
        line = await run_search(self.app, _investigate, report, cancelled)
        if report is self._report:
            self._stop_timer()
            self._failed = line is None
            self._line = line or ()
            self._show()

    def _show(self) -> None:
        if self._report is None:
            return
        self._ticks += 1
        game = self._report.position.game
        if self._failed:
            self.update("Analysis: not available, because the solver failed.")
        elif self.app.preparation.is_ready(game):
            text = _text(self._report, self._line, self._ticks if self._timer else None)
            self.update(f"Analysis: {for_reader(text, game, self._reader)}")
        else:
            self.update(f"Analysis: {self.app.preparation.wait_text(game)}")
        self.post_message(self.Updated())


def _investigate(report: Report, cancelled: threading.Event) -> tuple[Move, ...]:
    """Fill in the report, and return the best line if time allows; runs in its own thread."""
    limits = Limits(seconds=_SECONDS, cancelled=cancelled)
    try:
        investigate(report, limits)
        return best_line(report.position, limits=limits)
    except OutOfTime:
        return ()


def _order(value: Value, turn: int) -> tuple[bool, bool, int]:
    """Return a sort key: best first, and an unknown distance before a known one."""
    lost, moves = rank(value, turn)
    return lost, value.moves is not None, moves


def _text(report: Report, line: tuple[Move, ...], ticks: int | None) -> str:
    """Format the analysis; ``ticks`` turns the spinner, and is None once the search has ended."""
    if ticks is not None:
        known = "" if report.winner is None else value_text(report.winner, report.moves)
        lines = [f"{_SPINNER[ticks % len(_SPINNER)]} thinking... {known}"]
    else:
        lines = [_result(report), _gaps(report)]
    if line:
        lines.append("Best play: " + " ".join(map(str, line)))
    return "\n".join(filter(None, lines))


def _result(report: Report) -> str:
    """Say who wins, as far as the search found out."""
    time = f"within {_SECONDS:g} seconds"
    if report.winner is None:
        return f"Not solved {time}."
    if report.moves is not None:
        return value_text(report.winner, report.moves)
    whatever = "" if report.winner == report.position.turn else " whatever you play"
    return f"Player {report.winner} wins{whatever}; the number of moves was not found {time}."


def _gaps(report: Report) -> str:
    """Say how many moves are solved, if not all of them or none."""
    total, judged = len(report.position.legal_moves()), len(report.judged)
    exact = sum(move.value.moves is not None for move in report.judged)
    if judged < total:
        return f"Winner known for {judged} of {total} moves." if judged else ""
    return f"Exact distance known for {exact} of {total} moves." if 0 < exact < total else ""
