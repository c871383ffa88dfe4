"""Values of starting positions from the atlas that comes with the package, without a search.

Each game's package has a file per variant, which ``scripts/docs.py`` writes from the atlas in ``docs``. It
has a line for each solved board, such as ``5x5 2 14``, or ``7x7 2`` if the number of moves is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gridlock.atlas.entries import Shape
from gridlock.board import read_size
from gridlock.rules import Game
from gridlock.rules.resources import resource
from gridlock.rules.variant import Variant
from gridlock.search import Value


def known(game: Game) -> Value | None:
    """Return the value of a game's start, with ``moves`` None if only the winner is known.

    Returns None for an open board, and for a game without an atlas.
    """
    values = _values(type(game), file_of(Variant.of(game)))
    shape = game.rows, game.cols
    if shape not in values and game.transposable:
        shape = game.cols, game.rows
    return values.get(shape)


def file_of(variant: Variant) -> str:
    """The name of the file in a game's package."""
    return variant.file("atlas")


@cache
def _values(kind: type[Game], file: str) -> Mapping[Shape, Value]:
    values = {}
    for line in (resource(kind, file) or "").splitlines():
        size, winner, *moves = line.split()
        values[read_size(size)] = Value(int(winner), int(moves[0]) if moves else None)
    return values
