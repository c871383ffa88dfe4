"""The registry of games: the five built-in ones, and games from plug-ins.

A package adds a game with an entry point in the group ``gridlock.games``: its name is the game's id, its
value ``module:Class``. GRIDLOCK_GAMES lists files with games that aren't installed. Neither can replace a
built-in game.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from gridlock.errors import InvalidGame, did_you_mean, excerpt, shortened
from gridlock.rules.game import MAX_ACTIONS, Game

GROUP = "gridlock.games"
"""The entry point group for games from other packages."""

FILES = "GRIDLOCK_GAMES"
"""The environment variable that lists files with games."""

_BUILT_IN = {
    "spread": "gridlock.games.spread:Spread",
    "crossfire": "gridlock.games.crossfire:Crossfire",
    "lightcycle": "gridlock.games.lightcycle:LightCycle",
    "trail": "gridlock.games.trail:Trail",
    "blockade": "gridlock.games.blockade:Blockade",
}

_REQUIRED = ("title", "summary", "size", "letters", "rules")  # attributes that a game class must define
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

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
                    message = f"There already is a game {kind.id}; the one in {kind.__module__} is ignored."
                    warnings.warn(message, stacklevel=2)
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
        with _warn_on_failure(str(path)):
            yield from _games_in(path)


@contextmanager
def _warn_on_failure(name: str) -> Iterator[None]:
    """Turn an error while loading a game into a warning, even if the game tries to exit."""
    try:
        yield
    except (Exception, SystemExit) as error:
        reason = str(error) if isinstance(error, InvalidGame) else f"{type(error).__name__}: {error}"
        warnings.warn(f"{name} cannot be loaded: {shortened(reason, 200).rstrip('.: ')}.", stacklevel=2)


def _games_in(path: Path) -> list[type[Game]]:
    module = _import_file(path)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game)]
    own = [kind for kind in kinds if kind.__module__ == module.__name__ and hasattr(kind, "id")]
    if not own:
        raise InvalidGame("there is no game in it")
    for kind in own:
        _check_class(kind)
    return own


def _check_class(kind: type[Game]) -> None:
    """Raise InvalidGame unless a class defines everything a game needs and its standard board works."""
    missing = [name for name in _REQUIRED if not hasattr(kind, name)] + sorted(kind.__abstractmethods__)
    if missing:
        raise InvalidGame(f"the game {kind.__name__} lacks {', '.join(missing)}")
    if not _ID.fullmatch(kind.id):
        raise InvalidGame(f"the id of a game is letters, digits, - and _, not {excerpt(kind.id)}")
    rows, cols = kind.size
    _build(kind, rows, cols, tuple(_standard_options(kind).items()))


def _import_file(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InvalidGame("it is not a Python file")
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # lets pickle and Numba find its classes
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


def make(id: str, rows: int | None = None, cols: int | None = None, **options: str) -> Game:
    """Return a game by id, on its standard board or another size, with options by name."""
    return make_with(id, rows, cols, options)


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
    return _build(
        kind,
        standard_rows if rows is None else rows,
        standard_cols if cols is None else cols,
        tuple(chosen.items()),
    )


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
    if game.actions > MAX_ACTIONS:
        size, actions = game.size_text, game.actions
        raise InvalidGame(f"A game has at most {MAX_ACTIONS} actions; {kind.id} on {size} has {actions}.")
    game.first_words()  # raises if the board is too small for the start
    return game
