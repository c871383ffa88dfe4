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
from gridlock.puzzles.next_puzzle import due, following, suggested
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
