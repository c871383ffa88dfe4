"""Hints for puzzles: first one that leaves a choice, then the move."""

from __future__ import annotations

from random import Random

from gridlock.players.simple import Greedy
from gridlock.puzzles.catalogue import Puzzle
from gridlock.words import count

__all__ = ["FIRST_TELLING", "hint"]

FIRST_TELLING = 2
"""The number of the first hint that names the move; after it a puzzle is no longer solved without help."""


def hint(puzzle: Puzzle, number: int) -> str:
    """The first hint, the second and so on, in a sentence."""
    if number < FIRST_TELLING:
        return f"Hint: the win takes {count(puzzle.moves, 'move')}, and {_clue(puzzle)}."
    return f"Hint: the move is {puzzle.solution}."


def _clue(puzzle: Puzzle) -> str:
    """The row that the move goes to; if that says all or nothing, a move that it is not."""
    position = puzzle.position
    game = position.game
    rows = [game.parts(position, move)[0] // game.cols for move in position.legal_moves()]
    row = game.parts(position, puzzle.solution)[0] // game.cols
    if 1 < rows.count(row) < len(rows):
        return f"the move goes to row {row + game.origin}"
    wrong = [move for move in position.legal_moves() if move != puzzle.solution]
    natural = Greedy(Random(0)).choose(position, None)
    return f"the move is not {natural if natural in wrong else wrong[0]}"
