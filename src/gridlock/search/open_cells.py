"""For games in which only the cells matter that are still open to either side."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.kinds import legal
from gridlock.search.machine import inner

__all__ = ["key", "open_cells"]

_ZERO = np.uint64(0)


@inner
def open_cells(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The cells open to the side to move and those open to the other; a cell open to nobody is gone."""
    return legal(board, own, opp, extra), legal(board, opp, own, extra)


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The cells open to either side; a cell open to nobody is gone."""
    mine, yours = open_cells(board, own, opp, extra)
    return mine, yours, _ZERO
