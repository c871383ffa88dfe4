"""Backward induction for blockade, all places at once: the compiled loops that build the table.

For a set of blocks ``B`` and a place ``q`` of the opponent, the table holds one word: the places of the side
to move from which it loses. A blocked cell is nobody's place, so its word is 0, and it is in no word.
The words of ``B`` follow from those of the sets with one block more, which are larger numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridlock.board import Board, cells, king, orthogonal
from gridlock.search.machine import count_bits, njit

MAX_TABLE_CELLS = 25
"""Larger boards would need tables of more than 6 GB."""

WordArray = NDArray[np.uint32]
"""Sets of places: ``words[B * size + q]`` as above."""

Cells = NDArray[np.uint64]
"""Numbers of cells, one row a cell. Unsigned, because a signed index costs a test whether it is negative."""

_SIDE = 32  # bits in a word: the matrix that is transposed is a square
_KING, _STEPS = 8, 4


def touching(board: Board) -> Cells:
    """For each cell the eight that touch it; for one that the edge cuts off, the cell itself."""
    found = [[*cells(king(board, 1 << cell) ^ 1 << cell)] for cell in range(board.size)]
    return np.array([row + [cell] * (_KING - len(row)) for cell, row in enumerate(found)], dtype=np.uint64)


def beside(board: Board) -> Cells:
    """For each cell the four one step away; instead of one that the edge cuts off, another of them again."""
    found = [[*cells(orthogonal(board, 1 << cell))] for cell in range(board.size)]
    return np.array([row + row[:1] * (_STEPS - len(row)) for row in found], dtype=np.uint64)


@njit
def decide(words: WordArray, size: int, first: int, last: int, touching: Cells, beside: Cells) -> None:
    """Fill in the words of every set of blocks from ``last - 1`` down to ``first``; those above are there."""
    full = (1 << size) - 1
    reached = np.zeros(_SIDE, dtype=np.uint32)
    matrix = np.zeros(_SIDE, dtype=np.uint32)
    for blocks in range(last - 1, first - 1, -1):
        # Stepping to q beats which places of the opponent, if the best block follows?
        # The word of a cell just blocked is 0, so that the fillers in `touching` add nothing.
        reached[:] = 0
        for block in range(size):
            if not blocks >> block & 1:
                start = np.uint64((blocks | 1 << block) * size)
                for k in range(_KING):
                    place = touching[block, k]
                    reached[place] |= words[start + place]
        # Standing on p beats which places of the opponent, by the best step?
        for place in range(size):
            near = beside[place]
            matrix[place] = reached[near[0]] | reached[near[1]] | reached[near[2]] | reached[near[3]]
        matrix[size:] = 0
        transpose(matrix)
        # Against an opponent on q, all other free places lose from which no step wins.
        free = full & ~blocks
        start = np.uint64(blocks * size)
        for place in range(size):
            others = free & ~(1 << place) if free >> place & 1 else 0
            words[start + np.uint64(place)] = np.uint32(others & ~matrix[place])


@njit
def transpose(matrix: WordArray) -> None:
    """Swap rows and columns of 32 words: bit ``r`` of word ``p`` becomes bit ``p`` of word ``r``."""
    _exchange(matrix, 16, np.uint32(0x0000FFFF))
    _exchange(matrix, 8, np.uint32(0x00FF00FF))
    _exchange(matrix, 4, np.uint32(0x0F0F0F0F))
    _exchange(matrix, 2, np.uint32(0x33333333))
    _exchange(matrix, 1, np.uint32(0x55555555))


@njit
def _exchange(matrix: WordArray, width: int, mask: Any) -> None:
    """In every square of twice this width, swap the two quarters off the diagonal."""
    shift = np.uint32(width)
    for corner in range(0, _SIDE, 2 * width):
        for row in range(corner, corner + width):
            upper, lower = np.uint64(row), np.uint64(row + width)
            differ = (matrix[upper] >> shift ^ matrix[lower]) & mask
            matrix[upper] ^= differ << shift
            matrix[lower] ^= differ


@njit
def count_lost(words: WordArray, size: int, first: int, lost: NDArray[np.int64]) -> None:
    """Add the lost positions in the words of the sets from ``first`` on to those of their layer."""
    for index in range(len(words) // size):
        count = 0
        start = np.uint64(index * size)
        for place in range(size):
            count += count_bits(np.uint64(words[start + np.uint64(place)]))
        lost[count_bits(np.uint64(first + index))] += count
