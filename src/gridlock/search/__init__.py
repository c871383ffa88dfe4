"""Exact answers about positions: who wins, in how many moves, by which move."""

from gridlock.search.answers import MoveValue, Value, analyze, best_line, best_moves, solve
from gridlock.search.limits import Limits, OutOfTime, Progress

__all__ = [
    "Limits",
    "MoveValue",
    "OutOfTime",
    "Progress",
    "Value",
    "analyze",
    "best_line",
    "best_moves",
    "solve",
]
