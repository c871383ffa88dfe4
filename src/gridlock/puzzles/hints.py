"""Hints for puzzles: first one that leaves a choice, then the move."""

from __future__ import annotations

from random import Random

from gridlock.players.simple import Greedy
from gridlock.plural import count
from gridlock.puzzles.course import AS_LONG_AS_IT_TAKES
from gridlock.rules import Move, Position
from gridlock.search import Limits, analyze

FIRST_TELLING = 2
"""The number of the first hint that names the move; after it a puzzle is no longer solved without help."""


def hint(position: Position, number: int, limits: Limits = AS_LONG_AS_IT_TAKES) -> tuple[str, Move | None]:
    """The first hint in a won position, the second and so on: a sentence, and the move once it is named."""
    judged = analyze(position, limits=limits)
    best = judged[0]
    if number >= FIRST_TELLING:
        return f"Hint: {best.move} wins.", best.move
    right = [move for move, value in judged if value.winner == position.turn]
    moves = count((best.value.moves or 0) + 1, "move")
    return f"Hint: the win takes {moves}, counting both sides', and {_clue(position, right)}.", None


def _clue(position: Position, right: list[Move]) -> str:
    """The row that the best move goes to; if that says all or nothing, a move that is wrong."""
    game = position.game
    legal = position.legal_moves()
    wrong = [move for move in legal if move not in right]
    if not wrong:
        return "no move is wrong here"
    rows = [game.parts(position, move)[0] // game.cols for move in legal]
    row = game.parts(position, right[0])[0] // game.cols
    if 1 < rows.count(row) < len(rows):
        return f"a right move goes to row {row + game.origin}"
    natural = Greedy(Random(0)).choose(position, None)
    return f"{natural if natural in wrong else wrong[0]} is wrong"
