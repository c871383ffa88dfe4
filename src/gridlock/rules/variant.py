"""A game in one of its variants, independent of board size."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from gridlock.errors import InvalidGame
from gridlock.rules.game import Game
from gridlock.rules.registry import GAMES, make, make_with


class Variant(NamedTuple):
    """A game in one of its variants."""

    game: str
    values: str = ""
    """The values of the game's options, separated by commas; empty if it has none."""

    @staticmethod
    def of(game: Game) -> Variant:
        """Return the variant of a game."""
        return Variant(game.id, ",".join(game.options.values()))

    @property
    def options(self) -> dict[str, str]:
        """The options by name."""
        values = self.values.split(",") if self.values else []
        return dict(zip(GAMES[self.game].variants, values, strict=True))

    @property
    def kind(self) -> type[Game]:
        """The game's class."""
        return GAMES[self.game]

    @property
    def standard(self) -> bool:
        """Whether every option has its default value."""
        return self == Variant.of(make(self.game))

    @property
    def stem(self) -> str:
        """The name for files and puzzles: the game, and the option values unless they are the defaults."""
        return self.game if self.standard else f"{self.game}-{self.values}"

    def file(self, name: str) -> str:
        """The name of the variant's file of this kind in the game's package, such as ``puzzles.txt``."""
        return f"{name}.txt" if self.standard else f"{name}-{self.values}.txt"

    @property
    def title(self) -> str:
        """The title people see: ``Crossfire (GridLock, diagonals all)``."""
        kind = self.kind
        title = "" if kind.title == kind.name else kind.title
        more = f"{title}{options_text(self.options)}".removeprefix(", ")
        return f"{kind.name} ({more})" if more else kind.name

    @property
    def transposable(self) -> bool:
        """Whether swapping rows and columns of the board preserves the game's value."""
        return make_with(self.game, None, None, self.options).transposable

    def on(self, rows: int, cols: int) -> Game:
        """Return the game on a board of this size; InvalidGame if the size isn't possible."""
        return make_with(self.game, rows, cols, self.options)

    def can_be_on(self, rows: int, cols: int) -> bool:
        """Whether a board of this size is possible."""
        try:
            self.on(rows, cols)
        except InvalidGame:
            return False
        return True


def variants() -> list[Variant]:
    """Every game in every variant."""
    return [
        Variant(name, ",".join(values))
        for name, game in GAMES.items()
        for values in product(*game.variants.values())
    ]


def options_text(options: Mapping[str, str]) -> str:
    """Format options to follow a game's name: ``, diagonals all``, or nothing."""
    return "".join(f", {name} {value}" for name, value in options.items())
