"""What is known of lightcycle, which is Tron in turns (Bodlaender and Kloks; Miltzow)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gridlock.board import flood, orthogonal
from gridlock.games.lightcycle.longest_walk import longest_possible, longest_walk, walked
from gridlock.rules import Position
from gridlock.search.compiled_rules import play
from gridlock.search.dispatch import Knowledge, compiled_position
from gridlock.search.jit import count_bits, inner, lowest_bit, njit
from gridlock.search.scores import outlast
from gridlock.search.symmetry import swaps, turned
from gridlock.search.transpositions import new_table

APART = np.uint64(2)
FACING = np.uint64(4)
REACH = np.uint64(8)

_ONE = np.uint64(1)


@inner
def reduce(board: Any, own: Any, opp: Any, walls: Any, theorems: Any) -> Any:
    """Cells that nobody can reach any more are as good as walls."""
    if theorems & REACH:
        free = board.full & ~(own | opp | walls)
        reached = flood(board, own | opp, free)
        walls = board.full & ~(reached | own | opp)
    return own, opp, walls, 0


@inner
def lead(board: Any, own: Any, opp: Any, free: Any) -> Any:
    """How many cells more the side to move can reach first than the other side can."""
    mine, yours = own, opp
    while True:
        free &= ~(mine | yours)
        grown = orthogonal(board, mine) & free
        free &= ~grown
        answer = orthogonal(board, yours) & free
        if not grown and not answer:
            return count_bits(mine) - count_bits(yours)
        mine |= grown
        yours |= answer


@inner
def move_score(board: Any, own: Any, opp: Any, walls: Any, move: Any) -> Any:
    """Get first to many cells."""
    own, opp, walls = play(board, own, opp, walls, move)
    return -lead(board, own, opp, board.full & ~(own | opp | walls))


@inner
def copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Whether a turn swaps the two places, keeps the free cells, and leaves none of them where it is.

    Then the other side takes every step of the mover, turned: the cell that it leads to was free before the
    mover's step, and is another one than that led to.
    """
    free = board.full & ~(own | opp | extra)
    if turned(own, turn) != opp or turned(opp, turn) != own or turned(free, turn) != free:
        return False
    return swaps(free, turn)


@inner
def faced(board: Any, own: Any, opp: Any, free: Any) -> Any:
    """Whether the mover loses because the other side copies every step in a mirror between the two.

    They must stand in one row or column, an odd number of cells apart, so that the line halfway between
    them runs between cells. The mover never crosses that line: it would step onto the copier. So it stays
    among the cells that it can reach on its own side, and if each of these has a free partner, the copier
    always has a step. Afterwards the same holds again: a copied step takes a cell and its partner.
    """
    place, rival = lowest_bit(own), lowest_bit(opp)
    row, col = place // board.cols, place % board.cols
    rival_row, rival_col = rival // board.cols, rival % board.cols
    if row == rival_row:
        total, most, step = col + rival_col, board.cols, 1
        below = board.top_row >> np.uint64(board.cols - total // 2 - 1)  # the columns up to the line
        side = below * board.left_column
    elif col == rival_col:
        total, most, step = row + rival_row, board.rows, board.cols
        side = board.full >> np.uint64(board.size - (total // 2 + 1) * board.cols)
    else:
        return False
    if total & 1 == 0:
        return False
    if place > rival:
        side = ~side
    reached = flood(board, own, free & side)
    while reached:
        cell = lowest_bit(reached)
        reached &= reached - _ONE
        line = cell % board.cols if step == 1 else cell // board.cols
        partner = total - line
        if partner < 0 or partner >= most or not free >> np.uint64(cell + (partner - line) * step) & _ONE:
            return False
    return True


@inner
def bounds(
    board: Any, own: Any, opp: Any, walls: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """What the theorems that are switched on say of a form.

    Each step changes the colour of a chess board, so the rarer colour bounds a side's walk. Once no free cell
    can be reached by both, neither side can disturb the other any more, and each walks as long as it can.
    """
    free = board.full & ~(own | opp | walls)
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if theorems & APART and not mine & yours:
        least_own, most_own = longest_walk(board, own, mine, table)
        least_opp, most_opp = longest_walk(board, opp, yours, table)
    else:
        least_own, most_own = 0, longest_possible(board, own, mine)
        least_opp, most_opp = 0, longest_possible(board, opp, yours)
    lower, upper, lost, won = outlast(least_own, most_own, least_opp, most_opp)
    if not sign and lower < 0 and upper > 0 and theorems & FACING and faced(board, own, opp, free):
        upper = min(upper, lost)
    return lower, upper, lost, won, moves


KNOWLEDGE = Knowledge(
    reduce=reduce,
    move_score=move_score,
    bounds=bounds,
    copies=copies,
    theorems={"facing": int(FACING), "apart": int(APART)},
    reductions={"reach": int(REACH)},
)


class Walk(NamedTuple):
    """The length of a side's longest walk: exactly known if both are the same."""

    least: int
    most: int


@njit
def _walks(board: Any, own: Any, opp: Any, extra: Any, table: Any) -> Any:
    """At least and at most, for either side; -1 for all if they are not apart.

    Where a longest walk takes too much time to find, one is looked for that decides who is stuck first.
    """
    free = board.full & ~(own | opp | extra)
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if mine & yours:
        return -1, -1, -1, -1
    least_own, most_own = longest_walk(board, own, mine, table)
    least_opp, most_opp = longest_walk(board, opp, yours, table)
    if least_opp < most_opp:
        least_opp = walked(board, opp, yours, most_own)[0]
    if least_own < most_own:
        least_own = walked(board, own, mine, most_opp + 1)[0]
    return least_own, most_own, least_opp, most_opp


def walks(position: Position) -> tuple[Walk, Walk] | None:
    """How far either side can walk, the one to move first; None while both can reach the same cell."""
    found = _walks(*compiled_position(position), new_table(0))
    least_own, most_own, least_opp, most_opp = map(int, found)
    return None if most_own < 0 else (Walk(least_own, most_own), Walk(least_opp, most_opp))
