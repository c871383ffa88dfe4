"""What is known of lightcycle, which is Tron in turns (Bodlaender and Kloks; Miltzow)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gridlock.board import flood, orthogonal
from gridlock.rules import Position
from gridlock.search.facts import compiled
from gridlock.search.kinds import Knowledge
from gridlock.search.machine import count_bits, inner, lowest_bit, njit
from gridlock.search.symmetry import swaps, turned

__all__ = [
    "APART",
    "FACING",
    "KNOWLEDGE",
    "Walk",
    "apart",
    "copies",
    "faced",
    "key",
    "lead",
    "longest_possible",
    "longest_walk",
    "promise",
    "verdict",
    "walks",
]

APART = np.uint64(2)
FACING = np.uint64(4)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FAR = np.int64(64)  # no walk is longer
_BUDGET = 3000  # steps that the search for a longest walk may take


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The two places, and the free cells that somebody can still reach."""
    free = board.full & ~(own | opp | extra)
    reached = flood(board, own, free) | flood(board, opp, free)
    return own, opp, reached


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
def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """Get first to many cells."""
    return -lead(board, own, opp, board.full & ~(own | opp | extra))


@inner
def dark(board: Any) -> Any:
    """The cells of one colour, if the board is coloured like a chess board."""
    cells = _ZERO
    for cell in range(board.size):
        if (cell // board.cols + cell % board.cols) & 1:
            cells |= _ONE << np.uint64(cell)
    return cells


@inner
def longest_possible(board: Any, place: Any, region: Any, colour: Any) -> Any:
    """No walk in a region is longer: each step changes the colour, so the rarer colour limits it."""
    other = region & (~colour if place & colour else colour)
    changed, same = count_bits(other), count_bits(region & ~other)
    return 2 * changed if changed <= same else 2 * same + 1


@inner
def longest_walk(board: Any, place: Any, region: Any, colour: Any, enough: Any) -> Any:
    """The length of the longest walk in a region, or ``enough`` if there is one that long; -1 if it takes
    too much time to find out.

    Depth first with its own stack: at each place, the region left and the steps not tried yet.
    """
    places = np.empty(66, dtype=np.uint64)
    regions = np.empty(66, dtype=np.uint64)
    steps = np.empty(66, dtype=np.uint64)
    places[0], regions[0], steps[0] = place, region, orthogonal(board, place) & region
    depth, best, spent = 0, 0, 0
    while depth >= 0:
        if depth > best:
            best = depth
            if best >= enough:
                return enough
        if not steps[depth]:
            depth -= 1
            continue
        spent += 1
        if spent > _BUDGET:
            return -1
        step = steps[depth] & (_ZERO - steps[depth])
        steps[depth] ^= step
        left = flood(board, step, regions[depth] & ~step)
        if depth + 1 + longest_possible(board, step, left, colour) <= best:
            continue
        depth += 1
        places[depth], regions[depth], steps[depth] = step, left, orthogonal(board, step) & left
    return best


@inner
def apart(board: Any, own: Any, opp: Any, free: Any) -> Any:
    """Once no free cell can be reached by both, only the longest walks count: 1 if the mover's is longer,
    -1 if it is not, 0 if they still meet or it would take too long to tell.

    Neither side can disturb the other any more, so each walks as long as it can; the mover, who begins, is
    the first to be stuck unless its walk is longer.
    """
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if mine & yours:
        return 0
    colour = dark(board)
    most_mine = longest_possible(board, own, mine, colour)
    most_yours = longest_possible(board, opp, yours, colour)
    if most_mine == 0:
        return -1
    if most_yours == 0:
        return 1
    walk = longest_walk(board, opp, yours, colour, most_mine)
    if walk < 0:
        return 0
    if walk >= most_mine:
        return -1
    longer = longest_walk(board, own, mine, colour, walk + 1)
    if longer < 0:
        return 0
    return 1 if longer > walk else -1


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
def verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """What the theorems that are switched on say of a position."""
    free = board.full & ~(own | opp | extra)
    if theorems & FACING and faced(board, own, opp, free):
        return -1
    return apart(board, own, opp, free) if theorems & APART else 0


KNOWLEDGE = Knowledge(key, promise, verdict, copies, {"facing": int(FACING), "apart": int(APART)})


class Walk(NamedTuple):
    """The length of a side's longest walk: exactly known if both are the same."""

    least: int
    most: int


@njit
def _walks(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """At least and at most, for either side; -1 for all if they are not apart.

    Where a longest walk takes too much time to find, one is looked for that decides who is stuck first.
    """
    free = board.full & ~(own | opp | extra)
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if mine & yours:
        return -1, -1, -1, -1
    colour = dark(board)
    least_mine = longest_walk(board, own, mine, colour, _FAR)
    least_yours = longest_walk(board, opp, yours, colour, _FAR)
    most_mine, most_yours = least_mine, least_yours
    if least_mine < 0:
        most_mine = longest_possible(board, own, mine, colour)
    if least_yours < 0:
        most_yours = longest_possible(board, opp, yours, colour)
        least_yours = max(0, longest_walk(board, opp, yours, colour, most_mine))
    if least_mine < 0:
        least_mine = max(0, longest_walk(board, own, mine, colour, most_yours + 1))
    return least_mine, most_mine, least_yours, most_yours


def walks(position: Position) -> tuple[Walk, Walk] | None:
    """How far either side can walk, the one to move first; None while both can reach the same cell."""
    least_own, most_own, least_opp, most_opp = map(int, _walks(*compiled(position)))
    return None if most_own < 0 else (Walk(least_own, most_own), Walk(least_opp, most_opp))
