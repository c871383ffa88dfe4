"""How many moves a side can make where the other can no longer come."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gridlock.board import Board, flood, king, orthogonal
from gridlock.review.cells import free_cells
from gridlock.rules import Position, other

_LARGEST = 12  # cells in which moves are counted by trying everything


class Prison(NamedTuple):
    """A side that cannot get out of some cells, while the other has more moves elsewhere."""

    cells: int
    """Where the side can walk."""
    most: int
    """The moves that it can make at most."""
    least: int
    """The moves that the other side has, and that cannot be taken from it."""


def find_prison(position: Position, side: int) -> Prison | None:
    """That a side is shut in where it runs out of moves first, if it is so.

    It can use, to step or to block, only what touches the cells that it can walk to. The other side keeps
    away from those.
    """
    board, free = position.game.board, free_cells(position)
    place, rival = position.sides[side - 1], position.sides[other(side) - 1]
    inside = flood(board, place, free)
    if orthogonal(board, inside | place) & rival or orthogonal(board, rival) & inside:
        return None  # it gets out as soon as the other has moved on
    touched = king(board, inside | place)
    used, kept = touched & (free | rival), flood(board, rival, free & ~touched)
    if inside & flood(board, rival, free) or used.bit_count() > _LARGEST:
        return None
    alone = _alone(board)
    most = alone.most_moves(place, used)
    if kept.bit_count() < most:
        return None
    least = alone.most_moves(rival, _nearest(board, rival, kept), back=not touched & rival)
    wins = least > most if position.turn != side else least >= most
    return Prison(inside, most, least) if wins else None


def _nearest(board: Board, place: int, cells: int) -> int:
    """The cells of a set that are nearest to a place, as many as can be tried out: moves there are enough."""
    found, near = 0, orthogonal(board, place) & cells
    while near:
        cell = near & -near
        if found.bit_count() < _LARGEST:
            found |= cell
        near ^= cell
        near = near or orthogonal(board, found) & cells & ~found if found.bit_count() < _LARGEST else near
    return found


class Alone:
    """What a side can do on a board if the other does nothing."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[tuple[int, int], int] = {}

    def most_moves(self, place: int, cells: int, *, back: bool = True) -> int:
        """The most moves that a side can make, stepping and blocking only in these cells.

        The cell that it leaves first can be blocked at once, but used later only if it can come ``back``.
        """
        key = place, cells
        if back and key in self._known:
            return self._known[key]
        best, steps = 0, orthogonal(self._board, place) & cells
        while steps and best < cells.bit_count():  # each move uses one up
            step = steps & -steps
            steps ^= step
            best = max(best, self._after(step, (cells | place) & ~step, 0 if back else place))
        if back:
            self._known[key] = best
        return best

    def _after(self, step: int, cells: int, gone: int) -> int:
        """The most moves, of which the first is a step to this cell; what is gone can only be blocked now."""
        best, blocks = 0, king(self._board, step) & cells
        while blocks and best < cells.bit_count():
            block = blocks & -blocks
            blocks ^= block
            best = max(best, 1 + self.most_moves(step, self._near(step, cells & ~(block | gone))))
        return best

    def _near(self, place: int, cells: int) -> int:
        """The cells of a set that a side can still step to or block."""
        return int(king(self._board, flood(self._board, place, cells) | place) & cells)


_alone = lru_cache(maxsize=4)(Alone)
