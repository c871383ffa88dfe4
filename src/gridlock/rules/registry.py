"""Which games there are: the five that come with the package, and those of others, found in the same way.

A game of another package is announced by an entry point of the group ``gridlock.games``, whose name is the
game's id and whose value is ``module:Class``. A file that is not installed is named by the environment
variable GRIDLOCK_GAMES. Neither can take the place of one of the five.
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
"""The group of entry points by which other packages announce games."""

FILES = "GRIDLOCK_GAMES"
"""The environment variable that names files with games which are not installed."""

_OURS = {
    "spread": "gridlock.games.spread:Spread",
    "crossfire": "gridlock.games.crossfire:Crossfire",
    "lightcycle": "gridlock.games.lightcycle:LightCycle",
    "trail": "gridlock.games.trail:Trail",
    "blockade": "gridlock.games.blockade:Blockade",
}

_PARTS = ("title", "summary", "size", "letters", "rules")  # of a game class, without a value in Game
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

FIVE = tuple(_OURS)
"""The ids of the games that come with the package."""


class _Games(Mapping[str, type[Game]]):
    """Every game by its id, loaded when it is first asked for. Others' are looked for only if need be."""

    def __init__(self) -> None:
        self._loaded: dict[str, type[Game]] = {}
        self._others: dict[str, type[Game]] | None = None

    def __getitem__(self, id: str) -> type[Game]:
        if id not in self._loaded:
            kind = _load(_OURS[id]) if id in _OURS else self._find_others()[id]
            self._loaded[id] = kind
        return self._loaded[id]

    def __iter__(self) -> Iterator[str]:
        return iter([*_OURS, *self._find_others()])

    def __len__(self) -> int:
        return len(_OURS) + len(self._find_others())

    def _find_others(self) -> dict[str, type[Game]]:
        if self._others is None:
            others: dict[str, type[Game]] = {}
            for kind in sorted([*_announced(), *_in_files()], key=lambda kind: kind.id):
                if kind.id in _OURS or kind.id in others:
                    told = f"There already is a game {kind.id}; the one in {kind.__module__} is ignored."
                    warnings.warn(told, stacklevel=2)
                else:
                    others[kind.id] = kind
            self._others = others
        return self._others


GAMES: Mapping[str, type[Game]] = _Games()
"""Every game by its id."""


def _load(place: str) -> type[Game]:
    module, _, name = place.partition(":")
    kind: type[Game] = getattr(import_module(module), name)
    return kind


def _announced() -> Iterator[type[Game]]:
    """The games of other packages; one that cannot be loaded is passed over with a warning."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        with _passed_over(f"The game {excerpt(point.name)} of {excerpt(point.value, 80)}"):
            kind = point.load()
            if not (isinstance(kind, type) and issubclass(kind, Game) and hasattr(kind, "id")):
                raise InvalidGame("it is not a game with an id")
            if kind.id != point.name:
                raise InvalidGame(f"its id is {excerpt(str(kind.id))}")
            _check_parts(kind)
            yield kind


def _in_files() -> Iterator[type[Game]]:
    """The games in the files that the environment names; those that cannot be loaded are passed over, too."""
    texts = filter(None, os.environ.get(FILES, "").split(os.pathsep))
    for path in dict.fromkeys(Path(text).expanduser().absolute() for text in texts):
        with _passed_over(str(path)):
            yield from _games_in(path)


@contextmanager
def _passed_over(name: str) -> Iterator[None]:
    """Load a game in here: if it cannot be, a warning says why. Not even one that exits ends the program."""
    try:
        yield
    except (Exception, SystemExit) as error:
        reason = str(error) if isinstance(error, InvalidGame) else f"{type(error).__name__}: {error}"
        warnings.warn(f"{name} cannot be loaded: {shortened(reason, 200).rstrip('.: ')}.", stacklevel=2)


def _games_in(path: Path) -> list[type[Game]]:
    module = _module_of(path)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game)]
    own = [kind for kind in kinds if kind.__module__ == module.__name__ and hasattr(kind, "id")]
    if not own:
        raise InvalidGame("there is no game in it")
    for kind in own:
        _check_parts(kind)
    return own


def _check_parts(kind: type[Game]) -> None:
    """InvalidGame unless a game has all that a game has, and can be made in its standard size."""
    missing = [name for name in _PARTS if not hasattr(kind, name)] + sorted(kind.__abstractmethods__)
    if missing:
        raise InvalidGame(f"the game {kind.__name__} lacks {', '.join(missing)}")
    if not _ID.fullmatch(kind.id):
        raise InvalidGame(f"the id of a game is letters, digits, - and _, not {excerpt(kind.id)}")
    rows, cols = kind.size
    _made(kind, rows, cols, tuple(_standard_options(kind).items()))


def _module_of(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise InvalidGame("it is not a Python file")
    module = module_from_spec(spec)
    sys.modules[path.stem] = module  # by this name its classes are found again, in pickles and machine code
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


def make(id: str, rows: int | None = None, cols: int | None = None, **options: str) -> Game:
    """The game with this id, on its standard board or on one of another size; options by name."""
    return make_with(id, rows, cols, options)


def make_with(id: str, rows: int | None, cols: int | None, options: Mapping[str, str]) -> Game:
    """The same as :func:`make`, for options that come from a file and may have any name."""
    kind = GAMES.get(id)
    if kind is None:
        meant = did_you_mean(id, GAMES)
        raise InvalidGame(f"There is no game {excerpt(id)}: choose one of {', '.join(GAMES)}.{meant}")
    standard_rows, standard_cols = kind.size
    chosen = _standard_options(kind) | dict(options)
    for name, value in chosen.items():
        _check_option(kind, name, value)
    return _made(
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
def _made(kind: type[Game], rows: int, cols: int, options: tuple[tuple[str, str], ...]) -> Game:
    game = kind(rows, cols, dict(options))
    if game.actions > MAX_ACTIONS:
        size, actions = game.size_text, game.actions
        raise InvalidGame(f"A game has at most {MAX_ACTIONS} actions; {kind.id} on {size} has {actions}.")
    game.first_words()  # raises if the board has no room for the start
    return game
