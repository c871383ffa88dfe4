"""What a player is."""

from __future__ import annotations

from typing import Protocol

from gridlock.clock import Clock
from gridlock.errors import GridlockError
from gridlock.rules import Game, Move, Position

_USUAL = 5.0  # seconds for a move when there is no clock
_SHARE = 20  # a move may take this part of the time that is left
_MARGIN = 0.1  # seconds that are kept back


class PlayerFailed(GridlockError):
    """A player that crashed, hung, or answered with something other than a legal move.

    The message is a sentence, with the last lines that the player printed below it.
    """


class Player(Protocol):
    """Somebody or something that chooses moves."""

    name: str
    """The text by which the player was asked for."""
    remark: str
    """What the player has to say about its last choice; mostly nothing."""

    def get_ready(self, game: Game) -> None:
        """Load or start whatever it takes to play this game, before any clock runs."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A legal move for the side to move; PlayerFailed if there will be none."""

    def close(self) -> None:
        """End whatever the player has running; a choice in another thread is made at once, or fails."""


class Human:
    """A person: the interface that they sit at asks them for their moves."""

    name = "human"
    remark = ""

    def get_ready(self, game: Game) -> None:
        """Nothing is needed."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Nothing: nobody can be asked from here."""
        raise PlayerFailed("A human needs a keyboard, and there is none here.")

    def close(self) -> None:
        """Nothing is running."""


def think_time(position: Position, clock: Clock | None) -> float:
    """Seconds that a bot may think about its move."""
    if clock is None:
        return _USUAL
    left = clock.left(position.turn)
    return max(0.0, min(left - _MARGIN, left / _SHARE + 0.8 * clock.control.increment))
