"""How large the cells of a board are drawn, and what stands where."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.rules import Game


class CellSize(NamedTuple):
    """How many characters a cell has inside its lines."""

    width: int
    height: int
    rules: bool = True
    """Whether there are lines between the rows."""
    numbers: bool = True
    """Whether rows and columns are numbered."""

    def drawn(self, game: Game) -> tuple[int, int]:
        """Columns and lines that a whole board takes."""
        left, top = self.margin(game)
        return left + game.cols * (self.width + 1) + 1, top + game.rows * self.pitch + self.rules

    def margin(self, game: Game) -> tuple[int, int]:
        """Columns and lines that the numbers take."""
        widest = len(str(game.rows - 1 + game.origin))
        return (widest + 1, 1) if self.numbers else (0, 0)

    @property
    def pitch(self) -> int:
        """Lines from one row of cells to the next."""
        return self.height + self.rules

    def corner(self, game: Game, cell: int) -> tuple[int, int]:
        """Column and line of the first character inside a cell."""
        row, col = divmod(cell, game.cols)
        left, top = self.margin(game)
        return left + col * (self.width + 1) + 1, top + row * self.pitch + self.rules

    def cell_at(self, game: Game, x: int, y: int) -> int | None:
        """The cell that is drawn here, its lines included."""
        left, top = self.margin(game)
        col, row = (x - left) // (self.width + 1), (y - top) // self.pitch
        on_board = 0 <= row < game.rows and 0 <= col < game.cols
        return row * game.cols + col if on_board else None


SIZES = (CellSize(11, 5), CellSize(7, 3), CellSize(5, 1), CellSize(3, 1), CellSize(3, 1, rules=False))
"""The sizes of cells, the largest first."""

TINY = CellSize(1, 1, rules=False, numbers=False)
"""For small pictures."""

_PANEL_WIDTH = 28  # what the text beside a board needs at least
_PANEL_HEIGHT = 7  # and below it


class Layout(NamedTuple):
    """How large the cells are, and whether the text stands beside the board or below it."""

    size: CellSize
    beside: bool


def choose_layout(game: Game, width: int, height: int) -> Layout:
    """The largest cells with which the board and the text beside it or below it have room."""
    for size in SIZES:
        wide, high = size.drawn(game)
        if wide + _PANEL_WIDTH <= width and high <= height:
            return Layout(size, True)
        if wide <= width and high + _PANEL_HEIGHT <= height:
            return Layout(size, False)
    wide, _ = SIZES[-1].drawn(game)
    return Layout(SIZES[-1], wide + _PANEL_WIDTH <= width)
