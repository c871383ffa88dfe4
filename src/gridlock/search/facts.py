"""What the theorems see in a position, as plain numbers, for whoever explains them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from gridlock.board import Symmetry
from gridlock.rules import Position
from gridlock.search.kinds import compiled_board, copies, form
from gridlock.search.machine import njit
from gridlock.search.symmetry import copying_tables, partners_of

_board = lru_cache(maxsize=8)(compiled_board)
_maps = lru_cache(maxsize=8)(copying_tables)


def compiled(position: Position) -> tuple[Any, Any, Any, Any]:
    """The board and the words of a position, for compiled code."""
    own, opp, extra = map(np.uint64, position.words)
    return _board(position.game), own, opp, extra


def mirror(position: Position) -> Symmetry | None:
    """The map by which the side that is not to move wins, copying every move; else None.

    It is a turn or flip of the board, or the partners of the game's strategy, -1 for a cell without one.
    """
    number = int(_copied(*compiled(position), _maps(position.game)))
    return None if number < 0 else partners_of(position.game)[number]


@njit
def _copied(board: Any, own: Any, opp: Any, extra: Any, turns: Any) -> Any:
    first, second, third = form(board, own, opp, extra)
    for number in range(turns.shape[0]):
        if copies(board, first, second, third, turns[number]):
            return number
    return -1
