"""What is known of crossfire, which is Snort (Conway; Bullock's safe moves come from Domineering)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import lines
from gridlock.games.crossfire.line_order import sorted_lines
from gridlock.rules import Position
from gridlock.search.facts import compiled
from gridlock.search.kinds import Knowledge
from gridlock.search.machine import count_bits, inner, njit
from gridlock.search.open_cells import counted, open_cells
from gridlock.search.symmetry import swaps, turned

__all__ = ["KNOWLEDGE", "SAFE", "copies", "key", "outlasts", "promise", "safe", "safe_cells", "verdict"]

SAFE = np.uint64(2)

_ZERO = np.uint64(0)


@inner
def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """Leave many cells to yourself and few to the other side."""
    yours, mine = open_cells(board, own, opp, extra)
    return count_bits(mine) - count_bits(yours)


@inner
def safe(board: Any, mine: Any, yours: Any) -> Any:
    """Cells open to me on no line of which anything is open to you: moves that nothing can take away.

    Only a marker on one of its lines closes a cell, and you cannot place one there. My own markers close
    nothing to me.
    """
    return mine & ~lines(board, yours)


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The open cells, and how many safe moves either side has: one that is made closes nothing to anybody.

    Lines that can be swapped are in order.
    """
    mine, yours = open_cells(board, own, opp, extra)
    mine, yours = sorted_lines(board, mine, yours)
    return counted(mine, yours, safe(board, mine, yours), safe(board, yours, mine))


@inner
def outlasts(board: Any, mine: Any, yours: Any) -> Any:
    """1 if the mover has more safe moves than the other side has cells; -1 the other way round."""
    if count_bits(safe(board, mine, yours)) > count_bits(yours):
        return 1
    if count_bits(safe(board, yours, mine)) >= count_bits(mine):
        return -1
    return 0


@inner
def copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Whether each cell open to the mover has a partner on no line with it that is open to the other side.

    Then the other side answers every move in the partner of its cell. That was open to it, and the move has
    not closed it, as it is on another line. Afterwards the same holds again: the turn takes the cells that
    the answer has closed to the mover to those that the move has closed to the other side.
    """
    mine, yours = open_cells(board, own, opp, extra)
    if turned(mine, turn) & ~yours or not swaps(mine, turn):
        return False
    while mine:
        cell = mine & (_ZERO - mine)
        if turned(cell, turn) & lines(board, cell):
            return False
        mine ^= cell
    return True


@inner
def verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """What the theorems that are switched on say of a position."""
    mine, yours = open_cells(board, own, opp, extra)
    return outlasts(board, mine, yours) if theorems & SAFE else 0


KNOWLEDGE = Knowledge(key, promise, verdict, copies, {"safe": int(SAFE)})


@njit
def _safe_cells(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_cells(board, own, opp, extra)
    return safe(board, mine, yours), safe(board, yours, mine)


def safe_cells(position: Position) -> tuple[int, int]:
    """The cells open to either side that nothing can close to it any more."""
    own, opp = _safe_cells(*compiled(position))
    return int(own), int(opp)
