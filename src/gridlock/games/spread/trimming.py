"""Cells of spread that nobody needs: those that another cell, open to the same side alone, is never worse than."""

from __future__ import annotations

from typing import Any

from gridlock.board import east, north, south, west
from gridlock.search.machine import inner

__all__ = ["trimmed"]


@inner
def trimmed(board: Any, mine: Any, yours: Any) -> Any:
    """My open cells without those that I never need.

    Take two touching cells that are open only to me, and let each open cell of mine that touches the first also
    touch the second. Then I never need the second: a token on the first closes no more to me, neither closes
    anything to you, and whatever closes the first closes the second too. So a cell is not needed if there is
    nothing of mine on the far side of its neighbour. Opposite neighbours cannot spare each other at the same
    time, so each direction is done at once.
    """
    while True:
        before = mine
        beside = mine | north(board, mine) | south(board, mine)
        mine &= yours | ~east(board, mine & ~(yours | east(board, beside)))
        beside = mine | north(board, mine) | south(board, mine)
        mine &= yours | ~west(board, mine & ~(yours | west(board, beside)))
        beside = mine | east(board, mine) | west(board, mine)
        mine &= yours | ~south(board, mine & ~(yours | south(board, beside)))
        beside = mine | east(board, mine) | west(board, mine)
        mine &= yours | ~north(board, mine & ~(yours | north(board, beside)))
        mine = corners(board, mine, yours)
        if mine == before:
            return mine


@inner
def corners(board: Any, mine: Any, yours: Any) -> Any:
    """The same for cells that touch at a corner."""
    beside, above = mine | north(board, mine) | south(board, mine), mine | east(board, mine) | west(board, mine)
    spare = mine & ~(yours | east(board, beside) | south(board, above))
    mine &= yours | ~east(board, south(board, spare))
    beside, above = mine | north(board, mine) | south(board, mine), mine | east(board, mine) | west(board, mine)
    spare = mine & ~(yours | east(board, beside) | north(board, above))
    mine &= yours | ~east(board, north(board, spare))
    beside, above = mine | north(board, mine) | south(board, mine), mine | east(board, mine) | west(board, mine)
    spare = mine & ~(yours | west(board, beside) | south(board, above))
    mine &= yours | ~west(board, south(board, spare))
    beside, above = mine | north(board, mine) | south(board, mine), mine | east(board, mine) | west(board, mine)
    spare = mine & ~(yours | west(board, beside) | north(board, above))
    return mine & (yours | ~west(board, north(board, spare)))
