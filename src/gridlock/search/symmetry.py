"""Turning, flipping and shifting sets of cells in compiled code, and copying moves by a symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gridlock.board import Symmetry
from gridlock.rules import Game, Position
from gridlock.rules.strategy import strategy_of
from gridlock.search.dispatch import compiled_position, copies, form
from gridlock.search.jit import inner, lowest_bit, njit

_BYTE = np.uint64(255)
_ZERO = np.uint64(0)


def turns_of(game: Game) -> Any:
    """The symmetries of a game but the identity, as tables: for each, byte of a word and value, the image."""
    return _tables(game.symmetries[1:], game.board.size)


def partners_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """The maps by which moves may be copied: the symmetries but the identity, and the strategy's partners."""
    known, maps = strategy_of(game), game.symmetries[1:]
    return maps if known is None or known.partners in maps else (*maps, known.partners)


def copying_tables(game: Game) -> Any:
    """The maps by which moves may be copied, as such tables; a cell without a partner has none there."""
    return _tables(partners_of(game), game.board.size)


_maps = lru_cache(maxsize=8)(copying_tables)


def mirror(position: Position) -> Symmetry | None:
    """The map by which the side that is not to move wins, copying every move; else None.

    It is a turn or flip of the board, or the partners of the game's strategy, -1 for a cell without one.
    """
    number = int(_copied(*compiled_position(position), _maps(position.game)))
    return None if number < 0 else partners_of(position.game)[number]


@njit
def _copied(board: Any, own: Any, opp: Any, extra: Any, turns: Any) -> Any:
    first, second, third = form(board, own, opp, extra)
    for number in range(turns.shape[0]):
        if copies(board, first, second, third, turns[number]):
            return number
    return -1


def _tables(maps: Sequence[Sequence[int]], size: int) -> Any:
    tables = np.zeros((len(maps), (size + 7) // 8, 256), dtype=np.uint64)
    values = np.arange(256)
    for number, partners in enumerate(maps):
        for cell, partner in enumerate(partners):
            if partner >= 0:
                tables[number, cell // 8, values >> cell % 8 & 1 == 1] |= np.uint64(1 << partner)
    return tables


@inner
def turned(cells: Any, turn: Any) -> Any:
    """A set of cells after a turn or flip of the board."""
    image = turn[0, cells & _BYTE]
    for byte in range(1, turn.shape[0]):
        image |= turn[byte, cells >> np.uint64(8 * byte) & _BYTE]
    return image


@inner
def swaps(cells: Any, turn: Any) -> Any:
    """Whether a turn swaps each of these cells with another one, its partner."""
    while cells:
        cell = cells & (_ZERO - cells)
        partner = turned(cell, turn)
        if partner == cell or turned(partner, turn) != cell:
            return False
        cells ^= cell
    return True


@inner
def fold(first: Any, second: Any, third: Any, turns: Any, cells: Any) -> Any:
    """Of all turns and flips of a form, the one whose words come first in order.

    ``cells`` says whether the third word is a set of cells.
    """
    best = first, second, third
    for number in range(turns.shape[0]):
        new_first = turned(first, turns[number])
        if new_first <= best[0]:
            new_third = turned(third, turns[number]) if cells else third
            new = new_first, turned(second, turns[number]), new_third
            if new < best:
                best = new
    return best


@inner
def way_to_corner(board: Any, cells: Any) -> Any:
    """How far to shift a set that is not empty so that it touches the first row and the first column.

    In some games it makes no difference where on the board a form lies, so it is moved to this corner.
    """
    folded, cols = cells, board.cols
    while cols < board.size:
        folded |= folded >> np.uint64(cols)
        cols += cols
    return np.uint64(lowest_bit(cells) // board.cols * board.cols + lowest_bit(folded & board.top_row))
