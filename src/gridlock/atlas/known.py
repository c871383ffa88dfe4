"""Who wins a board, without a search: the answers of the atlas that come with the package.

They are kept in the rooms of the games, one file a variant, which ``scripts/docs.py`` writes from the atlas
in ``docs``: a line for each board whose winner is known, such as ``5x5 2 14``, or ``7x7 2`` if the number of
moves is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gridlock.atlas.entries import Atlas, Shape
from gridlock.board import read_size
from gridlock.rules import Game
from gridlock.rules.resources import resource
from gridlock.rules.variant import Variant
from gridlock.search import Value


def known(game: Game) -> Value | None:
    """The value of a game's start, if the atlas knows it; its ``moves`` are None if only the winner is known.

    None for a board that is open, and for a game that came without an atlas.
    """
    values = _values(type(game), file_of(Variant.of(game)))
    shape = game.rows, game.cols
    if shape not in values and game.transposable:
        shape = game.cols, game.rows
    return values.get(shape)


def file_of(variant: Variant) -> str:
    """The name of the file in a game's room."""
    return variant.file("atlas")


def known_text(atlas: Atlas) -> str:
    """What an atlas knows, as the text of such a file."""
    lines = (
        f"{entry.size_text} {entry.winner}{'' if entry.moves is None else f' {entry.moves}'}\n"
        for entry in atlas.solved()
    )
    return "".join(lines)


@cache
def _values(kind: type[Game], file: str) -> Mapping[Shape, Value]:
    values = {}
    for line in (resource(kind, file) or "").splitlines():
        size, winner, *moves = line.split()
        values[read_size(size)] = Value(int(winner), int(moves[0]) if moves else None)
    return values
