"""The interface of players, human players, and thinking time."""

from __future__ import annotations

from typing import Protocol

from gridlock.clock import Clock
from gridlock.errors import GridlockError
from gridlock.rules import Game, Move, Position

_DEFAULT = 5.0  # seconds for a move when there is no clock
_SHARE = 20  # a move may take 1/20 of the time left
_MARGIN = 0.1  # seconds in reserve


class PlayerFailed(GridlockError):
    """A player crashed, hung, or didn't answer with a legal move.

    The message is a sentence, followed by the last lines that the player printed.
    """


class Player(Protocol):
    """A person, bot or program that chooses moves."""

    name: str
    """The text that names the player."""
    remark: str
    """The player's comment on its last move; usually empty."""

    def get_ready(self, game: Game) -> None:
        """Load or start everything needed for this game, before the clock runs."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return a legal move for the side to move, or raise PlayerFailed."""

    def close(self) -> None:
        """Stop everything the player runs; a ``choose`` in another thread returns at once or fails."""


class Human:
    """A person; the user interface asks for their moves."""

    name = "human"
    remark = ""

    def get_ready(self, game: Game) -> None:
        """Do nothing."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Raise PlayerFailed: there is no user interface here."""
        raise PlayerFailed("A human needs a keyboard, and there isn't one here.")

    def close(self) -> None:
        """Do nothing."""


def think_time(position: Position, clock: Clock | None) -> float:
    """Return how long a bot may think about its move, in seconds."""
    if clock is None:
        return _DEFAULT
    left = clock.left(position.turn)
    return max(0.0, min(left - _MARGIN, left / _SHARE + 0.8 * clock.control.increment))
