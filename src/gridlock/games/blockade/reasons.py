"""Reasons why Blockade positions are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import cells, orthogonal
from gridlock.games.blockade.solo_reasons import Prison, find_prison
from gridlock.plural import count
from gridlock.review.insights import Tally
from gridlock.review.reasons import SteppingReasons, if_equal
from gridlock.review.wording import Reason
from gridlock.rules import Position, other
from gridlock.rules.stepping import free_cells

SHUT_IN = "Count the moves on your side before the last gap closes: the side with fewer runs out first."

_STEPS = 3  # to count cells within reach
_SHORT = "shut in with fewer moves"


def _shut_in(position: Position) -> Reason | None:
    """Explain that a side is shut in, if that decides the game."""
    for side in (position.turn, other(position.turn)):
        prison = find_prison(position, side)
        if prison is not None:
            return _reason(position, side, prison)
    return None


def _reason(position: Position, side: int, prison: Prison) -> Reason:
    rival, places = other(side), tuple(cells(prison.cells))
    text = (
        f"Player {side} is shut in with at most {count(prison.most, 'more move')}; Player {rival} has "
        f"{prison.least} nothing can take away{if_equal(side, prison.least, prison.most)}."
    )
    return Reason("shut in", text, places, lesson=SHUT_IN, winner=rival, short=_SHORT, counts=True)


def _within_reach(position: Position, side: int) -> int:
    """Count the empty cells that a side can get to in at most three steps."""
    reached = place = position.sides[side - 1]
    for _ in range(_STEPS):
        reached |= orthogonal(position.game.board, reached) & free_cells(position)
    return (reached & ~place).bit_count()


class BlockadeReasons(SteppingReasons):
    """Reasons about sides that are, or will be, shut in."""

    theorems = (_shut_in,)
    tally = Tally("{loser} with {own} within three steps to {rival}'s {opp}", "cell", _within_reach)

    def immediate(self, position: Position, winner: int) -> Reason | None:
        prison = find_prison(position, other(winner)) if position.legal else None
        return None if prison is None else _reason(position, other(winner), prison)

    def verdict(self, position: Position, winner: int) -> str | None:
        return _SHORT if super().verdict(position, winner) else None


REASONS = BlockadeReasons()
