"""A day with a puzzle, and all the puzzles of a kind and difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from gridlock.puzzles import Puzzle, count, puzzle

DAY = date(2026, 11, 16)


def all_of(kind: str, difficulty: str) -> Iterator[Puzzle]:
    for number in range(1, count(kind, difficulty) + 1):
        yield puzzle(kind, difficulty, number)
