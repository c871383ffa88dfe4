"""The registry of games: the five built-in ones, and games from plug-ins.

A package adds a game with an entry point in the group ``gridlock.games``: its name is the game's id, its
value ``module:Class``. GRIDLOCK_GAMES lists files and folders with games that aren't installed. Neither can
replace a built-in game.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path

from gridlock.board import read_size
from gridlock.errors import GridlockError, InvalidGame, did_you_mean, excerpt, shortened
from gridlock.rules.game import Game

GROUP = "gridlock.games"
"""The entry point group for games from other packages."""

FILES = "GRIDLOCK_GAMES"
"""The environment variable that lists files and folders with games."""

_BUILT_IN = {
    "spread": "gridlock.games.spread:Spread",
    "crossfire": "gridlock.games.crossfire:Crossfire",
    "lightcycle": "gridlock.games.lightcycle:LightCycle",
    "trail": "gridlock.games.trail:Trail",
    "blockade": "gridlock.games.blockade:Blockade",
}

_MAX_REASON = 400  # characters

FIVE = tuple(_BUILT_IN)
"""The ids of the built-in games."""


class _Games(Mapping[str, type[Game]]):
    """Games by id, loaded on first use. Plug-ins are searched only when needed."""

    def __init__(self) -> None:
        self._loaded: dict[str, type[Game]] = {}
        self._others: dict[str, type[Game]] | None = None

    def __getitem__(self, id: str) -> type[Game]:
        if id not in self._loaded:
            kind = _load(_BUILT_IN[id]) if id in _BUILT_IN else self._find_others()[id]
            self._loaded[id] = kind
        return self._loaded[id]

    def __iter__(self) -> Iterator[str]:
        return iter([*_BUILT_IN, *self._find_others()])

    def __len__(self) -> int:
        return len(_BUILT_IN) + len(self._find_others())

    def _find_others(self) -> dict[str, type[Game]]:
        if self._others is None:
            others: dict[str, type[Game]] = {}
            for kind in sorted([*_entry_point_games(), *_games_in_files()], key=lambda kind: kind.id):
                if kind.id in _BUILT_IN or kind.id in others:
                    warnings.warn(duplicate_text(kind), stacklevel=2)
                else:
                    others[kind.id] = kind
            self._others = others
        return self._others


GAMES: Mapping[str, type[Game]] = _Games()
"""Every game by id."""


def _load(place: str) -> type[Game]:
    module, _, name = place.partition(":")
    kind: type[Game] = getattr(import_module(module), name)
    return kind


def _entry_point_games() -> Iterator[type[Game]]:
    """Yield the games of other packages, with a warning for each that can't be loaded."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        with _warn_on_failure(f"The game {excerpt(point.name)} of {excerpt(point.value, 80)}"):
            kind = point.load()
            if not (isinstance(kind, type) and issubclass(kind, Game) and hasattr(kind, "id")):
                raise InvalidGame("it is not a game with an id")
            if kind.id != point.name:
                raise InvalidGame(f"its id is {excerpt(str(kind.id))}")
            _check_class(kind)
            yield kind


def _games_in_files() -> Iterator[type[Game]]:
    """Yield the games in the files listed in GRIDLOCK_GAMES, with a warning for each that can't be loaded."""
    texts = filter(None, os.environ.get(FILES, "").split(os.pathsep))
    for path in dict.fromkeys(Path(text).expanduser().absolute() for text in texts):
        try:
            yield from load_file(path)
        except InvalidGame as error:
            warnings.warn(str(error), stacklevel=2)


@contextmanager
def _warn_on_failure(name: str) -> Iterator[None]:
    """Turn an error while loading a game into a warning, even if the game tries to exit."""
    try:
        yield
    except (Exception, SystemExit) as error:
        warnings.warn(_failure(name, error), stacklevel=2)


def _failure(name: str, error: BaseException) -> str:
    """Say in a sentence why a game can't be loaded."""
    reason = (
        str(error) if isinstance(error, GridlockError) else f"{type(error).__name__}: {error}".rstrip(": ")
    )
    if isinstance(error, SystemExit):
        reason = f"it ends the program ({reason}): remove the call of exit"
    elif not isinstance(error, GridlockError):
        reason += _place(error)
    return f"{name} cannot be loaded: {shortened(reason, _MAX_REASON).rstrip('.: ')}."


