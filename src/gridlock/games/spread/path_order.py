"""Normal form of Spread positions on one row or column: sort the stretches."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.jit import count_bits, inner, lowest_bit

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ALL = np.uint64(2**64 - 1)


@inner
def sorted_stretches(mine: Any, yours: Any) -> Any:
    """The open cells of both sides with the stretches sorted and oriented, one cell apart.

    Stretches are independent, so their places don't matter. Only the length of a stretch counts, and the
    sides its end cells are open to.
    """
    codes = np.empty(33, dtype=np.int64)
    number = 0
    cells = mine | yours
    while cells:
        word = cells & ~(cells + (cells & (_ZERO - cells)))  # the lowest run of cells
        cells ^= word
        first, length = lowest_bit(word), count_bits(word)
        left, right = _open_to(mine, yours, first), _open_to(mine, yours, first + length - 1)
        code = length << 4 | max(left, right) << 2 | min(left, right)
        place = number
        while place > 0 and codes[place - 1] < code:
            codes[place] = codes[place - 1]
            place -= 1
        codes[place] = code
        number += 1
    return _placed(codes, number)


@inner
def _open_to(mine: Any, yours: Any, cell: Any) -> Any:
    """1 if a cell is open to me, 2 to you, 3 to both."""
    bit = np.uint64(cell)
    return np.int64(mine >> bit & _ONE | (yours >> bit & _ONE) << _ONE)


@inner
def _placed(codes: Any, number: Any) -> Any:
    mine, yours, place = _ZERO, _ZERO, 0
    for index in range(number):
        length, left, right = codes[index] >> 4, codes[index] >> 2 & 3, codes[index] & 3
        word = _ALL >> np.uint64(64 - length) << np.uint64(place)
        start, end = _ONE << np.uint64(place), _ONE << np.uint64(place + length - 1)
        not_mine = (_ZERO if left & 1 else start) | (_ZERO if right & 1 else end)
        not_yours = (_ZERO if left & 2 else start) | (_ZERO if right & 2 else end)
        mine |= word & ~not_mine
        yours |= word & ~not_yours
        place += length + 1
    return mine, yours
