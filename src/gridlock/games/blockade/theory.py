"""Theory of Blockade, a relative of Isola."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import flood, king, orthogonal
from gridlock.games.blockade.solo import most_moves, usable
from gridlock.search.compiled_rules import play
from gridlock.search.dispatch import Knowledge
from gridlock.search.jit import count_bits, inner
from gridlock.search.scores import bounds_from_moves, bounds_within, won_in

APART = np.uint64(2)
REACH = np.uint64(4)


@inner
def reduce(board: Any, own: Any, opp: Any, blocks: Any, theorems: Any) -> Any:
    """Treat cells that neither side can ever step on or block as blocked."""
    if theorems & REACH:
        empty = board.full & ~blocks
        used = king(board, flood(board, own | opp, empty) | own | opp) & empty
        blocks = board.full & ~used
    return own, opp, blocks, 0


@inner
def move_score(board: Any, own: Any, opp: Any, blocks: Any, move: Any) -> Any:
    """Leave the opponent few steps and yourself many; break ties by the cells within four steps."""
    own, opp, blocks = play(board, own, opp, blocks, move)
    free = board.full & ~(own | opp | blocks)
    score = 0
    theirs, mine = own, opp
    for _ in range(4):
        theirs, mine = theirs | orthogonal(board, theirs) & free, mine | orthogonal(board, mine) & free
        score += count_bits(mine) - count_bits(theirs)
    return score - 3 * count_bits(orthogonal(board, own) & free)


@inner
def bounds(
    board: Any, own: Any, opp: Any, blocks: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """Bounds from the enabled theorems.

    Each move blocks a cell, so there are no more moves than usable cells. Once neither side can reach the
    other, a side makes no more moves than it could alone, and no fewer than it could where the other can
    neither step nor block. One step and one block can't close three exits.
    """
    empty = board.full & ~blocks
    mine = usable(board, own, empty)
    if theorems & APART and not mine & opp:
        yours = usable(board, opp, empty)
        least_own, most_own = most_moves(board, own, mine ^ own, table)
        least_opp, most_opp = most_moves(board, opp, yours ^ opp, table)
        if mine & yours:
            least_own = least_opp = 0
            if not own & yours:
                least_own = most_moves(board, own, usable(board, own, mine & ~yours) ^ own, table)[0]
            if not opp & mine:
                least_opp = most_moves(board, opp, usable(board, opp, yours & ~mine) ^ opp, table)[0]
        lower, upper, lost, won = bounds_from_moves(least_own, most_own, least_opp, most_opp)
    else:
        lower, upper, lost, won = bounds_within(count_bits(empty) - 2)
    if count_bits(orthogonal(board, opp) & empty) > 2:
        upper = min(upper, won_in(3))
    return lower, upper, lost, won, moves


KNOWLEDGE = Knowledge(
    reduce=reduce,
    move_score=move_score,
    bounds=bounds,
    theorems={"apart": int(APART)},
    reductions={"reach": int(REACH)},
)
