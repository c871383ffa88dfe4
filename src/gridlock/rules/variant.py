"""A game in one of its variants, on any board."""

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
    """The values of the game's options, or nothing if it has none."""

    @staticmethod
    def of(game: Game) -> Variant:
        """The variant that a game is."""
        return Variant(game.id, ",".join(game.options.values()))

    @property
    def options(self) -> dict[str, str]:
        """The options that make the variant."""
        values = self.values.split(",") if self.values else []
        return dict(zip(GAMES[self.game].variants, values, strict=True))

    @property
    def kind(self) -> type[Game]:
        """The game's class."""
        return GAMES[self.game]

    @property
    def standard(self) -> bool:
        """Whether every option has its first value."""
        return self == Variant.of(make(self.game))

    @property
    def stem(self) -> str:
        """What files and puzzles are named by: the game, and the values unless they are the standard ones."""
        return self.game if self.standard else f"{self.game}-{self.values}"

    def file(self, name: str) -> str:
        """The name of the variant's file of this kind in the game's room: ``puzzles.txt``, for example."""
        return f"{name}.txt" if self.standard else f"{name}-{self.values}.txt"

    @property
    def title(self) -> str:
        """What people see: ``Crossfire (GridLock, diagonals all)``."""
        kind = self.kind
        title = "" if kind.title == kind.name else kind.title
        more = f"{title}{options_text(self.options)}".removeprefix(", ")
        return f"{kind.name} ({more})" if more else kind.name

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


def variants() -> list[Variant]:
    """Every game in every variant."""
    return [
        Variant(name, ",".join(values))
        for name, game in GAMES.items()
        for values in product(*game.variants.values())
    ]


def options_text(options: Mapping[str, str]) -> str:
    """The options of a game as they follow its name: ``, diagonals all``, or nothing."""
    return "".join(f", {name} {value}" for name, value in options.items())
