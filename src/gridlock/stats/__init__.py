"""What a person has won and lost against which bot, how strong that makes them, and whom to play next."""

from gridlock.stats.advice import Suggestion, equal_opponent, suggestion
from gridlock.stats.rating import Rating, rating_of, strength
from gridlock.stats.result import UNCOUNTED, Result, result_of
from gridlock.stats.results import Results, note, results_file

__all__ = [
    "UNCOUNTED",
    "Rating",
    "Result",
    "Results",
    "Suggestion",
    "equal_opponent",
    "note",
    "rating_of",
    "result_of",
    "results_file",
    "strength",
    "suggestion",
]
