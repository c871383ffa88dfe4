"""Values of Spread as a combinatorial game: Col on the king's graph (Conway, *On Numbers and Games*).

Every position of Col equals a number (a dyadic fraction) or a number plus star. Independent regions add up:
numbers are added, and two stars cancel. So small regions are solved one by one, each once, and the sum tells
who wins. Numbers are in units of 1/64; positive ones are good for the mover.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import king
from gridlock.games.spread.dominated_cells import trimmed
from gridlock.search.jit import count_bits, inner, njit
from gridlock.search.symmetry import way_to_corner
from gridlock.search.transpositions import probe, record

UNIT = 64
"""The number 1."""

_MAX_CELLS = 8  # cells in a region to solve
_FAR = 1 << 20  # beyond any number
_FAILED = 1 << 21  # no value: a region too large, or a fraction too fine
_OFFSET = 8192  # makes every stored number positive
_ZERO = np.uint64(0)
_REGION = np.uint64(1)  # the third word of a region's key; 0 in positions


@inner
def region(board: Any, mine: Any, yours: Any, cell: Any) -> Any:
    """The region around a cell: all cells it is connected to, directly or through others.

    Two touching cells are connected only if one side could use both: a cell open only to me and one open only
    to you don't restrict anything.
    """
    cells = cell
    while True:
        grown = cells | king(board, cells & mine) & mine | king(board, cells & yours) & yours
        if grown == cells:
            return cells
        cells = grown


@njit
def simplest(low: Any, low_open: Any, high: Any, high_open: Any) -> Any:
    """The simplest number between two: 0, else the integer nearest to 0, else the coarsest fraction.

    ``low_open`` means that the number must be greater than ``low``, not equal; likewise ``high_open``.
    """
    least, most = low + low_open, high - high_open
    if least > most:
        return _FAILED
    if least <= 0 <= most:
        return 0
    step = UNIT
    while step:
        if least > 0:
            number = -(-least // step) * step
            if number <= most:
                return number
        else:
            number = most // step * step
            if number >= least:
                return number
        step >>= 1
    return _FAILED


@inner
def recall(mine: Any, yours: Any, table: Any) -> Any:
    """Look up the value of a region: number, star, and whether it is known."""
    lower, upper, mark = probe(table, mine, yours, _REGION)
    code = (lower + 128) * 256 + upper + 128
    return (code >> 1) - _OFFSET, code & 1, mark == 1


@inner
def remember(mine: Any, yours: Any, number: Any, star: Any, table: Any) -> None:
    """Store the value of a region in the table, using both bounds."""
    code = (number + _OFFSET) * 2 + star
    record(table, mine, yours, _REGION, (code >> 8) - 128, (code & 255) - 128, 1, 1)


@njit
def value(board: Any, mine: Any, yours: Any, table: Any) -> Any:
    """The value of a position: a number, and 1 if star is added to it; _FAILED if a region is too large.

    A region's value must be greater than each of the mover's options that is a number, at least as great as
    each that is a number plus star, and vice versa for the other side. It is the simplest such number. If
    no number fits, both sides can move to the same number, and the value is that number plus star. (This is a
    single recursive function because Numba can't load mutually recursive ones from its cache.)
    """
    number, star = 0, 0
    mine, yours = trimmed(board, mine, yours), trimmed(board, yours, mine)
    cells = mine | yours
    while cells:
        part = region(board, mine, yours, cells & (_ZERO - cells))
        if count_bits(part) > _MAX_CELLS:
            return _FAILED, 0
        cells &= ~part
        part_mine, part_yours = mine & part, yours & part
        way = way_to_corner(board, part)
        part_mine, part_yours = part_mine >> way, part_yours >> way
        part_number, part_star, cached = recall(part_mine, part_yours, table)
        if not cached:
            low, low_open = np.int64(-_FAR), np.int64(0)
            high, high_open = np.int64(_FAR), np.int64(0)
            moves = part_mine
            while moves:
                move = moves & (_ZERO - moves)
                moves ^= move
                option, added = value(board, part_mine & ~king(board, move), part_yours & ~move, table)
                if option == _FAILED:
                    return _FAILED, 0
                if option > low or (option == low and not added):
                    low, low_open = option, 1 - added
            moves = part_yours
            while moves:
                move = moves & (_ZERO - moves)
                moves ^= move
                option, added = value(board, part_mine & ~move, part_yours & ~king(board, move), table)
                if option == _FAILED:
                    return _FAILED, 0
                if option < high or (option == high and not added):
                    high, high_open = option, 1 - added
            part_number, part_star = simplest(low, low_open, high, high_open), 0
            if part_number == _FAILED:
                if low != high or not (low_open and high_open):
                    return _FAILED, 0
                part_number, part_star = low, 1
            remember(part_mine, part_yours, part_number, part_star, table)
        number += part_number
        star ^= part_star
    return number, star


@inner
def summed(board: Any, mine: Any, yours: Any, ahead: Any, table: Any) -> Any:
    """Return 1 if the sum of all regions is won for the mover, -1 if it is lost, 0 if unknown.

    A positive sum is a win for the mover and a negative one a loss, no matter who starts. Zero is lost for
    the side to move, and star alone is won. ``ahead`` is how many more moves the mover has in hand.
    """
    number, star = value(board, mine, yours, table)
    if number == _FAILED:
        return 0
    number += ahead * UNIT
    return 1 if number > 0 or (number == 0 and star) else -1
