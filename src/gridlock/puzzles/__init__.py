"""Won positions that are to be won, move by move, against the best resistance."""

from gridlock.puzzles.catalogue import (
    DIFFICULTIES,
    InvalidPuzzle,
    Puzzle,
    count,
    daily,
    is_daily,
    kinds,
    named,
    puzzle,
    series_of,
)
from gridlock.puzzles.choice import due, following, suggested
from gridlock.puzzles.course import solution, winning_moves
from gridlock.puzzles.progress import Progress
from gridlock.puzzles.verdict import Verdict, check

__all__ = [
    "DIFFICULTIES",
    "InvalidPuzzle",
    "Progress",
    "Puzzle",
    "Verdict",
    "check",
    "count",
    "daily",
    "due",
    "following",
    "is_daily",
    "kinds",
    "named",
    "puzzle",
    "series_of",
    "solution",
    "suggested",
    "winning_moves",
]
