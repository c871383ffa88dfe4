"""Spread on a board with one row or column: what each stretch of open cells is worth, at any length.

Tokens cut the board into stretches. A cell of one is open to both sides, unless it lies beside a token: then
it is open only to the other side, and it is the end of its stretch. In terms of Col (Conway) a stretch is
worth half a move for each end that only I can use, less half a move for each that only you can use. Only a
single cell is worth more: a whole move to the one side that can use it, or, if both can, star, a move for
whoever takes it first. The proof is in docs/solver.md.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gridlock.board import cells
from gridlock.rules import Position, other


class Stretch(NamedTuple):
    """Open cells in a row, and what they are worth."""

    cells: tuple[int, ...]
    halves: int
    """In halves of a move: above 0 if good for Player 1, below 0 for Player 2."""
    star: bool
    """Whether it is a single cell that both sides can use."""


def alone(cells: Any) -> Any:
    """The cells of a set on a path that have no neighbour in it."""
    return cells & ~(cells << 1 | cells >> 1)


def stretches(position: Position) -> tuple[Stretch, ...]:
    """The stretches of open cells of a position on a board with one row or column, in order."""
    game = position.game
    sides = position.sides
    one, two = (int(game.legal_word(game.board, *words, 0)) for words in (sides, sides[::-1]))
    found, left = [], one | two
    while left:
        word = left & ~(left + (left & -left))  # the lowest cells in a row
        left &= ~word
        weight = 2 if alone(word) else 1
        halves = weight * ((word & one & ~two).bit_count() - (word & two & ~one).bit_count())
        found.append(Stretch(tuple(cells(word)), halves, bool(alone(word) & one & two)))
    return tuple(found)


def winner_on_path(position: Position) -> int:
    """Who wins a position on a board with one row or column: whom the sum of its stretches is good for.

    If it is good for nobody, then the stars count: with an odd number the side to move wins.
    """
    found = stretches(position)
    halves, stars = sum(stretch.halves for stretch in found), sum(stretch.star for stretch in found)
    if halves:
        return 1 if halves > 0 else 2
    return position.turn if stars % 2 else other(position.turn)
