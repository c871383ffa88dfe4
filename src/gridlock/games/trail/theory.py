"""What is known of trail, which is Undirected Vertex Geography (Fraenkel, Scheinerman and Ullman, 1993)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import orthogonal
from gridlock.rules import Position
from gridlock.search.facts import compiled
from gridlock.search.kinds import Knowledge, legal
from gridlock.search.machine import count_bits, inner, lowest_bit, njit
from gridlock.search.plain import never

__all__ = ["KNOWLEDGE", "MATCHING", "augment", "key", "matched", "matching", "partners", "promise", "verdict"]

MATCHING = np.uint64(2)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The taken cells and the last marker."""
    return own | opp, extra, _ZERO


@inner
def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """Leave few cells to go to."""
    return -count_bits(legal(board, own, opp, extra))


@inner
def augment(board: Any, partner: Any, start: Any, cells: Any) -> Any:
    """Find a partner for a cell by letting others change theirs; whether there is a way.

    Breadth first along alternating paths: from a cell to a neighbour, from that to its partner, and so on,
    until a neighbour has none. ``partner`` holds each cell's, or -1.
    """
    reached_from = np.empty(64, dtype=np.int64)
    queue = np.empty(64, dtype=np.int64)
    queue[0], head, tail = start, 0, 1
    fresh = cells
    while head < tail:
        cell = queue[head]
        head += 1
        near = orthogonal(board, _ONE << np.uint64(cell)) & fresh
        fresh &= ~near
        while near:
            other = lowest_bit(near)
            near &= near - _ONE
            reached_from[other] = cell
            if partner[other] < 0:
                while True:  # change partners all the way back
                    cell = reached_from[other]
                    next_other = partner[cell]
                    partner[cell], partner[other] = other, cell
                    if cell == start:
                        return True
                    other = next_other
            queue[tail] = partner[other]
            tail += 1
    return False


@inner
def matching(board: Any, cells: Any) -> Any:
    """As many pairs of neighbours in a set as there can be: the partner of each cell, or -1."""
    partner = np.full(64, -1, dtype=np.int64)
    left = cells
    while left:
        cell = lowest_bit(left)
        left &= left - _ONE
        if partner[cell] < 0:
            augment(board, partner, cell, cells & ~(_ONE << np.uint64(cell)))
    return partner


@inner
def matched(board: Any, taken: Any, last: Any) -> Any:
    """1 if the side to move wins, -1 if it loses: always one of them.

    The mover wins exactly if every largest matching of the free cells and the last marker's covers the
    marker's. If so, it goes to the partner, and whenever the other side has moved on, to the partner of that
    cell; were there none, a largest matching without the marker's cell could be made. If not, take a largest
    matching that leaves it out: wherever the mover goes, the other side has a partner to go to.
    """
    free = board.full & ~taken
    partner = matching(board, free)
    if last:
        return 1 if augment(board, partner, lowest_bit(last), free) else -1
    for cell in range(board.size):
        if partner[cell] < 0 and free >> np.uint64(cell) & _ONE:
            return 1  # begin where a largest matching has no pair
    return -1


@inner
def verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """What the theorems that are switched on say of a position."""
    return matched(board, own | opp, extra) if theorems & MATCHING else 0


KNOWLEDGE = Knowledge(key, promise, verdict, never, {"matching": int(MATCHING)})


@njit
def _partners(board: Any, taken: Any, last: Any) -> Any:
    free = board.full & ~taken
    partner = matching(board, free)
    if last:
        augment(board, partner, lowest_bit(last), free)
    return partner


def partners(position: Position) -> tuple[int, ...]:
    """The partner of each cell, or -1, in a largest matching of the free cells and the last marker's.

    The last marker's cell has a partner only if it has one in every largest matching.
    """
    board, own, opp, last = compiled(position)
    return tuple(int(partner) for partner in _partners(board, own | opp, last)[: position.game.board.size])
