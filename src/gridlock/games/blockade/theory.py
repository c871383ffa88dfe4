"""What is known of blockade, a cousin of Isola."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import flood, king, orthogonal
from gridlock.games.blockade.table import table_for
from gridlock.search.corner import way_to_corner
from gridlock.search.kinds import Knowledge, play
from gridlock.search.machine import count_bits, inner
from gridlock.search.plain import follow, form, never, options
from gridlock.search.scores import MOST, settled

__all__ = ["CORNER", "KNOWLEDGE", "LEFT", "REACH"]

LEFT = np.uint64(2)
REACH = np.uint64(4)
CORNER = np.uint64(8)


@inner
def reduce(board: Any, own: Any, opp: Any, blocks: Any, theorems: Any) -> Any:
    """Cells that nobody can ever step on or block are as good as blocked, and where the others lie does not
    matter. A marker leaves an empty cell behind.
    """
    if theorems & REACH:
        empty = board.full & ~blocks
        used = king(board, flood(board, own | opp, empty) | own | opp) & empty
        if theorems & CORNER:
            way = way_to_corner(board, used)
            used, own, opp = used >> way, own >> way, opp >> way
        blocks = board.full & ~used
    return own, opp, blocks, 0


@inner
def promise(board: Any, own: Any, opp: Any, blocks: Any, move: Any) -> Any:
    """Leave few steps to the other side and many to yourself; then what can be reached in up to four."""
    own, opp, blocks = play(board, own, opp, blocks, move)
    free = board.full & ~(own | opp | blocks)
    score = 0
    theirs, mine = own, opp
    for _ in range(4):
        theirs, mine = theirs | orthogonal(board, theirs) & free, mine | orthogonal(board, mine) & free
        score += count_bits(mine) - count_bits(theirs)
    return score - 3 * count_bits(orthogonal(board, own) & free)


@inner
def judge(
    board: Any, own: Any, opp: Any, blocks: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """Each move blocks a cell that is left, so there are no more moves than such cells."""
    if not theorems & LEFT:
        return -MOST, MOST, moves
    left = count_bits(board.full & ~blocks) - 2
    lower, upper = settled(sign, -MOST, MOST, left // 2, (left - 1) // 2)
    return lower, upper, moves


KNOWLEDGE = Knowledge(
    form,
    options,
    follow,
    reduce,
    promise,
    judge,
    never,
    theorems={"left": int(LEFT)},
    reductions={"reach": int(REACH), "corner": int(CORNER)},
    table=table_for,
)
