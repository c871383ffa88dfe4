"""Bounds on the number of tokens a side of Spread can still place."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import king
from gridlock.search.jit import count_bits, inner

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def reserve(board: Any, mine: Any, yours: Any, begins: Any) -> Any:
    """A number of moves that can't be taken away, from cells open to me of which no two touch.

    Those open only to me stay open. Of those open to both, each of your moves closes at most one, and each of
    mine uses one: I get half of them, and the odd one too if I begin.
    """
    count, shared = 0, 1 if begins else 0
    only, both = mine & ~yours, mine & yours
    while only:
        near = king(board, only & (_ZERO - only))
        only &= ~near
        both &= ~near
        count += 1
    while both:
        both &= ~king(board, both & (_ZERO - both))
        shared += 1
    return count + shared // 2


@inner
def cover(board: Any, cells: Any) -> Any:
    """The number of 2x2 blocks that cover a set, which limits the tokens placed in it.

    Any two cells of a block touch, so each block takes at most one token. The first uncovered cell gets the
    block that extends to its left or its right, whichever covers more.
    """
    count, down = 0, np.uint64(board.down)
    while cells:
        cell = cells & (_ZERO - cells)
        right = cell | cell << _ONE & board.not_west
        left = cell | cell >> _ONE & board.not_east
        right |= right << down & board.not_north
        left |= left << down & board.not_north
        cells &= ~right if count_bits(right & cells) >= count_bits(left & cells) else ~left
        count += 1
    return count
