"""Count a side's moves in Blockade once the other side can't interfere."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import flood, king, orthogonal
from gridlock.search.jit import count_bits, inner, njit
from gridlock.search.symmetry import way_to_corner
from gridlock.search.transpositions import probe, record

_ZERO = np.uint64(0)
_MAX_CELLS = 12  # cells in an area to solve exactly


@inner
def usable(board: Any, place: Any, empty: Any) -> Any:
    """A marker's cell, and the empty cells it can ever step on or block."""
    return king(board, flood(board, place, empty) | place) & (empty | place)


@njit
def most_moves(board: Any, place: Any, area: Any, table: Any) -> Any:
    """The least and the most moves a marker can make alone in an area of empty cells; different if it is too
    large.

    Each move blocks a cell, so there are no more moves than cells. Results go into the transposition table;
    the second word of a position's key is never empty, so the keys can't clash.
    """
    if not orthogonal(board, place) & area:
        return 0, 0
    size = count_bits(area)
    if size <= 1:
        return size, size
    if size > _MAX_CELLS:
        return 1, size
    way = way_to_corner(board, area | place)
    place, area = place >> way, area >> way
    least, _, move = probe(table, place, _ZERO, area)
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
    record(table, place, _ZERO, area, best, best, 0, 8)
    return best, best
