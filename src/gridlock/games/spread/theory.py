"""What is known of spread, which is Col on the king's graph (Conway, *On Numbers and Games*)."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import east, king, north, south, west
from gridlock.games.spread.col import summed
from gridlock.games.spread.path import alone
from gridlock.games.spread.path_order import sorted_stretches
from gridlock.rules import Position
from gridlock.search.facts import compiled
from gridlock.search.kinds import Knowledge
from gridlock.search.machine import count_bits, inner, njit
from gridlock.search.open_cells import counted, open_cells
from gridlock.search.symmetry import swaps, turned

__all__ = [
    "COUNT",
    "KNOWLEDGE",
    "PATH",
    "SUM",
    "copies",
    "cover",
    "covers",
    "key",
    "on_a_path",
    "outlasts",
    "private",
    "promise",
    "reserve",
    "verdict",
]

COUNT = np.uint64(2)
SUM = np.uint64(4)
PATH = np.uint64(8)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_alone = inner(alone)


@inner
def copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """Whether each cell open to the mover has a partner, another one, that is open to the other side.

    Then the other side answers every move in the partner of its cell. That was open to it, and the move has
    closed to it nothing but the cell moved to. Afterwards the same holds again: the turn takes the cells that
    the move has closed to the mover to those that the answer has closed to the other side.
    """
    mine, yours = open_cells(board, own, opp, extra)
    return not turned(mine, turn) & ~yours and swaps(mine, turn)


@inner
def private(board: Any, mine: Any, yours: Any) -> Any:
    """Cells open only to me that touch no other cell open to me: moves that nobody can take away, and that
    take nothing away either.
    """
    beside = east(board, mine) | west(board, mine)
    wide = mine | beside
    return mine & ~(yours | beside | north(board, wide) | south(board, wide))


@inner
def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The open cells, on a path in order, and how many private ones either side has."""
    mine, yours = open_cells(board, own, opp, extra)
    if board.rows == 1 or board.cols == 1:
        mine, yours = sorted_stretches(mine, yours)
    return counted(mine, yours, private(board, mine, yours), private(board, yours, mine))


@inner
def reserve(board: Any, mine: Any, yours: Any) -> Any:
    """A number of moves that nothing can take away: cells open only to me, no two of which touch."""
    count, cells = 0, mine & ~yours
    while cells:
        cell = cells & (_ZERO - cells)
        cells &= ~king(board, cell)
        count += 1
    return count


@inner
def cover(board: Any, cells: Any) -> Any:
    """A number of 2x2 blocks that cover a set: no more tokens than that can ever be placed in it.

    Any two cells of a block touch, so each block takes one token at most. The first cell left is covered by
    the block that reaches one column to the left or to the right of it, whichever takes more with it.
    """
    count, down = 0, np.uint64(board.down)
    while cells:
        cell = cells & (_ZERO - cells)
        right = cell | cell << _ONE & board.not_west
        left = cell | cell >> _ONE & board.not_east
        right |= right << down & board.not_north
        left |= left << down & board.not_north
        cells &= ~right if count_bits(right & cells) >= count_bits(left & cells) else ~left
        count += 1
    return count


@inner
def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """Leave yourself room for many tokens and the other side for few; then many cells and few."""
    yours, mine = open_cells(board, own, opp, extra)
    room = cover(board, mine) - cover(board, yours)
    return 4 * room + count_bits(mine) - count_bits(yours)


@inner
def outlasts(board: Any, mine: Any, yours: Any) -> Any:
    """1 if the mover has more moves in reserve than the other side can ever make; -1 the other way round.

    Who moves second needs only as many in reserve as the other can make.
    """
    if reserve(board, mine, yours) > cover(board, yours):
        return 1
    if reserve(board, yours, mine) >= cover(board, mine):
        return -1
    return 0


@inner
def on_a_path(mine: Any, yours: Any) -> Any:
    """On a board with one row or column, 1 if the mover wins and -1 if it loses: always one of them.

    See :mod:`gridlock.games.spread.path`, where this is counted for people.
    """
    single = _alone(mine | yours)
    halves = count_bits(mine & ~yours) - count_bits(yours & ~mine)
    halves += count_bits(single & mine & ~yours) - count_bits(single & yours & ~mine)
    if halves:
        return 1 if halves > 0 else -1
    return 1 if count_bits(single & mine & yours) & 1 else -1


@inner
def verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """What the theorems that are switched on say of a position."""
    mine, yours = open_cells(board, own, opp, extra)
    if theorems & PATH and (board.rows == 1 or board.cols == 1):
        return on_a_path(mine, yours)
    sign = outlasts(board, mine, yours) if theorems & COUNT else 0
    if not sign and theorems & SUM:
        sign = summed(board, mine, yours, table)
    return sign


KNOWLEDGE = Knowledge(
    key, promise, verdict, copies, {"path": int(PATH), "count": int(COUNT), "sum": int(SUM)}
)


@njit
def _covers(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_cells(board, own, opp, extra)
    return cover(board, mine), cover(board, yours)


def covers(position: Position) -> tuple[int, int]:
    """A number of 2x2 blocks that cover the open cells of either side; it can place no more tokens."""
    own, opp = _covers(*compiled(position))
    return int(own), int(opp)
