"""What spread and crossfire have in common: only the cells still open to either side matter."""

from __future__ import annotations

from typing import Any

from gridlock.search.kinds import legal
from gridlock.search.machine import inner

__all__ = ["open_cells"]


@inner
def open_cells(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The cells open to the side to move and those open to the other; a cell open to nobody is gone."""
    return legal(board, own, opp, extra), legal(board, opp, own, extra)
