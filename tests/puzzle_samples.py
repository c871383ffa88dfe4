"""A sample day, all puzzles of a series, and right and wrong moves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from gridlock.puzzles import Puzzle, count, puzzle, solution, winning_moves
from gridlock.rules import Move, Position

DAY = date(2026, 11, 16)


def all_of(kind: str, difficulty: str) -> Iterator[Puzzle]:
    for number in range(1, count(kind, difficulty) + 1):
        yield puzzle(kind, difficulty, number)


def right_moves(sample: Puzzle) -> tuple[Move, ...]:
    """Return the solver's moves of a solution, from start to end."""
    return solution(sample.position)[::2]


def wrong_move(position: Position) -> Move:
    """Return the first move that gives the win away."""
    return next(move for move in position.legal_moves() if move not in winning_moves(position))
