"""Forms for games where only the open cells of each side matter, and where each token closes cells
independently of the others.

A form is the cells open to the mover, the cells open to the other side, and the number of moves each side has
*in hand*. A move in hand is a cell that nothing can close and that closes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.rules import Game
from gridlock.search.compiled_rules import legal
from gridlock.search.jit import inner

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE = np.uint64(8)
_LAST = np.uint64(255)


@inner
def open_sets(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The cells open to the side to move, and those open to the other side."""
    return legal(board, own, opp, extra), legal(board, opp, own, extra)


def near(game: Game) -> list[list[int]]:
    """For each cell, what a lone token on it leaves open to its own side, and to the other."""
    board, tokens = game.board, [1 << cell for cell in range(game.board.size)]
    own = [game.legal_word(board, token, 0, 0) for token in tokens]
    return [own, [game.legal_word(board, 0, token, 0) for token in tokens]]


@inner
def form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The open cells, with no moves in hand yet."""
    mine, yours = open_sets(board, own, opp, extra)
    return mine, yours, _ZERO


@inner
def hands(third: Any) -> Any:
    """The number of moves in hand of the mover and the other side, from the third word of a form."""
    return np.int64(third >> _BYTE & _LAST), np.int64(third >> _BYTE >> _BYTE)


@inner
def hand(mine: Any, yours: Any, my_hand: Any, your_hand: Any, cancel: Any) -> Any:
    """Return the form with these cells and moves in hand, and by how many moves its game is shorter.

    With ``cancel``, pairs of moves in hand, one of each side, are removed. A side answers the other's move in
    hand with its own, so the winner stays the same, and the game is two moves longer per pair.
    """
    both = min(my_hand, your_hand) if cancel else 0
    third = np.uint64(your_hand - both) << _BYTE | np.uint64(my_hand - both)
    return mine, yours, third << _BYTE, 2 * both


@inner
def options(board: Any, mine: Any, yours: Any, third: Any) -> Any:
    """The cells open to the mover, plus one other cell that stands for a move in hand."""
    if third & (_LAST << _BYTE):
        return mine | ~mine & (mine + _ONE)
    return mine


@inner
def follow(board: Any, mine: Any, yours: Any, third: Any, move: Any) -> Any:
    """The form after a move. A token closes the same cells as it would alone."""
    my_hand, your_hand = hands(third)
    token = _ONE << np.uint64(move)
    if mine & token:
        mine, yours = mine & board.near[0, move], yours & board.near[1, move]
    else:
        my_hand -= 1
    return yours, mine, (np.uint64(my_hand) << _BYTE | np.uint64(your_hand)) << _BYTE
