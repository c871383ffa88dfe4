"""Normal form of Crossfire positions on long boards: sort the lines that can be swapped."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.jit import inner

_ONE = np.uint64(1)


@inner
def sorted_lines(board: Any, mine: Any, yours: Any) -> Any:
    """The open cells of both sides, with the rows or columns that no diagonal crosses sorted.

    If only the two long diagonals count, swapping two such lines doesn't change the game.
    """
    rows, cols = board.rows, board.cols
    if board.short_diagonals:
        return mine, yours
    if rows > cols + 1:  # the rows below both diagonals; cells of a row are 1 apart, rows are cols apart
        return _sorted(mine, yours, cols, rows, cols, cols, 1)
    if cols > 2 * rows + 1:  # the columns between the diagonals; cells of a column are cols apart
        return _sorted(mine, yours, rows, cols - rows, 1, rows, cols)
    return mine, yours


@inner
def _sorted(mine: Any, yours: Any, first: Any, last: Any, step: Any, length: Any, apart: Any) -> Any:
    """Sort lines ``first`` to ``last - 1``, which start ``step`` apart and have ``length`` cells, ``apart``
    from each other.
    """
    codes = np.empty(64, dtype=np.uint64)
    for line in range(first, last):
        code = _code(mine, yours, line * step, length, apart)
        place = line
        while place > first and codes[place - 1] < code:
            codes[place] = codes[place - 1]
            place -= 1
        codes[place] = code
    for line in range(first, last):
        for number in range(length):
            cell = np.uint64(line * step + number * apart)
            is_mine = codes[line] >> np.uint64(2 * number) & _ONE
            is_yours = codes[line] >> np.uint64(2 * number + 1) & _ONE
            mine = mine & ~(_ONE << cell) | is_mine << cell
            yours = yours & ~(_ONE << cell) | is_yours << cell
    return mine, yours


@inner
def _code(mine: Any, yours: Any, start: Any, length: Any, apart: Any) -> Any:
    """The sides a line's cells are open to, two bits per cell."""
    code = np.uint64(0)
    for number in range(length):
        cell = np.uint64(start + number * apart)
        code |= (mine >> cell & _ONE | (yours >> cell & _ONE) << _ONE) << np.uint64(2 * number)
    return code
