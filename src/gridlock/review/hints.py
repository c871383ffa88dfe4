"""The hint: what the solver would do."""

from __future__ import annotations

from gridlock.rules import Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate

__all__ = ["hint_text"]


def hint_text(position: Position, limits: Limits) -> str:
    """The best move and what it comes to, in a sentence; if the time runs out, what is known by then."""
    if not position.legal:
        return "No hint: the game is over."
    report = Report(position)
    try:
        investigate(report, limits)
    except OutOfTime:
        return _partly(report)
    best = report.judged[0]
    if best.value.winner == position.turn:
        return f"Hint: {best.move} wins in {report.moves} move{'s' * (report.moves != 1)}."
    return f"Hint: {best.move} holds out longest; Player {best.value.winner} wins in {report.moves} moves."


def _partly(report: Report) -> str:
    """What is known when the time has run out."""
    position = report.position
    if report.winner is None:
        return "No hint: this position is too large to be solved in a few seconds."
    if report.winner != position.turn:
        return (
            f"No hint: Player {report.winner} wins whatever you play; what holds out longest was not found."
        )
    wins = [judged.move for judged in report.judged if judged.value.winner == position.turn]
    if wins:
        return f"Hint: {wins[0]} wins."
    return "No hint: you can win, but the move was not found in a few seconds."
