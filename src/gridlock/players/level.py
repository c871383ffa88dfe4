"""Opponents of ten strengths."""

from __future__ import annotations

from random import Random

from gridlock.clock import Clock
from gridlock.games import Move, Position

__all__ = ["LEVELS", "Level"]

LEVELS = 10


class Level:
    """Sees only so much."""

    remark = ""

    def __init__(self, level: int, random: Random) -> None:
        self.name = f"level:{level}"
        self._random = random

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A move."""
        return self._random.choice(position.legal_moves())

    def close(self) -> None:
        """Nothing is running."""
