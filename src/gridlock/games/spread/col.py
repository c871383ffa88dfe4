"""Values of spread as a combinatorial game: Col on the king's graph (Conway, *On Numbers and Games*).

Every position of Col equals a number, a dyadic fraction, or such a number plus star. Regions that do not
influence each other add up: the numbers are added, and two stars cancel. So small regions are worked out one
by one, each once, and their sum tells who wins. Numbers are counted in units of 1/64; positive ones are good
for the mover.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import king
from gridlock.games.spread.dominated_cells import trimmed
from gridlock.search.jit import count_bits, inner, njit
from gridlock.search.symmetry import way_to_corner
from gridlock.search.transpositions import find, keep

UNIT = 64
"""The number 1."""

_LARGEST = 8  # cells in a region that is worked out
_FAR = 1 << 20  # beyond any number
_FAILED = 1 << 21  # no value: a region too large, or a fraction too fine
_OFFSET = 8192  # makes every number that is kept positive
_ZERO = np.uint64(0)
_REGION = np.uint64(1)  # in keys, where positions have 0


@inner
def region(board: Any, mine: Any, yours: Any, cell: Any) -> Any:
    """The cells that a cell has to do with, directly or through others.

    Two touching cells matter to each other only if one side could use both: an edge between a cell open only
    to me and one open only to you forbids nothing to anybody.
    """
    cells = cell
    while True:
        grown = cells | king(board, cells & mine) & mine | king(board, cells & yours) & yours
        if grown == cells:
            return cells
        cells = grown


@njit
def simplest(low: Any, low_open: Any, high: Any, high_open: Any) -> Any:
    """The simplest number between two: 0, else the whole number nearest to 0, else the coarsest fraction.

    ``low_open`` says that the number must be more than ``low``, not only as much; likewise ``high_open``.
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
    """The value of a region if it was worked out before: number, star and whether it was."""
    lower, upper, kept = find(table, mine, yours, _REGION)
    code = (lower + 128) * 256 + upper + 128
    return (code >> 1) - _OFFSET, code & 1, kept == 1


@inner
def remember(mine: Any, yours: Any, number: Any, star: Any, table: Any) -> None:
    """Keep the value of a region in the table, where both bounds have room for it."""
    code = (number + _OFFSET) * 2 + star
    keep(table, mine, yours, _REGION, (code >> 8) - 128, (code & 255) - 128, 1, 1)


@njit
def value(board: Any, mine: Any, yours: Any, table: Any) -> Any:
    """The value of a position: a number, and 1 if star is added to it; _FAILED if a region is too large.

    A region's value must be more than each of the mover's options that is a number, at least as much as one
    that is a number plus star, and so on the other side; the simplest such number is it. If there is none,
    both sides have an option to the same number, and it is that number plus star. (One function that calls
    itself, not two that call each other: Numba cannot load those from its cache.)
    """
    number, star = 0, 0
    mine, yours = trimmed(board, mine, yours), trimmed(board, yours, mine)
    cells = mine | yours
    while cells:
        part = region(board, mine, yours, cells & (_ZERO - cells))
        if count_bits(part) > _LARGEST:
            return _FAILED, 0
        cells &= ~part
        part_mine, part_yours = mine & part, yours & part
        way = way_to_corner(board, part)
        part_mine, part_yours = part_mine >> way, part_yours >> way
        found, starred, known = recall(part_mine, part_yours, table)
        if not known:
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
            found, starred = simplest(low, low_open, high, high_open), 0
            if found == _FAILED:
                if low != high or not (low_open and high_open):
                    return _FAILED, 0
                found, starred = low, 1
            remember(part_mine, part_yours, found, starred, table)
        number += found
        star ^= starred
    return number, star


@inner
def summed(board: Any, mine: Any, yours: Any, ahead: Any, table: Any) -> Any:
    """1 if the sum of all regions is won for the mover, -1 if it is lost, 0 if it is not worked out.

    A positive number is won for the mover and a negative one is lost, whoever begins; 0 is lost for who has
    to begin, and star alone is won. ``ahead`` is how many more moves the mover has in hand.
    """
    number, star = value(board, mine, yours, table)
    if number == _FAILED:
        return 0
    number += ahead * UNIT
    return 1 if number > 0 or (number == 0 and star) else -1
