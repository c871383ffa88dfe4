"""The hint: what the solver would do."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate
from gridlock.words import count

__all__ = ["Hint", "find_hint"]


class Hint(NamedTuple):
    """What the solver would do."""

    move: Move | None
    """The move, or None if there is none to advise."""
    text: str
    """The move and what it comes to, or why there is none, in a sentence."""


def find_hint(position: Position, limits: Limits) -> Hint:
    """The best move and what it comes to; if the time runs out, what is known by then."""
    if not position.legal:
        return Hint(None, "No hint: the game is over.")
    report = Report(position)
    try:
        investigate(report, limits)
    except OutOfTime:
        return _partly(report)
    best, moves = report.judged[0], count(report.moves or 0, "move")
    if best.value.winner == position.turn:
        text = f"Hint: {best.move} wins in {moves}."
    else:
        text = f"Hint: {best.move} holds out longest; Player {best.value.winner} wins in {moves}."
    return Hint(best.move, text)


def _partly(report: Report) -> Hint:
    """What is known when the time has run out."""
    position = report.position
    if report.winner is None:
        return Hint(None, "No hint: this position is too large to be solved in a few seconds.")
    if report.winner != position.turn:
        text = (
            f"No hint: Player {report.winner} wins whatever you play; what holds out longest was not found."
        )
        return Hint(None, text)
    wins = [judged.move for judged in report.judged if judged.value.winner == position.turn]
    if wins:
        return Hint(wins[0], f"Hint: {wins[0]} wins.")
    return Hint(None, "No hint: you can win, but the move was not found in a few seconds.")
