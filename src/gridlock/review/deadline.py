"""One time limit for many questions to the solver."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from gridlock.rules import Game
from gridlock.search import Limits, OutOfTime
from gridlock.search.answers import load_solver


class Deadline:
    """Limits whose seconds are for all questions together; they begin once the search is ready."""

    def __init__(self, game: Game, limits: Limits) -> None:
        load_solver(game)  # compiling is not thinking: it must not eat up the time
        self._limits = limits
        self._begun = perf_counter()

    def left(self) -> Limits:
        """The limits of the next question; OutOfTime if no time is left for it."""
        seconds = self._limits.seconds
        if seconds is None:
            return self._limits
        left = seconds - (perf_counter() - self._begun)
        if left <= 0:
            raise OutOfTime(f"The search did not finish in {seconds:g} seconds.")
        return replace(self._limits, seconds=left)
