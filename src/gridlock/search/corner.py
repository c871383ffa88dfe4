"""Where a form lies on the board makes no difference in some games: it is moved to the first corner."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.machine import inner, lowest_bit


@inner
def way_to_corner(board: Any, cells: Any) -> Any:
    """By how much a set that is not empty has to be shifted to lie in the first row and the first column."""
    folded, cols = cells, board.cols
    while cols < board.size:
        folded |= folded >> np.uint64(cols)
        cols += cols
    return np.uint64(lowest_bit(cells) // board.cols * board.cols + lowest_bit(folded & board.top_row))
