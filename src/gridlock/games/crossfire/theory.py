"""Theory of Crossfire, which is Snort (Conway; Bullock's safe moves come from Domineering)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import lines
from gridlock.games.crossfire.line_order import sorted_lines
from gridlock.rules import Position
from gridlock.search.dispatch import Knowledge, compiled_position
from gridlock.search.jit import count_bits, inner, lowest_bit, njit
from gridlock.search.open_cells import follow, form, hand, hands, near, open_sets, options
from gridlock.search.scores import bounds_from_moves
from gridlock.search.symmetry import swaps, turned

SAFE = np.uint64(2)
PRIVATE = np.uint64(4)
CANCEL = np.uint64(8)
ORDER = np.uint64(16)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def safe(board: Any, mine: Any, yours: Any) -> Any:
    """Cells open to me whose lines have nothing open to you: moves that can't be taken away.

    Only an opponent's marker on one of its lines closes a cell, and you can't place one there. My own markers
    close nothing to me.
    """
    if not board.short_diagonals:
        return mine & ~lines(board, yours)
    only, result = mine & ~yours, _ZERO
    while only:  # with all diagonals, a loop over cells is faster
        cell = lowest_bit(only)
        only &= only - _ONE
        if not yours & ~board.near[1, cell]:
            result |= _ONE << np.uint64(cell)
    return result


@inner
def reduce(board: Any, mine: Any, yours: Any, third: Any, theorems: Any) -> Any:
    """Take safe cells in hand, as placing there closes nothing, and sort lines that can be swapped."""
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
    """Close many cells to the other side, preferably where both could go; moves in hand can wait."""
    if not mine >> np.uint64(move) & _ONE:
        return -1000
    return 4 * count_bits(yours & ~board.near[1, move]) + 3 * np.int64(yours >> np.uint64(move) & _ONE)


@inner
def copies(board: Any, mine: Any, yours: Any, third: Any, turn: Any) -> Any:
    """Whether each cell open to the mover has a partner, on no line with it, that is open to the other side.

    Then the other side answers every move on the partner of its cell. The partner was open to it, and stays
    open because it is on no line of the move. The condition still holds afterwards: the symmetry maps the
    cells that the answer closed to the mover to those that the move closed to the other side. A move in hand
    is answered by a move in hand.
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
    """A side with more safe moves than the other has cells outlasts it."""
    my_hand, your_hand = hands(third)
    my_most, your_most = my_hand + count_bits(mine), your_hand + count_bits(yours)
    if not theorems & SAFE:
        my_hand = your_hand = 0
    elif not theorems & PRIVATE:
        my_hand += count_bits(safe(board, mine, yours))
        your_hand += count_bits(safe(board, yours, mine))
    lower, upper, lost, won = bounds_from_moves(my_hand, my_most, your_hand, your_most)
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
    """The cells open to each side that can no longer be closed to it."""
    own, opp = _safe_cells(*compiled_position(position))
    return int(own), int(opp)
