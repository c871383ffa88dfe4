"""What is known of crossfire, which is Snort (Conway; Bullock's safe moves come from Domineering)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import lines
from gridlock.games.crossfire.line_order import sorted_lines
from gridlock.rules import Position
from gridlock.search.dispatch import Knowledge, compiled_position
from gridlock.search.jit import count_bits, inner, lowest_bit, njit
from gridlock.search.open_cells import follow, form, hand, hands, near, open_sets, options
from gridlock.search.scores import outlast
from gridlock.search.symmetry import swaps, turned

SAFE = np.uint64(2)
PRIVATE = np.uint64(4)
CANCEL = np.uint64(8)
ORDER = np.uint64(16)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def safe(board: Any, mine: Any, yours: Any) -> Any:
    """Cells open to me on no line of which anything is open to you: moves that nothing can take away.

    Only a marker on one of its lines closes a cell, and you cannot place one there. My own markers close
    nothing to me.
    """
    if not board.short_diagonals:
        return mine & ~lines(board, yours)
    only, found = mine & ~yours, _ZERO
    while only:  # with so many diagonals, it is quicker to look at each cell
        cell = lowest_bit(only)
        only &= only - _ONE
        if not yours & ~board.near[1, cell]:
            found |= _ONE << np.uint64(cell)
    return found


@inner
def reduce(board: Any, mine: Any, yours: Any, third: Any, theorems: Any) -> Any:
    """Safe cells are taken in hand, as to place there closes nothing; lines that can be swapped are put in
    order.
    """
    my_hand, your_hand = hands(third)
    if theorems & PRIVATE:
        my_safe, your_safe = safe(board, mine, yours), safe(board, yours, mine)
        mine, yours = mine ^ my_safe, yours ^ your_safe
        my_hand, your_hand = my_hand + count_bits(my_safe), your_hand + count_bits(your_safe)
    if theorems & ORDER:
        mine, yours = sorted_lines(board, mine, yours)
    return hand(mine, yours, my_hand, your_hand, theorems & CANCEL)


@inner
def move_score(board: Any, mine: Any, yours: Any, third: Any, move: Any) -> Any:
    """Close many cells to the other side, best where both could have gone; a move in hand can wait."""
    if not mine >> np.uint64(move) & _ONE:
        return -1000
    return 4 * count_bits(yours & ~board.near[1, move]) + 3 * np.int64(yours >> np.uint64(move) & _ONE)


@inner
def copies(board: Any, mine: Any, yours: Any, third: Any, turn: Any) -> Any:
    """Whether each cell open to the mover has a partner on no line with it that is open to the other side.

    Then the other side answers every move in the partner of its cell. That was open to it, and the move has
    not closed it, as it is on another line. Afterwards the same holds again: the turn takes the cells that
    the answer has closed to the mover to those that the move has closed to the other side. A move in hand is
    answered by one.
    """
    my_hand, your_hand = hands(third)
    if my_hand > your_hand or turned(mine, turn) & ~yours or not swaps(mine, turn):
        return False
    while mine:
        cell = mine & (_ZERO - mine)
        if turned(cell, turn) & lines(board, cell):
            return False
        mine ^= cell
    return True


@inner
def bounds(
    board: Any, mine: Any, yours: Any, third: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """Whoever has more safe moves than the other side has cells outlasts it."""
    my_hand, your_hand = hands(third)
    my_most, your_most = my_hand + count_bits(mine), your_hand + count_bits(yours)
    if not theorems & SAFE:
        my_hand = your_hand = 0
    elif not theorems & PRIVATE:
        my_hand += count_bits(safe(board, mine, yours))
        your_hand += count_bits(safe(board, yours, mine))
    lower, upper, lost, won = outlast(my_hand, my_most, your_hand, your_most)
    return lower, upper, lost, won, moves


KNOWLEDGE = Knowledge(
    form=form,
    options=options,
    follow=follow,
    reduce=reduce,
    move_score=move_score,
    bounds=bounds,
    copies=copies,
    theorems={"safe": int(SAFE)},
    reductions={"private": int(PRIVATE), "cancel": int(CANCEL), "order": int(ORDER)},
    cells=False,
    near=near,
)


@njit
def _safe_cells(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_sets(board, own, opp, extra)
    return safe(board, mine, yours), safe(board, yours, mine)


def safe_cells(position: Position) -> tuple[int, int]:
    """The cells open to either side that nothing can close to it any more."""
    own, opp = _safe_cells(*compiled_position(position))
    return int(own), int(opp)
