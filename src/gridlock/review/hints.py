"""Hints: the solver's best move."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gridlock.errors import GridlockError
from gridlock.players.mcts import MAX_PLAYOUTS, most_visited
from gridlock.plural import count
from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate

_TREE_SECONDS = 1.0  # for a tree search when solving takes too long


class Hint(NamedTuple):
    """A recommended move."""

    move: Move | None
    """The move; None if there is no hint."""
    text: str
    """A sentence with the move and its value, or why there is no hint."""


def find_hint(position: Position, limits: Limits) -> Hint:
    """Find the best move and its value; if time runs out, use what is known so far."""
    if not position.legal:
        return Hint(None, "No hint: the game is over.")
    report = Report(position)
    try:
        investigate(report, limits)
    except OutOfTime:
        return _partial_hint(report, limits)
    except GridlockError as error:
        return Hint(None, f"No hint. {error}")
    best, moves, words = report.judged[0], count(report.moves or 0, "move"), position.game.move_words
    if best.value.winner == position.turn:
        text = f"Hint: {words(best.move)} wins in {moves}."
    else:
        text = f"Hint: {words(best.move)} holds out longest; Player {best.value.winner} wins in {moves}."
    return Hint(best.move, text)


def _partial_hint(report: Report, limits: Limits) -> Hint:
    """Return a hint when time has run out: a known win, or else the move of a tree search."""
    turn = report.position.turn
    wins = [judged.move for judged in report.judged if judged.value.winner == turn]
    if wins:
        return Hint(wins[0], f"Hint: {report.position.game.move_words(wins[0])} wins.")
    if limits.cancelled is not None and limits.cancelled.is_set():
        return Hint(None, "No hint: the search was stopped.")
    move = _tree_move(report, limits)
    if report.winner is None:
        why = "this position is too large to be solved in a few seconds"
    elif report.winner == turn:
        why = "you can win, but the move was not found in a few seconds"
    else:
        why = f"Player {report.winner} wins whatever you play, and what holds out longest was not found"
    return Hint(move, f"Best guess: {report.position.game.move_words(move)}; {why}.")


def _tree_move(report: Report, limits: Limits) -> Move:
    """Return the move of a tree search; another one if that is known to give a win away."""
    position = report.position
    favourite = most_visited(
        position, MAX_PLAYOUTS, Random(1), seconds=_TREE_SECONDS, stopped=limits.cancelled
    )
    if report.winner != position.turn:
        return favourite
    losing = {judged.move for judged in report.judged if judged.value.winner != position.turn}
    return next(move for move in (favourite, *position.legal_moves()) if move not in losing)