def _place(error: BaseException) -> str:
    """Name the line where an error was raised; empty if it isn't in a file."""
    from traceback import extract_tb

    *_, last = extract_tb(error.__traceback__)
    return "" if last.filename.startswith("<") else f" ({Path(last.filename).name}, line {last.lineno})"


def _check_class(kind: type[Game]) -> None:
    """Raise InvalidGame unless a game's standard board works."""
    rows, cols = kind.size
    _build(kind, rows, cols, tuple(_standard_options(kind).items()))


def load_file(path: Path) -> list[type[Game]]:
    """Return the games in a file or folder, checked; InvalidGame says in a sentence what's wrong with it."""
    from gridlock.rules.game_files import games_in  # most people have no such files

    path = path.expanduser().absolute()
    try:
        kinds = games_in(path)
        for kind in kinds:
            _check_class(kind)
    except (Exception, SystemExit) as error:
        raise InvalidGame(_failure(str(path), error)) from error
    return kinds


def duplicate_text(kind: type[Game]) -> str:
    """Say that a game's id is taken."""
    from gridlock.rules.game_files import source_of

    place = source_of(kind) or kind.__module__
    return f"There already is a game {kind.id}, so the one in {place} is ignored: change its id."


def make(
    id: str,
    rows: int | None = None,
    cols: int | None = None,
    *,
    size: str | tuple[int, int] | None = None,
    **options: str,
) -> Game:
    """Return a game by id, on its standard board or another size, with options by name.

    The size is given as rows and columns, or as ``size="6x6"``.
    """
    if size is not None:
        if rows is not None or cols is not None:
            raise InvalidGame("Give a size either as rows and cols or as size, not both.")
        rows, cols = _read_size(size)
    return make_with(id, rows, cols, options)


def _read_size(size: str | tuple[int, int]) -> tuple[int, int]:
    if isinstance(size, str):
        return read_size(size)
    if not isinstance(size, tuple | list) or len(size) != 2:
        raise InvalidGame(f"A size is rows x columns, such as '5x5' or (5, 5), not {excerpt(repr(size))}.")
    rows, cols = size
    return rows, cols


def make_with(id: str, rows: int | None, cols: int | None, options: Mapping[str, str]) -> Game:
    """Like :func:`gridlock.make`, for options from a file, which may have any name."""
    kind = GAMES.get(id)
    if kind is None:
        meant = did_you_mean(id, GAMES)
        raise InvalidGame(f"There is no game {excerpt(id)}: choose one of {', '.join(GAMES)}.{meant}")
    standard_rows, standard_cols = kind.size
    chosen = _standard_options(kind) | dict(options)
    for name, value in chosen.items():
        _check_option(kind, name, value)
    rows = standard_rows if rows is None else rows
    cols = standard_cols if cols is None else cols
    for number in (rows, cols):
        if type(number) is not int:
            raise InvalidGame(f"Rows and columns are whole numbers, not {excerpt(repr(number))}.")
    return _build(kind, rows, cols, tuple(chosen.items()))


def _standard_options(kind: type[Game]) -> dict[str, str]:
    return {name: values[0] for name, values in kind.variants.items()}


def _check_option(kind: type[Game], name: str, value: str) -> None:
    if name not in kind.variants:
        known = ", ".join(kind.variants) or "none"
        meant = did_you_mean(name, kind.variants)
        raise InvalidGame(f"{kind.id} has no option {excerpt(name)}; it has {known}.{meant}")
    if value not in kind.variants[name]:
        values = " or ".join(kind.variants[name])
        meant = did_you_mean(value, kind.variants[name])
        raise InvalidGame(f"{name} is {values}, not {excerpt(value)}.{meant}")


@cache
def _build(kind: type[Game], rows: int, cols: int, options: tuple[tuple[str, str], ...]) -> Game:
    game = kind(rows, cols, dict(options))
    game.first_words()  # raises if the board is too small for the start
    return game
