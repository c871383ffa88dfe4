"""What is known of blockade, a cousin of Isola."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import orthogonal
from gridlock.search.kinds import Knowledge, know
from gridlock.search.machine import count_bits, inner, lowest_bit

__all__ = ["copies", "key", "promise", "verdict"]


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The blocked cells and the two places."""
    return extra, np.uint64(lowest_bit(own) * 64 + lowest_bit(opp))


@inner
def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """Leave few steps to the other side and many to yourself; then what can be reached in up to four."""
    free = board.full & ~(own | opp | extra)
    score = 0
    theirs, mine = own, opp
    for _ in range(4):
        theirs, mine = theirs | orthogonal(board, theirs) & free, mine | orthogonal(board, mine) & free
        score += count_bits(mine) - count_bits(theirs)
    return score - 3 * count_bits(orthogonal(board, own) & free)


@inner
def copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Never: a block can be put where the copied step would lead."""
    return False


@inner
def verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """No theorem is known to help."""
    return 0


know("blockade", Knowledge(key, promise, verdict, copies, {}))
