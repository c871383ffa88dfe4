"""Split the open cells of Spread into independent regions, and value each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from gridlock.board import Board, king

_MAX_CELLS = 8  # cells in a region to solve


class Worth(NamedTuple):
    """How many moves one side is ahead; with ``star``, one more for the side that moves there first."""

    moves: Fraction
    star: bool


class Region(NamedTuple):
    """Open cells that affect only each other."""

    cells: int
    worth: Worth
    """Positive if Player 1 is ahead."""


def find_regions(board: Board, one: int, two: int) -> tuple[Region, ...] | None:
    """The regions of the cells open to Player 1 and to Player 2; None if one is too large to solve."""
    parts = list(_parts(board, one, two))
    if any(part.bit_count() > _MAX_CELLS for part in parts):
        return None
    worths = _worths(board)
    return tuple(Region(part, worths.of(one & part, two & part)) for part in parts)


def _parts(board: Board, one: int, two: int) -> Iterator[int]:
    """Split cells into sets that are independent of each other.

    Two touching cells affect each other only if one side could use both.
    """
    left = one | two
    while left:
        part, grown = 0, left & -left
        while grown != part:
            part = grown
            grown = part | king(board, part & one) & one | king(board, part & two) & two
        yield part
        left &= ~part


class _Worths:
    """Values of positions on a board, computed recursively (Conway's numbers)."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[tuple[int, int], Worth] = {}

    def of(self, one: int, two: int) -> Worth:
        """The value of the cells open to Player 1 and to Player 2."""
        if (one, two) not in self._known:
            self._known[one, two] = self._work_out(one, two)
        return self._known[one, two]

    def _sum(self, one: int, two: int) -> Worth:
        """Add values: moves add up, and two stars cancel."""
        worths = [self.of(one & part, two & part) for part in _parts(self._board, one, two)]
        return Worth(sum((worth.moves for worth in worths), Fraction()), sum(w.star for w in worths) % 2 == 1)

    def _work_out(self, one: int, two: int) -> Worth:
        """The simplest number between the options of the two sides; if those are equal, that number plus
        star.
        """
        board = self._board
        lows = [self._sum(one & ~king(board, cell), two & ~cell) for cell in _each(one)]
        highs = [self._sum(one & ~cell, two & ~king(board, cell)) for cell in _each(two)]
        low = max(((worth.moves, not worth.star) for worth in lows), default=None)
        high = min(((worth.moves, worth.star) for worth in highs), default=None)
        if low is not None and high is not None and low[0] == high[0] and low[1] and not high[1]:
            return Worth(low[0], star=True)
        return Worth(_simplest(low, None if high is None else (high[0], not high[1])), star=False)


_worths = lru_cache(maxsize=4)(_Worths)


def _each(cells: int) -> Iterator[int]:
    """Yield each cell of a set as a set of its own."""
    while cells:
        cell = cells & -cells
        yield cell
        cells ^= cell


def _simplest(low: tuple[Fraction, bool] | None, high: tuple[Fraction, bool] | None) -> Fraction:
    """The integer nearest to 0, else the coarsest fraction, above ``low`` and below ``high``.

    The flags say whether the bounds themselves are excluded.
    """

    def fits(number: Fraction) -> bool:
        above = low is None or number > low[0] or (number == low[0] and not low[1])
        return above and (high is None or number < high[0] or (number == high[0] and not high[1]))

    if fits(Fraction()):
        return Fraction()
    parts = 1
    while True:
        if low is not None and (low[0] > 0 or (low[0] == 0 and low[1])):
            start = ceil(low[0] * parts)
            candidates = (Fraction(start, parts), Fraction(start + 1, parts))
        else:
            assert high is not None
            start = floor(high[0] * parts)
            candidates = (Fraction(start, parts), Fraction(start - 1, parts))
        number = next(filter(fits, candidates), None)
        if number is not None:
            return number
        parts *= 2
