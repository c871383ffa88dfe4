"""Remove open cells of Spread that are never needed because a neighbour is never worse."""

from __future__ import annotations

from typing import Any

from gridlock.board import east, north, south, west
from gridlock.search.jit import inner


@inner
def tall(board: Any, cells: Any) -> Any:
    """These cells and those above and below them."""
    return cells | north(board, cells) | south(board, cells)


@inner
def wide(board: Any, cells: Any) -> Any:
    """These cells and those to the left and right of them."""
    return cells | east(board, cells) | west(board, cells)


@inner
def trimmed(board: Any, mine: Any, yours: Any) -> Any:
    """My open cells without those that I never need.

    Take two touching cells that are open only to me, where every open cell of mine that touches the first
    also touches the second. Then I never need the second: a token on the first closes no more to me, neither
    closes anything to you, and whatever closes the first to me closes the second as well.

    So a cell isn't needed if a neighbour, also open only to me, has nothing of mine on its far side. That
    neighbour is never removed in the same direction, so each direction can be done at once.
    """
    while True:
        before = mine
        mine &= yours | ~east(board, mine & ~(yours | east(board, tall(board, mine))))
        mine &= yours | ~west(board, mine & ~(yours | west(board, tall(board, mine))))
        mine &= yours | ~south(board, mine & ~(yours | south(board, wide(board, mine))))
        mine &= yours | ~north(board, mine & ~(yours | north(board, wide(board, mine))))
        mine = trimmed_at_corners(board, mine, yours)
        if mine == before:
            return mine


@inner
def trimmed_at_corners(board: Any, mine: Any, yours: Any) -> Any:
    """The same for diagonal neighbours, which have a far side in both directions."""
    far = yours | east(board, tall(board, mine)) | south(board, wide(board, mine))
    mine &= yours | ~east(board, south(board, mine & ~far))
    far = yours | east(board, tall(board, mine)) | north(board, wide(board, mine))
    mine &= yours | ~east(board, north(board, mine & ~far))
    far = yours | west(board, tall(board, mine)) | south(board, wide(board, mine))
    mine &= yours | ~west(board, south(board, mine & ~far))
    far = yours | west(board, tall(board, mine)) | north(board, wide(board, mine))
    return mine & (yours | ~west(board, north(board, mine & ~far)))
