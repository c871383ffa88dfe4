"""What the theorems see in a position, as plain numbers and sets of cells, for whoever explains them.

Pairs of answers belong to the side to move and to the other one, in this order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gridlock.board import Symmetry
from gridlock.games import Game, Position
from gridlock.search import blockade  # noqa: F401  (what it knows)
from gridlock.search.crossfire import safe
from gridlock.search.kinds import compiled_board, copies
from gridlock.search.lightcycle import dark, flood, longest_possible, longest_walk
from gridlock.search.machine import lowest_bit, njit
from gridlock.search.open_cells import open_cells
from gridlock.search.spread import cover
from gridlock.search.symmetry import turns_of
from gridlock.search.trail import augment, matching

__all__ = ["Walk", "covers", "mirror", "partners", "safe_cells", "walks"]

_FAR = np.int64(64)  # no walk is longer


class Walk(NamedTuple):
    """The length of a side's longest walk: exactly known if both are the same."""

    least: int
    most: int


@lru_cache(maxsize=8)
def _board(game: Game) -> tuple[Any, Any]:
    """A game's board and its turns and flips, for compiled code."""
    return compiled_board(game), turns_of(game)


def _words(position: Position) -> tuple[Any, Any, Any]:
    return np.uint64(position.own), np.uint64(position.opp), np.uint64(position.extra)


def mirror(position: Position) -> Symmetry | None:
    """The turn or flip by which the side that is not to move wins, copying every move; None if there is none.

    For all games, but blockade and trail have none.
    """
    board, turns = _board(position.game)
    number = int(_copied(board, *_words(position), turns))
    return None if number < 0 else position.game.symmetries[1 + number]


def partners(position: Position) -> tuple[int, ...]:
    """Trail: the partner of each cell, or -1, in a largest matching of the free cells and the last marker's.

    The last marker's cell has a partner only if it has one in every largest matching.
    """
    board, _ = _board(position.game)
    taken, last = np.uint64(position.own | position.opp), np.uint64(position.extra)
    return tuple(int(partner) for partner in _partners(board, taken, last)[: position.game.board.size])


def walks(position: Position) -> tuple[Walk, Walk] | None:
    """Lightcycle: how far each side can walk; None while there is a cell that both can reach."""
    board, _ = _board(position.game)
    least_own, most_own, least_opp, most_opp = map(int, _walks(board, *_words(position)))
    return None if most_own < 0 else (Walk(least_own, most_own), Walk(least_opp, most_opp))


def covers(position: Position) -> tuple[int, int]:
    """Spread: a number of 2x2 blocks that cover a side's open cells; it can place no more tokens."""
    board, _ = _board(position.game)
    own, opp = _covers(board, *_words(position))
    return int(own), int(opp)


def safe_cells(position: Position) -> tuple[int, int]:
    """Crossfire: the cells open to a side that nothing can close to it any more."""
    board, _ = _board(position.game)
    own, opp = _safe_cells(board, *_words(position))
    return int(own), int(opp)


@njit
def _copied(board: Any, own: Any, opp: Any, extra: Any, turns: Any) -> Any:
    for number in range(turns.shape[0]):
        if copies(board, own, opp, extra, turns[number]):
            return number
    return -1


@njit
def _partners(board: Any, taken: Any, last: Any) -> Any:
    free = board.full & ~taken
    partner = matching(board, free)
    if last:
        augment(board, partner, lowest_bit(last), free)
    return partner


@njit
def _walks(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """At least and at most, for either side; -1 for all if they are not apart.

    Where a longest walk takes too much time to find, one is looked for that decides who is stuck first.
    """
    free = board.full & ~(own | opp | extra)
    mine, yours = flood(board, own, free), flood(board, opp, free)
    if mine & yours:
        return -1, -1, -1, -1
    colour = dark(board)
    least_mine = longest_walk(board, own, mine, colour, _FAR)
    least_yours = longest_walk(board, opp, yours, colour, _FAR)
    most_mine, most_yours = least_mine, least_yours
    if least_mine < 0:
        most_mine = longest_possible(board, own, mine, colour)
    if least_yours < 0:
        most_yours = longest_possible(board, opp, yours, colour)
        least_yours = max(0, longest_walk(board, opp, yours, colour, most_mine))
    if least_mine < 0:
        least_mine = max(0, longest_walk(board, own, mine, colour, most_yours + 1))
    return least_mine, most_mine, least_yours, most_yours


@njit
def _covers(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_cells(board, own, opp, extra)
    return cover(board, mine), cover(board, yours)


@njit
def _safe_cells(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    mine, yours = open_cells(board, own, opp, extra)
    return safe(board, mine, yours), safe(board, yours, mine)
