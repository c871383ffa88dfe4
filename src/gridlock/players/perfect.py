"""The player that never gives a win away."""

from __future__ import annotations

from random import Random

from gridlock.clock import Clock
from gridlock.games import Move, Position
from gridlock.search import analyze

__all__ = ["Perfect"]


class Perfect:
    """Plays the fastest win, or resists as long as it can."""

    name = "perfect"
    remark = ""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A best move."""
        return analyze(position)[0].move

    def close(self) -> None:
        """Nothing is running."""
