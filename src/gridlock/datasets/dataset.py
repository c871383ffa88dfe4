"""Read a dataset into NumPy arrays."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from gridlock.datasets.formats import Columns, format_of, not_a_dataset
from gridlock.datasets.plan import game_of
from gridlock.datasets.rows import COLUMNS, SPLITS, row_type
from gridlock.errors import InvalidChoice, excerpt
from gridlock.rules import Game, Position

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True, eq=False)
class Dataset:
    """Positions of a game with their values: an array per column, a row per position."""

    game: Game
    own: Array
    """The cells of the side to move, as words."""
    opp: Array
    """The cells of the other side."""
    extra: Array
    """What else the game needs."""
    legal: Array
    """The legal moves: bit ``a`` is set if action ``a`` is legal."""
    turn: Array
    """The side to move."""
    winner: Array
    """The side that wins with best play."""
    distance: Array
    """The number of moves until the side to move is stuck."""
    values: Array
    """The value of every action: wins in ``n`` moves, loses in ``-n``, or 0 if it's illegal."""
    symmetry: Array
    """The symmetry class."""
    split: Array
    """0, 1 or 2: an index of :data:`SPLITS`."""

    def __len__(self) -> int:
        return len(self.turn)

    def __repr__(self) -> str:
        return f"<Dataset of {len(self):,} positions of {self.game!r}>"

    def only(self, split: str) -> Dataset:
        """Return the positions of one split: ``train``, ``validation`` or ``test``."""
        if split not in SPLITS:
            raise InvalidChoice(f"The splits are {', '.join(SPLITS)}, not {excerpt(split)}.")
        chosen = self.split == SPLITS.index(split)
        return Dataset(self.game, *(getattr(self, field.name)[chosen] for field in fields(self)[1:]))

    def position(self, row: int) -> Position:
        """Return the position in a row."""
        words = (int(column[row]) for column in (self.own, self.opp, self.extra))
        return self.game.settle(int(self.turn[row]), *words)


def load(path: str | os.PathLike[str], split: str | None = None) -> Dataset:
    """Read a dataset that ``gridlock dataset`` has made, or one split of it."""
    place = Path(path)
    place.stat()  # raises OSError with the name if there is nothing
    columns = format_of(place).read(place)
    dataset = _checked(columns, place)
    return dataset if split is None else dataset.only(split)


def _checked(columns: Columns, path: Path) -> Dataset:
    """Return the dataset; GridlockError if a column is missing or of another type or length."""
    game, arrays = game_of(columns.about), columns.arrays
    kinds = row_type(game)
    rows = len(arrays["own"])
    for name in COLUMNS:
        kind = kinds[name]
        if arrays[name].dtype != kind.base or arrays[name].shape != (rows, *kind.shape):
            raise not_a_dataset(path)
    return Dataset(game, **arrays)
