"""What is known of blockade, a cousin of Isola."""

from __future__ import annotations

from typing import Any

from gridlock.board import orthogonal
from gridlock.games.blockade.table import table_for
from gridlock.search.kinds import Knowledge
from gridlock.search.machine import count_bits, inner
from gridlock.search.plain import key, never, nothing

__all__ = ["KNOWLEDGE", "promise"]


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


KNOWLEDGE = Knowledge(key, promise, nothing, never, table=table_for)
