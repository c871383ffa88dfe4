"""How many moves one side of blockade can make where the other has no say any more."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import flood, king, orthogonal
from gridlock.search.jit import count_bits, inner, njit
from gridlock.search.symmetry import way_to_corner
from gridlock.search.transpositions import find, keep

_ZERO = np.uint64(0)
_LARGEST = 12  # cells in an area that is worked out


@inner
def usable(board: Any, place: Any, empty: Any) -> Any:
    """The empty cells that a marker can ever step on or block, and its own."""
    return king(board, flood(board, place, empty) | place) & (empty | place)


@njit
def most_moves(board: Any, place: Any, area: Any, table: Any) -> Any:
    """How many moves a marker can make alone, where so many cells beside its own are empty: the least and the
    most that it can be. They differ if the area is too large to work out.

    Each move blocks a cell, so there are no more moves than cells. What was found is kept in the table, where
    no position has nobody in its second word.
    """
    if not orthogonal(board, place) & area:
        return 0, 0
    size = count_bits(area)
    if size <= 1:
        return size, size
    if size > _LARGEST:
        return 1, size
    way = way_to_corner(board, area | place)
    place, area = place >> way, area >> way
    least, _, move = find(table, place, _ZERO, area)
    if move == 0:
        return least, least
    best, steps = 0, orthogonal(board, place) & area
    while steps and best < size:
        step = steps & (_ZERO - steps)
        steps ^= step
        rest = (area | place) ^ step
        blocks = king(board, step) & rest
        while blocks and best < size:
            block = blocks & (_ZERO - blocks)
            blocks ^= block
            left = usable(board, step, rest ^ block) ^ step
            if 1 + count_bits(left) > best:
                best = max(best, 1 + most_moves(board, step, left, table)[0])
    keep(table, place, _ZERO, area, best, best, 0, 8)
    return best, best
