"""The quick game: an easy bot, an interesting board, and the seat that can win."""

from __future__ import annotations

from gridlock.atlas import known
from gridlock.rules import Game, make

EASY_BOT = "level:2"
"""The opponent in a quick game."""


def quick_game(kind: type[Game]) -> Game:
    """Make a game on its quick board, where the choices of both sides matter."""
    return make(kind.id, *kind.quick_size or kind.size)


def quick_seat(game: Game) -> int:
    """Return the side that wins with best play, or 1 if that isn't known."""
    value = known(game)
    return value.winner if value else 1
