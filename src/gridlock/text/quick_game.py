"""The quick game: a board on which both sides have something to decide, in the seat that can be won."""

from __future__ import annotations

from gridlock.atlas import known
from gridlock.rules import Game, make

GENTLE = "level:2"
"""The bot that a quick game is played against."""


def quick_game(kind: type[Game]) -> Game:
    """A game on a board on which both sides have something to decide."""
    return make(kind.id, *kind.quick_size or kind.size)


def quick_seat(game: Game) -> int:
    """The side that can win a game from its start, if that is known, else the first."""
    value = known(game)
    return value.winner if value else 1
