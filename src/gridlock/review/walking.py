"""Reasons in games in which each side has a marker that steps."""

from __future__ import annotations

from gridlock.board import cells
from gridlock.review.lessons import STUCK
from gridlock.review.reasons import Reasons
from gridlock.review.wording import Reason, cell_list
from gridlock.rules import Position, other


class Walking(Reasons):
    """A marker that cannot step."""

    def stuck(self, position: Position) -> Reason:
        return no_way_out(position, position.turn)


def no_way_out(position: Position, side: int) -> Reason:
    """That a side's marker has nowhere to go."""
    place = position.sides[side - 1]
    at = cell_list(position.game, cells(place))
    text = f"Player {side}, at {at}, has no empty cell to step to."
    return Reason("stuck", text, tuple(cells(place)), lesson=STUCK, winner=other(side))
