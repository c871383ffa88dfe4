"""Theory of Spread, which is Col on the king's graph (Conway, *On Numbers and Games*)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import east, north, south, west
from gridlock.games.spread.col import summed
from gridlock.games.spread.dominated_cells import trimmed
from gridlock.games.spread.path import alone
from gridlock.games.spread.path_order import sorted_stretches
from gridlock.games.spread.token_bounds import cover, reserve
from gridlock.rules import Position
from gridlock.search.dispatch import Knowledge, compiled_position
from gridlock.search.jit import count_bits, inner, njit
from gridlock.search.open_cells import follow, form, hand, hands, near, open_sets, options
from gridlock.search.scores import bounds_from_moves, with_sign
from gridlock.search.symmetry import swaps, turned

COUNT = np.uint64(2)
SUM = np.uint64(4)
PATH = np.uint64(8)
PRIVATE = np.uint64(16)
CANCEL = np.uint64(32)
ORDER = np.uint64(64)
TRIM = np.uint64(128)

_ONE = np.uint64(1)
_alone = inner(alone)


@inner
def private(board: Any, mine: Any, yours: Any) -> Any:
    """Cells open only to me that touch no other cell open to me: moves that can't be taken away and that
    close nothing.
    """
    beside = east(board, mine) | west(board, mine)
    wide = mine | beside
    return mine & ~(yours | beside | north(board, wide) | south(board, wide))


@inner
def reduce(board: Any, mine: Any, yours: Any, third: Any, theorems: Any) -> Any:
    """Take private cells in hand; on a path, sort the stretches."""
    my_hand, your_hand = hands(third)
    if theorems & TRIM:
        mine, yours = trimmed(board, mine, yours), trimmed(board, yours, mine)
    if theorems & PRIVATE:
        my_own, your_own = private(board, mine, yours), private(board, yours, mine)
        mine, yours = mine ^ my_own, yours ^ your_own
        my_hand, your_hand = my_hand + count_bits(my_own), your_hand + count_bits(your_own)
    if theorems & ORDER and (board.rows == 1 or board.cols == 1):
        mine, yours = sorted_stretches(mine, yours)
    return hand(mine, yours, my_hand, your_hand, theorems & CANCEL)


@inner
def copies(board: Any, mine: Any, yours: Any, third: Any, turn: Any) -> Any:
    """Whether each cell open to the mover has a different partner that is open to the other side.

    Then the other side answers every move on the partner of its cell. The partner was open to it, and the
    move closed nothing to it except the cell moved to. The condition still holds afterwards: the symmetry
    maps the cells that the move closed to the mover to those that the answer closed to the other side. A move
    in hand is answered by a move in hand.
    """
    my_hand, your_hand = hands(third)
    return my_hand <= your_hand and not turned(mine, turn) & ~yours and swaps(mine, turn)


@inner
def move_score(board: Any, mine: Any, yours: Any, third: Any, move: Any) -> Any:
    """Leave yourself room for many tokens and the other side for few; break ties by open cells."""
    bit = _ONE << np.uint64(move)
    if not mine & bit:
        return -1000
    mine, yours = mine & board.near[0, move], yours & ~bit
    return 4 * (cover(board, mine) - cover(board, yours)) + count_bits(mine) - count_bits(yours)


@inner
def on_a_path(mine: Any, yours: Any, ahead: Any) -> Any:
    """On a board with one row or column, return 1 if the mover wins, -1 if it loses.

    ``ahead`` is how many more moves the mover has in hand. :mod:`gridlock.games.spread.path` has the same
    theory in plain Python.
    """
    single = _alone(mine | yours)
    halves = 2 * ahead + count_bits(mine & ~yours) - count_bits(yours & ~mine)
    halves += count_bits(single & mine & ~yours) - count_bits(single & yours & ~mine)
    if halves:
        return 1 if halves > 0 else -1
    return 1 if count_bits(single & mine & yours) & 1 else -1


@inner
def bounds(
    board: Any, mine: Any, yours: Any, third: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """Bounds from the enabled theorems."""
    my_hand, your_hand = hands(third)
    my_most, your_most = my_hand + count_bits(mine), your_hand + count_bits(yours)
    my_least = your_least = 0
    if theorems & COUNT:
        my_most, your_most = my_hand + cover(board, mine), your_hand + cover(board, yours)
        my_least = my_hand + reserve(board, mine, yours, True)
        your_least = your_hand + reserve(board, yours, mine, False)
    lower, upper, lost, won = bounds_from_moves(my_least, my_most, your_least, your_most)
    if not sign and lower < 0 and upper > 0:
        if theorems & PATH and (board.rows == 1 or board.cols == 1):
            sign = on_a_path(mine, yours, my_hand - your_hand)
        elif theorems & SUM:
            sign = summed(board, mine, yours, my_hand - your_hand, table)
        lower, upper = with_sign(sign, lower, upper, lost, won)
    return lower, upper, lost, won, moves


KNOWLEDGE = Knowledge(
    form=form,
    options=options,
    follow=follow,
    reduce=reduce,
    move_score=move_score,
    bounds=bounds,
    copies=copies,
    theorems={"path": int(PATH), "count": int(COUNT), "sum": int(SUM)},
    reductions={"private": int(PRIVATE), "cancel": int(CANCEL), "order": int(ORDER), "trim": int(TRIM)},
    cells=False,
    near=near,
)


@njit
def _covers(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_sets(board, own, opp, extra)
    return cover(board, mine), cover(board, yours)


def covers(position: Position) -> tuple[int, int]:
    """The number of 2x2 blocks that cover each side's open cells, which limits its tokens."""
    own, opp = _covers(*compiled_position(position))
    return int(own), int(opp)
