"""The games: one module each, and the table of all of them."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from gridlock.errors import InvalidGame, excerpt
from gridlock.games.blockade import Blockade
from gridlock.games.crossfire import Crossfire
from gridlock.games.game import Game
from gridlock.games.lightcycle import LightCycle
from gridlock.games.position import Move, Outcome, Position, other
from gridlock.games.spread import Spread
from gridlock.games.trail import Trail

__all__ = ["GAMES", "Game", "Move", "Outcome", "Position", "make", "make_with", "other"]

GAMES: Mapping[str, type[Game]] = MappingProxyType(
    {game.id: game for game in (Spread, Crossfire, LightCycle, Trail, Blockade)}
)
"""Every game by its id."""


def make(id: str, rows: int | None = None, cols: int | None = None, **options: str) -> Game:
    """The game with this id, on its standard board or on one of another size; options by name."""
    return make_with(id, rows, cols, options)


def make_with(id: str, rows: int | None, cols: int | None, options: Mapping[str, str]) -> Game:
    """The same as :func:`make`, for options that come from a file and may have any name."""
    kind = GAMES.get(id)
    if kind is None:
        raise InvalidGame(f"There is no game {excerpt(id)}: choose one of {', '.join(GAMES)}.")
    standard_rows, standard_cols = kind.size
    chosen = {name: values[0] for name, values in kind.variants.items()} | dict(options)
    for name, value in chosen.items():
        _check_option(kind, name, value)
    return _made(
        kind,
        standard_rows if rows is None else rows,
        standard_cols if cols is None else cols,
        tuple(chosen.items()),
    )


def _check_option(kind: type[Game], name: str, value: str) -> None:
    if name not in kind.variants:
        known = ", ".join(kind.variants) or "none"
        raise InvalidGame(f"{kind.id} has no option {excerpt(name)}; it has {known}.")
    if value not in kind.variants[name]:
        values = " or ".join(kind.variants[name])
        raise InvalidGame(f"{name} is {values}, not {excerpt(value)}.")


@cache
def _made(kind: type[Game], rows: int, cols: int, options: tuple[tuple[str, str], ...]) -> Game:
    game = kind(rows, cols, dict(options))
    game.first_words()  # raises if the board has no room for the start
    return game
