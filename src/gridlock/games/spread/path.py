"""Spread on a board with one row or column: the value of each stretch of open cells, of any length.

Tokens cut the board into stretches. A cell in a stretch is open to both sides, unless it is next to a token:
then it is open only to the other side, and ends the stretch. In terms of Col (Conway) a stretch is worth half
a move for each end that only I can use, minus half a move for each that only you can use. Only a single cell
is worth more: a whole move to the one side that can use it, or, if both can, star, which is a move for the
side that takes it first. The proof is in docs/proofs.md.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gridlock.board import cells
from gridlock.rules import Position, other


class Stretch(NamedTuple):
    """Consecutive open cells and their value."""

    cells: tuple[int, ...]
    halves: int
    """The value in half moves: above 0 if good for Player 1, below 0 for Player 2."""
    star: bool
    """Whether it is a single cell that both sides can use."""


def alone(cells: Any) -> Any:
    """The cells of a set on a path that have no neighbour in it."""
    return cells & ~(cells << 1 | cells >> 1)


def stretches(position: Position) -> tuple[Stretch, ...]:
    """The stretches of open cells on a board with one row or column, in order."""
    game = position.game
    sides = position.sides
    one, two = (int(game.legal_word(game.board, *words, 0)) for words in (sides, sides[::-1]))
    result, left = [], one | two
    while left:
        word = left & ~(left + (left & -left))  # the lowest run of cells
        left &= ~word
        weight = 2 if alone(word) else 1
        halves = weight * ((word & one & ~two).bit_count() - (word & two & ~one).bit_count())
        result.append(Stretch(tuple(cells(word)), halves, bool(alone(word) & one & two)))
    return tuple(result)


def winner_on_path(position: Position) -> int:
    """The winner on a board with one row or column: the side favoured by the sum of its stretches.

    If the sum is zero the stars decide: with an odd number of them the side to move wins.
    """
    parts = stretches(position)
    halves, stars = sum(stretch.halves for stretch in parts), sum(stretch.star for stretch in parts)
    if halves:
        return 1 if halves > 0 else 2
    return position.turn if stars % 2 else other(position.turn)
