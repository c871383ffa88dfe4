"""Moves of a learner in lessons."""

from __future__ import annotations

from gridlock.board import cells
from gridlock.lessons import Practice, lessons_of
from gridlock.rules import GAMES, Game, Move

LEARNED = [kind for kind in GAMES.values() if lessons_of(kind)]
"""The games that have lessons."""


def name(value: object) -> str | None:
    """Return the test id of a game."""
    return value.id if isinstance(value, type) and issubclass(value, Game) else None


def wanted(practice: Practice) -> Move:
    """Return a move that reaches the lesson's goal."""
    return practice.expected_move() or practice.position.legal_moves()[0]


def forbidden(practice: Practice) -> tuple[list[int], str]:
    """Return a cell that no move begins with, and why the rules forbid it."""
    position = practice.position
    own = cells(position.game.stands_at(position))  # pointing there only picks the marker up
    begun = {*own, *(position.game.parts(position, move)[0] for move in position.legal_moves())}
    cell = next(cell for cell in range(position.game.board.size) if cell not in begun)
    return [cell], position.game.why_not(position, (cell,))
