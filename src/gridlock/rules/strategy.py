"""Pairing strategies: answer every move on the partner of its cell, and win from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridlock.rules.resources import module_of

if TYPE_CHECKING:
    from gridlock.rules.game import Game


class Strategy(NamedTuple):
    """An optional first move, then an answer to every move on the partner of its cell."""

    first: int | None
    """Player 1's first action if Player 1 wins; None if Player 2 wins."""
    partners: tuple[int, ...]
    """The partner of each cell, or -1 for a cell the opponent can never use. Pairing is an involution and
    preserves the rules: whatever holds between two cells holds between their partners.
    """

    @property
    def side(self) -> int:
        """The side that wins."""
        return 2 if self.first is None else 1


def strategy_of(game: Game) -> Strategy | None:
    """Return the strategy that wins from the start: ``strategy(game)`` in the game's ``strategy`` module."""
    module = module_of(type(game), "strategy")
    strategy: Strategy | None = None if module is None else module.strategy(game)
    return strategy
