"""The exact solver: who wins, in how many moves, by which move."""

from gridlock.search.answers import MoveValue, Value, analyze, best_line, best_moves, solve
from gridlock.search.limits import Limits, OutOfTime, Status

__all__ = [
    "Limits",
    "MoveValue",
    "OutOfTime",
    "Status",
    "Value",
    "analyze",
    "best_line",
    "best_moves",
    "solve",
]
