"""Theory of Light cycle, which is turn-based Tron (Bodlaender and Kloks; Miltzow)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gridlock.board import flood, orthogonal
from gridlock.games.lightcycle.longest_walk import longest_possible, longest_walk, search_walk
from gridlock.rules import Position
from gridlock.search.compiled_rules import play
from gridlock.search.dispatch import Knowledge, compiled_position
from gridlock.search.jit import count_bits, inner, lowest_bit, njit
from gridlock.search.scores import bounds_from_moves
from gridlock.search.symmetry import swaps, turned
from gridlock.search.transpositions import new_table

APART = np.uint64(2)
FACING = np.uint64(4)
REACH = np.uint64(8)

_ONE = np.uint64(1)


@inner
def reduce(board: Any, own: Any, opp: Any, walls: Any, theorems: Any) -> Any:
    """Treat cells that neither side can reach as walls."""
    if theorems & REACH:
        free = board.full & ~(own | opp | walls)
        reached = flood(board, own | opp, free)
        walls = board.full & ~(reached | own | opp)
    return own, opp, walls, 0


@inner
def lead(board: Any, own: Any, opp: Any, free: Any) -> Any:
    """The number of cells the side to move can reach first, minus those the other side can."""
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
    """Prefer moves that reach many cells first."""
    own, opp, walls = play(board, own, opp, walls, move)
    return -lead(board, own, opp, board.full & ~(own | opp | walls))


@inner
def copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Whether a symmetry swaps the two places, keeps the free cells, and fixes none of them.

    Then the other side copies every step of the mover: the image of the mover's step was free before, and
    differs from it.
    """
    free = board.full & ~(own | opp | extra)
    if turned(own, turn) != opp or turned(opp, turn) != own or turned(free, turn) != free:
        return False
    return swaps(free, turn)


@inner
def faced(board: Any, own: Any, opp: Any, free: Any) -> Any:
    """Whether the mover loses because the other side mirrors every step along a line between them.

    They must stand in one row or column, an odd distance apart, so that the line runs between cells. The
    mover can't cross it without stepping onto the copier, so it stays among the cells it can reach on its own
    side. If each of these has a free partner, the copier always has a step. The condition still holds
    afterwards: each pair of steps uses up a cell and its partner.
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
    """Bounds from the enabled theorems.

    Each step changes the colour on a chessboard, so the rarer colour bounds a side's walk. Once no free cell
    is in reach of both, the sides can't disturb each other, and each walks as long as it can.
    """
    free = board.full & ~(own | opp | walls)
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if theorems & APART and not mine & yours:
        least_own, most_own = longest_walk(board, own, mine, table)
        least_opp, most_opp = longest_walk(board, opp, yours, table)
    else:
        least_own, most_own = 0, longest_possible(board, own, mine)
        least_opp, most_opp = 0, longest_possible(board, opp, yours)
    lower, upper, lost, won = bounds_from_moves(least_own, most_own, least_opp, most_opp)
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
    """The length of a side's longest walk; exact if both bounds are equal."""

    least: int
    most: int


@njit
def _walks(board: Any, own: Any, opp: Any, extra: Any, table: Any) -> Any:
    """The least and the most steps of each side; all -1 if the sides aren't separated.

    If the longest walk takes too long to find, look for one that decides who is stuck first.
    """
    free = board.full & ~(own | opp | extra)
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if mine & yours:
        return -1, -1, -1, -1
    least_own, most_own = longest_walk(board, own, mine, table)
    least_opp, most_opp = longest_walk(board, opp, yours, table)
    if least_opp < most_opp:
        least_opp = search_walk(board, opp, yours, most_own)[0]
    if least_own < most_own:
        least_own = search_walk(board, own, mine, most_opp + 1)[0]
    return least_own, most_own, least_opp, most_opp


def walks(position: Position) -> tuple[Walk, Walk] | None:
    """How far each side can walk, the side to move first; None while a cell is in reach of both."""
    lengths = _walks(*compiled_position(position), new_table(0))
    least_own, most_own, least_opp, most_opp = map(int, lengths)
    return None if most_own < 0 else (Walk(least_own, most_own), Walk(least_opp, most_opp))
