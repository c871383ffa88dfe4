"""What the theorems see in a position, as plain numbers, for whoever explains them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from gridlock.board import Symmetry
from gridlock.rules import Position
from gridlock.search.kinds import compiled_board, copies
from gridlock.search.machine import njit
from gridlock.search.symmetry import turns_of

__all__ = ["compiled", "mirror"]

_board = lru_cache(maxsize=8)(compiled_board)
_turns = lru_cache(maxsize=8)(turns_of)


def compiled(position: Position) -> tuple[Any, Any, Any, Any]:
    """The board and the words of a position, for compiled code."""
    own, opp, extra = map(np.uint64, position.words)
    return _board(position.game), own, opp, extra


def mirror(position: Position) -> Symmetry | None:
    """The turn or flip by which the side that is not to move wins, copying every move; else None."""
    number = int(_copied(*compiled(position), _turns(position.game)))
    return None if number < 0 else position.game.symmetries[1 + number]


@njit
def _copied(board: Any, own: Any, opp: Any, extra: Any, turns: Any) -> Any:
    for number in range(turns.shape[0]):
        if copies(board, own, opp, extra, turns[number]):
            return number
    return -1
