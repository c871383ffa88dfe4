"""The hint: what the solver would do."""

from gridlock.dialogue.watch import watched
from gridlock.games import Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate

__all__ = ["hint"]

_SECONDS = 5.0


def hint(position: Position) -> str:
    """The best move and what it comes to, in a sentence; on big boards, what is known after some seconds."""
    report = Report(position)
    try:
        watched(lambda limits: investigate(report, limits), Limits(seconds=_SECONDS))
    except OutOfTime:
        return _partly(report)
    best = report.judged[0]
    if best.value.winner == position.turn:
        return f"Hint: {best.move} wins in {report.moves} move{'s' * (report.moves != 1)}."
    return f"Hint: {best.move} holds out longest; Player {best.value.winner} wins in {report.moves} moves."


def _partly(report: Report) -> str:
    """What is known when the time has run out."""
    wins = [judged.move for judged in report.judged if judged.value.winner == report.position.turn]
    if wins:
        return f"Hint: {wins[0]} wins."
    if report.winner is None:
        return "No hint: this position is too large to be solved in a few seconds."
    return f"Hint: Player {report.winner} can win, but the move was not found in a few seconds."
