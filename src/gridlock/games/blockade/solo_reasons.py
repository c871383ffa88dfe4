"""Find sides that are shut in and will run out of moves first."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gridlock.board import Board, flood, king, orthogonal
from gridlock.rules import Position, other
from gridlock.rules.stepping import free_cells

_MAX_CELLS = 12  # cells for which every move can be tried


class Prison(NamedTuple):
    """A side confined to some cells, while the other has more moves elsewhere."""

    cells: int
    """The cells that the confined side can reach."""
    most: int
    """The most moves it can make."""
    least: int
    """The moves that the other side has for certain."""


def find_prison(position: Position, side: int) -> Prison | None:
    """Return the prison of a side that is shut in and runs out of moves first, if it is.

    It can only step on or block cells that touch what it can reach. The other side stays away from those.
    """
    board, free = position.game.board, free_cells(position)
    place, rival = position.sides[side - 1], position.sides[other(side) - 1]
    inside = flood(board, place, free)
    if orthogonal(board, inside | place) & rival or orthogonal(board, rival) & inside:
        return None  # it gets out as soon as the other side moves away
    touched = king(board, inside | place)
    used, outside = touched & (free | rival), flood(board, rival, free & ~touched)
    if inside & flood(board, rival, free) or used.bit_count() > _MAX_CELLS:
        return None
    alone = _alone(board)
    most = alone.most_moves(place, used)
    if outside.bit_count() < most:
        return None
    least = alone.most_moves(rival, _nearest(board, rival, outside), back=not touched & rival)
    wins = least > most if position.turn != side else least >= most
    return Prison(inside, most, least) if wins else None


def _nearest(board: Board, place: int, cells: int) -> int:
    """The cells of a set nearest to a place, limited to the number that can be searched."""
    nearest, near = 0, orthogonal(board, place) & cells
    while near:
        cell = near & -near
        if nearest.bit_count() < _MAX_CELLS:
            nearest |= cell
        near ^= cell
        near = (
            near or orthogonal(board, nearest) & cells & ~nearest
            if nearest.bit_count() < _MAX_CELLS
            else near
        )
    return nearest


class Alone:
    """The moves of a side on a board where the other does nothing."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cache: dict[tuple[int, int], int] = {}

    def most_moves(self, place: int, cells: int, *, back: bool = True) -> int:
        """The most moves a side can make, stepping and blocking only in these cells.

        The cell it leaves first can be blocked at once, but used later only if it can come ``back``.
        """
        key = place, cells
        if back and key in self._cache:
            return self._cache[key]
        best, steps = 0, orthogonal(self._board, place) & cells
        while steps and best < cells.bit_count():  # each move uses up a cell
            step = steps & -steps
            steps ^= step
            best = max(best, self._after(step, (cells | place) & ~step, 0 if back else place))
        if back:
            self._cache[key] = best
        return best

    def _after(self, step: int, cells: int, gone: int) -> int:
        """The most moves if the first is a step to this cell. ``gone`` can only be blocked now."""
        best, blocks = 0, king(self._board, step) & cells
        while blocks and best < cells.bit_count():
            block = blocks & -blocks
            blocks ^= block
            best = max(best, 1 + self.most_moves(step, self._near(step, cells & ~(block | gone))))
        return best

    def _near(self, place: int, cells: int) -> int:
        """The cells of a set that a side can still step on or block."""
        return int(king(self._board, flood(self._board, place, cells) | place) & cells)


_alone = lru_cache(maxsize=4)(Alone)
