"""The longest walk of one side of Light cycle in a region the other can't reach."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import flood, orthogonal
from gridlock.search.jit import count_bits, inner, scratch
from gridlock.search.transpositions import probe, record

_ZERO = np.uint64(0)
_BUDGET = 3000  # steps allowed for finding a longest walk


@inner
def longest_possible(board: Any, place: Any, region: Any) -> Any:
    """An upper bound on walks in a region: each step changes the colour, so the rarer colour limits them."""
    other = region & (~board.dark if place & board.dark else board.dark)
    changed, same = count_bits(other), count_bits(region & ~other)
    return 2 * changed if changed <= same else 2 * same + 1


@inner
def longest_walk(board: Any, place: Any, region: Any, table: Any) -> Any:
    """The least and the most that the longest walk in a region can be; different if finding it takes too
    long.

    Results go into the transposition table; the second word of a position's key is never empty, so the keys
    can't clash.
    """
    least, most, move = probe(table, place, _ZERO, region)
    if move == 0:
        return least, most
    most = longest_possible(board, place, region)
    least, done = search_walk(board, place, region, most)
    if done:
        most = least
    record(table, place, _ZERO, region, least, most, 0, 10)
    return least, most


@inner
def search_walk(board: Any, place: Any, region: Any, enough: Any) -> Any:
    """Search for a walk of length ``enough``; return the longest one and whether that is final.

    Depth-first with its own stack: at each place, the remaining region and the untried steps.
    """
    regions, steps = scratch(), scratch()
    regions[0], steps[0] = region, orthogonal(board, place) & region
    depth, best, spent = 0, 0, 0
    while depth >= 0:
        if depth > best:
            best = depth
            if best >= enough:
                break
        if not steps[depth]:
            depth -= 1
            continue
        spent += 1
        if spent > _BUDGET:
            return best, False
        step = steps[depth] & (_ZERO - steps[depth])
        steps[depth] ^= step
        left = flood(board, step, regions[depth] & ~step)
        if depth + 1 + longest_possible(board, step, left) <= best:
            continue
        depth += 1
        regions[depth], steps[depth] = left, orthogonal(board, step) & left
    return best, True
