"""The solver's opinion of a position: a value for every move, worked out while the screen stays alive."""

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
from gridlock.text.values import value_mark, value_text
from gridlock.tui.background import run_search
from gridlock.tui.palette import LOSS, WIN
from gridlock.tui.scene import Label

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

_SECONDS = 10.0
_SPINNER = "◐◓◑◒"


def value_label(value: Value, side: int) -> Label:
    """What a move of this side is worth: won or lost, and the moves to the end, this one included."""
    sign, style = ("▲", WIN) if value.winner == side else ("▼", LOSS)
    return Label(sign + value_mark(value, side), style)


def move_labels(judged: Sequence[MoveValue], position: Position, parts: tuple[int, ...]) -> dict[int, Label]:
    """For every cell that may be pointed at after these: what the best move through it is worth."""
    labels: dict[int, Label] = {}
    for move, value in judged:  # best first
        cells = position.game.parts(position, move)
        if cells[: len(parts)] == parts:
            labels.setdefault(cells[len(parts)], value_label(value, position.turn))
    return labels


class AnalysisView(Static):
    """What is known about a position; it grows while the solver thinks."""

    app: GridlockApp

    class Learned(Message):
        """There is more in :attr:`AnalysisView.judged` than before."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._report: Report | None = None
        self._line: tuple[Move, ...] = ()
        self._failed = False
        self._cancelled = threading.Event()
        self._timer: Timer | None = None
        self._turns = 0

    @property
    def judged(self) -> list[MoveValue]:
        """The moves that have been judged so far, best first."""
        if self._report is None:
            return []
        turn = self._report.position.turn
        return sorted(self._report.judged, key=lambda judged: _order(judged.value, turn))

    def study(self, position: Position) -> None:
        """Look into a position, and leave the one before."""
        self.stop()
        self._report, self._line, self._cancelled = Report(position), (), threading.Event()
        self._failed = False
        if position.legal:
            self._timer = self.set_interval(0.25, self._show)  # until the search has ended
            self._work_out(self._report, self._cancelled)
        else:
            self._report.winner, self._report.moves, self._report.complete = 3 - position.turn, 0, True
        self._show()

    def stop(self) -> None:
        """Forget the position; a search that is running ends."""
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
    async def _work_out(self, report: Report, cancelled: threading.Event) -> None:
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
        self._turns += 1
        game = self._report.position.game
        if self._failed:
            self.update("Analysis: none, as the solver has failed.")
        elif self.app.preparation.is_ready(game):
            self.update(_text(self._report, self._line, self._turns if self._timer else None))
        else:
            self.update(f"Analysis: {self.app.preparation.sentence(game)}")
        self.post_message(self.Learned())


def _investigate(report: Report, cancelled: threading.Event) -> tuple[Move, ...]:
    """Fill the report; the best line if there was time for it. This runs in a thread of its own."""
    limits = Limits(seconds=_SECONDS, cancelled=cancelled)
    try:
        investigate(report, limits)
        return best_line(report.position, limits=limits)
    except OutOfTime:
        return ()


def _order(value: Value, turn: int) -> tuple[bool, bool, int]:
    """By this values are sorted, the best first; where the moves are not known, they may be the best."""
    lost, moves = rank(value, turn)
    return lost, value.moves is not None, moves


def _text(report: Report, line: tuple[Move, ...], turns: int | None) -> str:
    """What is known; ``turns`` counts the looks at a search that is still running."""
    if turns is not None:
        known = "" if report.winner is None else value_text(report.winner, report.moves)
        said = [f"{_SPINNER[turns % len(_SPINNER)]} thinking... {known}"]
    else:
        said = [_result(report), _gaps(report)]
    if line:
        said.append("Best play: " + " ".join(map(str, line)))
    return "Analysis: " + "\n".join(filter(None, said))


def _result(report: Report) -> str:
    """What the search has come to."""
    time = f"in {_SECONDS:g} seconds"
    if report.winner is None:
        return f"Not solved {time}."
    if report.moves is not None:
        return value_text(report.winner, report.moves)
    whatever = "" if report.winner == report.position.turn else " whatever you play"
    return f"Player {report.winner} wins{whatever}; in how many moves was not found {time}."


def _gaps(report: Report) -> str:
    """Of how many moves something is known, if not of all; nothing if it is known of none."""
    total, judged = len(report.position.legal_moves()), len(report.judged)
    exact = sum(move.value.moves is not None for move in report.judged)
    if judged < total:
        return f"For {judged} of the {total} moves it is known who wins." if judged else ""
    return f"For {exact} of the {total} moves it is known in how many." if 0 < exact < total else ""
