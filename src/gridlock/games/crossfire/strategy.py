"""How crossfire is won from the start, where a map of partners does it. The proofs are in docs/solver.md."""

from __future__ import annotations

from gridlock.rules import Game
from gridlock.rules.strategy import Strategy


def strategy(game: Game) -> Strategy | None:
    """The strategy that wins on this board, if one is known."""
    first = middle(game)
    if first is not None:
        return Strategy(first, half_turn(game))
    partners = swap(game)
    return None if partners is None else Strategy(None, partners)


def middle(game: Game) -> int | None:
    """The cell by which Player 1 begins, to answer by the half turn from then on; None if that does not win.

    With every diagonal it does if a side of the board is odd or at most 2, and with the two long ones on a
    square whose side is odd.
    """
    rows, cols = game.rows, game.cols
    if game.board.short_diagonals:
        wins = rows % 2 == 1 or cols % 2 == 1 or min(rows, cols) <= 2
    else:
        wins = rows == cols and rows % 2 == 1
    return (rows - 1) // 2 * cols + (cols - 1) // 2 if wins else None


def half_turn(game: Game) -> tuple[int, ...]:
    """The partner of each cell if the board is turned upside down."""
    return tuple(range(game.board.size - 1, -1, -1))


def swap(game: Game) -> tuple[int, ...] | None:
    """The partners in which Player 2 answers where only the long diagonals count; None if that does not win.

    Rows are swapped in pairs, and columns so that each long diagonal goes to the other.
    """
    rows, cols = game.rows, game.cols
    if game.board.short_diagonals or rows % 2 or cols % 2 or (cols % 4 and cols < 2 * rows):
        return None
    return tuple((row ^ 1) * cols + _column(col, cols) for row in range(rows) for col in range(cols))


def _column(col: int, cols: int) -> int:
    """The partner of a column: of the two in the middle each other, where they would be their own."""
    partner = cols - 1 - (col ^ 1)
    return partner if partner != col else cols - 1 - col
