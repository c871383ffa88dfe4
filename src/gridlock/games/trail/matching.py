"""Maximum matchings on a grid, computed on whole sets of cells.

A matching is two sets of cells: those paired with the cell to the right, and those paired with the one below.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.board import orthogonal
from gridlock.search.jit import inner, scratch

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def partners(board: Any, cells: Any, right: Any, below: Any) -> Any:
    """The partners of these cells, where they have one."""
    down = np.uint64(board.down)
    return (cells & right) << _ONE | cells >> _ONE & right | (cells & below) << down | cells >> down & below


@inner
def paired(board: Any, right: Any, below: Any) -> Any:
    """The matched cells."""
    return right | right << _ONE | below | below << np.uint64(board.down)


@inner
def some_pairs(board: Any, free: Any) -> Any:
    """A large matching to start with: first the pairs whose upper or left cell is dark."""
    down = np.uint64(board.down)
    left = free
    right = left & left >> _ONE & board.not_east & board.dark
    left &= ~(right | right << _ONE)
    below = left & left >> down & board.not_south & board.dark
    left &= ~(below | below << down)
    more = left & left >> _ONE & board.not_east & ~board.dark
    left &= ~(more | more << _ONE)
    right |= more
    return right, below | left & left >> down & board.not_south & ~board.dark


@inner
def matching(board: Any, free: Any, colour: Any) -> Any:
    """A maximum matching of a set of cells, and the cells of a colour that some maximum matching leaves out.

    Search alternating paths from the unmatched cells of that colour, to their neighbours, then to the
    partners of these, which could be left out instead. A neighbour without a partner ends an augmenting path,
    which adds a pair. When there is no such path, the reached cells of the colour are the ones that can be
    left out.
    """
    right, below = some_pairs(board, free)
    rounds = scratch()
    while True:
        alone = free & ~paired(board, right, below)
        rounds[0] = fresh = reached = alone & colour
        number = 0
        near = orthogonal(board, fresh) & free
        while not near & alone:
            fresh = partners(board, near, right, below) & ~reached
            if not fresh:
                return right, below, reached
            reached |= fresh
            number += 1
            rounds[number] = fresh
            near = orthogonal(board, fresh) & free
        near &= alone
        right, below = changed(board, right, below, rounds, number, near & (_ZERO - near))


@inner
def changed(board: Any, right: Any, below: Any, rounds: Any, number: Any, cell: Any) -> Any:
    """The pairs after augmenting along the path back from an unmatched cell."""
    while True:
        other = orthogonal(board, cell) & rounds[number]
        other &= _ZERO - other
        before = partners(board, other, right, below)
        right, below = toggled(board, right, below, other, cell)
        if number == 0:
            return right, below
        right, below = toggled(board, right, below, other, before)
        cell = before
        number -= 1


@inner
def toggled(board: Any, right: Any, below: Any, one: Any, two: Any) -> Any:
    """The pairs with this one added, or removed if it was already one of them."""
    first = min(one, two)
    if first << _ONE & board.not_west == max(one, two):
        return right ^ first, below
    return right, below ^ first
