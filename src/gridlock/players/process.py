"""Players that are programs of their own."""

from __future__ import annotations

from gridlock.clock import Clock
from gridlock.games import Move, Position
from gridlock.players.player import PlayerFailed

__all__ = ["EngineBot"]


class EngineBot:
    """A program that speaks UGI."""

    remark = ""

    def __init__(self, command: str) -> None:
        self.name = f"engine:{command}"

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A move."""
        raise PlayerFailed("Not there yet.")

    def close(self) -> None:
        """Nothing is running."""
