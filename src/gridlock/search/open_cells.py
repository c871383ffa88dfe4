"""For games in which only the cells matter that are still open to either side, and in which each token
closes cells by itself, whatever else stands on the board.

A form is the cells open to the mover, those open to the other side, and the moves that either has *in hand*:
of its cells that nothing can close and that close nothing, only the number.
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
    """The cells open to the side to move and those open to the other; a cell open to nobody is gone."""
    return legal(board, own, opp, extra), legal(board, opp, own, extra)


def near(game: Game) -> list[list[int]]:
    """For each cell, what a token on it leaves open to its own side, and to the other, if it stands alone."""
    board, tokens = game.board, [1 << cell for cell in range(game.board.size)]
    own = [game.legal_word(board, token, 0, 0) for token in tokens]
    return [own, [game.legal_word(board, 0, token, 0) for token in tokens]]


@inner
def form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The open cells; nothing is in hand yet."""
    mine, yours = open_sets(board, own, opp, extra)
    return mine, yours, _ZERO


@inner
def hands(third: Any) -> Any:
    """How many moves the mover and the other side have in hand, from the third word of a form."""
    return np.int64(third >> _BYTE & _LAST), np.int64(third >> _BYTE >> _BYTE)


@inner
def hand(mine: Any, yours: Any, my_hand: Any, your_hand: Any, cancel: Any) -> Any:
    """The form with these cells and moves in hand, and how much later its end is.

    If ``cancel``, moves that both sides have in hand are left out. Whoever sees the other use one answers
    with one, so the winner stays the same, and the loser, who uses them when nothing else is left, gets to
    make just so many moves more.
    """
    both = min(my_hand, your_hand) if cancel else 0
    third = np.uint64(your_hand - both) << _BYTE | np.uint64(my_hand - both)
    return mine, yours, third << _BYTE, 2 * both


@inner
def options(board: Any, mine: Any, yours: Any, third: Any) -> Any:
    """The cells open to the mover; a move in hand is any cell that is not one of them."""
    if third & (_LAST << _BYTE):
        return mine | ~mine & (mine + _ONE)
    return mine


@inner
def follow(board: Any, mine: Any, yours: Any, third: Any, move: Any) -> Any:
    """The form after a move. A token closes to either side what it would close if it stood alone."""
    my_hand, your_hand = hands(third)
    token = _ONE << np.uint64(move)
    if mine & token:
        mine, yours = mine & board.near[0, move], yours & board.near[1, move]
    else:
        my_hand -= 1
    return yours, mine, (np.uint64(my_hand) << _BYTE | np.uint64(your_hand)) << _BYTE
