"""Symmetries of sets of cells in compiled code, and strategies that copy moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gridlock.board import Symmetry
from gridlock.rules import Game, Position
from gridlock.rules.strategy import strategy_of
from gridlock.search.compiled_rules import NotCompiled
from gridlock.search.dispatch import compiled_position, copies, form
from gridlock.search.jit import inner, lowest_bit, njit

_BYTE = np.uint64(255)
_ZERO = np.uint64(0)


def turns_of(game: Game) -> Any:
    """Lookup tables for the symmetries of a game except the identity, by byte of a word and its value."""
    return _tables(game.symmetries[1:], game.board.size)


def partners_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """The maps for copying moves: the symmetries except the identity, and the strategy's partners."""
    strategy, maps = strategy_of(game), game.symmetries[1:]
    return maps if strategy is None or strategy.partners in maps else (*maps, strategy.partners)


def copying_tables(game: Game) -> Any:
    """Lookup tables for the maps by which moves may be copied; a cell without a partner has no image."""
    return _tables(partners_of(game), game.board.size)


_maps = lru_cache(maxsize=8)(copying_tables)


def mirror(position: Position) -> Symmetry | None:
    """The map by which the side not to move wins by copying every move, or None.

    It is a symmetry, or the partners of the game's strategy with -1 for a cell without one.
    """
    try:
        number = int(_copied(*compiled_position(position), _maps(position.game)))
    except NotCompiled:  # without compiled rules, nothing is known about copying
        return None
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
    """The image of a set of cells under a symmetry."""
    image = turn[0, cells & _BYTE]
    for byte in range(1, turn.shape[0]):
        image |= turn[byte, cells >> np.uint64(8 * byte) & _BYTE]
    return image


@inner
def swaps(cells: Any, turn: Any) -> Any:
    """Whether a symmetry swaps each of these cells with a different one."""
    while cells:
        cell = cells & (_ZERO - cells)
        partner = turned(cell, turn)
        if partner == cell or turned(partner, turn) != cell:
            return False
        cells ^= cell
    return True


@inner
def fold(first: Any, second: Any, third: Any, turns: Any, cells: Any) -> Any:
    """The image of a form under any symmetry whose words sort first.

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
    """How far to shift a non-empty set so that it touches the first row and the first column.

    For games where the place of a form on the board doesn't matter.
    """
    folded, cols = cells, board.cols
    while cols < board.size:
        folded |= folded >> np.uint64(cols)
        cols += cols
    return np.uint64(lowest_bit(cells) // board.cols * board.cols + lowest_bit(folded & board.top_row))
