"""How far one side of lightcycle can walk where the other cannot come."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import flood, orthogonal
from gridlock.search.jit import count_bits, inner, scratch
from gridlock.search.transpositions import find, keep

_ZERO = np.uint64(0)
_BUDGET = 3000  # steps that the search for a longest walk may take


@inner
def longest_possible(board: Any, place: Any, region: Any) -> Any:
    """No walk in a region is longer: each step changes the colour, so the rarer colour limits it."""
    other = region & (~board.dark if place & board.dark else board.dark)
    changed, same = count_bits(other), count_bits(region & ~other)
    return 2 * changed if changed <= same else 2 * same + 1


@inner
def longest_walk(board: Any, place: Any, region: Any, table: Any) -> Any:
    """The length of the longest walk in a region: at least and at most. They differ if it takes too much time
    to find out.

    What was found is kept in the table, where no position has nobody in its second word.
    """
    least, most, move = find(table, place, _ZERO, region)
    if move == 0:
        return least, most
    most = longest_possible(board, place, region)
    least, done = walked(board, place, region, most)
    if done:
        most = least
    keep(table, place, _ZERO, region, least, most, 0, 10)
    return least, most


@inner
def walked(board: Any, place: Any, region: Any, enough: Any) -> Any:
    """The longest walk that was found, one that is long enough being as good as any; and whether there is
    none longer.

    Depth first with its own stack: at each place, the region left and the steps not tried yet.
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
