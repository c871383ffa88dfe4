"""Puzzles: positions to win, move by move, against the best defence."""

from gridlock.puzzles.catalogue import (
    DIFFICULTIES,
    InvalidPuzzle,
    Puzzle,
    count,
    daily,
    is_daily,
    kinds,
    puzzle,
    puzzle_by_id,
    series_of,
)
from gridlock.puzzles.next_puzzle import due_puzzle, puzzle_after, suggested_puzzle
from gridlock.puzzles.play import Verdict, check, solution, winning_moves
from gridlock.puzzles.progress import Progress

__all__ = [
    "DIFFICULTIES",
    "InvalidPuzzle",
    "Progress",
    "Puzzle",
    "Verdict",
    "check",
    "count",
    "daily",
    "due_puzzle",
    "is_daily",
    "kinds",
    "puzzle",
    "puzzle_after",
    "puzzle_by_id",
    "series_of",
    "solution",
    "suggested_puzzle",
    "winning_moves",
]
