"""For games in which only the cells matter that are still open to either side."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.kinds import legal
from gridlock.search.machine import count_bits, inner

__all__ = ["counted", "open_cells"]

_BYTE = np.uint64(8)


@inner
def open_cells(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The cells open to the side to move and those open to the other; a cell open to nobody is gone."""
    return legal(board, own, opp, extra), legal(board, opp, own, extra)


@inner
def counted(mine: Any, yours: Any, my_private: Any, your_private: Any) -> Any:
    """What matters of a position, as a key: the open cells, but of those that are private only how many.

    A cell is private to a side if nothing can close it and taking it closes nothing: it is a move in hand,
    and as good as any other. The lowest byte of the last word is 0.
    """
    numbers = np.uint64(count_bits(my_private)) << _BYTE | np.uint64(count_bits(your_private))
    return mine ^ my_private, yours ^ your_private, numbers << _BYTE
