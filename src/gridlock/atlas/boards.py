"""Which boards an atlas has: a game, its variants, and the shapes that are worth solving."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from gridlock.board import MAX_CELLS
from gridlock.errors import InvalidGame
from gridlock.rules import GAMES, Game, make, make_with

__all__ = ["Kind", "Shape", "boards", "kinds"]

Shape = tuple[int, int]
"""Rows and columns."""


class Kind(NamedTuple):
    """A game in one of its variants."""

    game: str
    variant: str = ""
    """The value of the game's option, or nothing if the game has none."""

    @staticmethod
    def of(game: Game) -> Kind:
        """The kind that a game is of."""
        return Kind(game.id, ",".join(game.options.values()))

    @property
    def options(self) -> dict[str, str]:
        """The options that make the variant."""
        values = self.variant.split(",") if self.variant else []
        return dict(zip(GAMES[self.game].variants, values, strict=True))

    @property
    def stem(self) -> str:
        """What files are named by: the game, and the variant if it is not the standard one."""
        standard = self == Kind.of(make(self.game))
        return self.game if standard else f"{self.game}-{self.variant}"

    @property
    def title(self) -> str:
        """What people see."""
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        return f"{self.game} ({GAMES[self.game].title}{options})"

    @property
    def transposable(self) -> bool:
        """Whether a board and the board with rows and columns swapped have the same value."""
        return make_with(self.game, None, None, self.options).transposable

    def on(self, rows: int, cols: int) -> Game:
        """The game on a board; InvalidGame if there is no such board."""
        return make_with(self.game, rows, cols, self.options)

    def can_be_on(self, rows: int, cols: int) -> bool:
        """Whether there is such a board."""
        try:
            self.on(rows, cols)
        except InvalidGame:
            return False
        return True


def kinds() -> list[Kind]:
    """Every game in every variant."""
    return [
        Kind(name, ",".join(values))
        for name, game in GAMES.items()
        for values in product(*game.variants.values())
    ]


def boards(kind: Kind, max_cells: int = MAX_CELLS) -> list[Shape]:
    """The boards to solve, by the number of cells, then by rows; of two with the same value, the wide one."""
    return [
        (rows, cells // rows)
        for cells in range(1, max_cells + 1)
        for rows in range(1, cells + 1)
        if cells % rows == 0
        and (rows <= cells // rows or not kind.transposable)
        and kind.can_be_on(rows, cells // rows)
    ]
