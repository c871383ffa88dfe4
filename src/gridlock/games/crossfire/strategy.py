"""Pairing strategies that win Crossfire from the start. The proofs are in docs/proofs.md."""

from __future__ import annotations

from gridlock.rules import Game
from gridlock.rules.strategy import Strategy


def strategy(game: Game) -> Strategy | None:
    """The winning strategy on this board, if one is known."""
    first = middle(game)
    if first is not None:
        return Strategy(first, half_turn(game))
    partners = swap(game)
    return None if partners is None else Strategy(None, partners)


def middle(game: Game) -> int | None:
    """Player 1's first cell before answering by the half turn; None if that doesn't win.

    With every diagonal it wins if a side of the board is odd or at most 2; with only the long ones, on
    squares with an odd side.
    """
    rows, cols = game.rows, game.cols
    if game.board.short_diagonals:
        wins = rows % 2 == 1 or cols % 2 == 1 or min(rows, cols) <= 2
    else:
        wins = rows == cols and rows % 2 == 1
    return (rows - 1) // 2 * cols + (cols - 1) // 2 if wins else None


def half_turn(game: Game) -> tuple[int, ...]:
    """The partner of each cell under a rotation by 180 degrees."""
    return tuple(range(game.board.size - 1, -1, -1))


def swap(game: Game) -> tuple[int, ...] | None:
    """The partners for Player 2 where only the long diagonals count; None if that doesn't win.

    Rows are swapped in pairs, and columns so that the long diagonals trade places.
    """
    rows, cols = game.rows, game.cols
    if game.board.short_diagonals or rows % 2 or cols % 2 or (cols % 4 and cols < 2 * rows):
        return None
    return tuple((row ^ 1) * cols + _column(col, cols) for row in range(rows) for col in range(cols))


def _column(col: int, cols: int) -> int:
    """The partner of a column; the two middle ones are paired with each other where they'd be their own
    partners.
    """
    partner = cols - 1 - (col ^ 1)
    return partner if partner != col else cols - 1 - col
