"""A person's results against bots, their rating, and which bot to play next."""

from gridlock.stats.advice import Suggestion, equal_opponent, suggestion
from gridlock.stats.rating import Rating, rating_of, strength
from gridlock.stats.result import UNCOUNTED, Result, result_of
from gridlock.stats.results import Results, results_file, save_result

__all__ = [
    "UNCOUNTED",
    "Rating",
    "Result",
    "Results",
    "Suggestion",
    "equal_opponent",
    "rating_of",
    "result_of",
    "results_file",
    "save_result",
    "strength",
    "suggestion",
]
