"""How a side wins from the start, where that is known: it answers every move in the partner of its cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridlock.rules.resources import module_of

if TYPE_CHECKING:
    from gridlock.rules.game import Game


class Strategy(NamedTuple):
    """A first move, or none, and then to every move an answer in the partner of the cell that it chose."""

    first: int | None
    """The action by which Player 1 begins, and goes on to win; None if it is Player 2 that wins."""
    partners: tuple[int, ...]
    """The partner of each cell; -1 for one that the other side never gets to. It swaps cells in pairs, and
    keeps the rules: what two cells have to do with each other, their partners have as well.
    """

    @property
    def side(self) -> int:
        """Who wins by it."""
        return 2 if self.first is None else 1


def strategy_of(game: Game) -> Strategy | None:
    """The strategy that wins a game from its start: ``strategy(game)`` in its room's ``strategy``, if any."""
    room = module_of(type(game), "strategy")
    found: Strategy | None = None if room is None else room.strategy(game)
    return found
