"""Reasons why Blockade positions are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import cells
from gridlock.games.blockade.solo_reasons import Prison, find_prison
from gridlock.plural import count
from gridlock.review.reasons import SteppingReasons
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position, other
from gridlock.rules.notation import DIRECTIONS

SHUT_IN = "Count the moves on your side before the last gap closes: the side with fewer runs out first."


def _shut_in(position: Position) -> Reason | None:
    """Explain that a side is shut in, if that decides the game."""
    for side in (position.turn, other(position.turn)):
        prison = find_prison(position, side)
        if prison is not None:
            return _reason(position, side, prison)
    return None


def _reason(position: Position, side: int, prison: Prison) -> Reason:
    rival, show = other(side), position.game.show_cell
    places = tuple(cells(prison.cells))
    where = f": it can only get to {', '.join(map(show, places))}" if places else ""
    to_move = ", who is to move," if position.turn == side else ""
    text = (
        f"Player {side}{to_move} is shut in{where}, and has at most {count(prison.most, 'more move')}, "
        f"while Player {rival} has {prison.least} that nothing can take away."
    )
    short = "shut in with too few moves"
    return Reason("shut in", text, places, lesson=SHUT_IN, winner=rival, short=short)


class BlockadeReasons(SteppingReasons):
    """Reasons about sides that are, or will be, shut in."""

    theorems = (_shut_in,)

    def immediate(self, position: Position, winner: int) -> Reason | None:
        prison = find_prison(position, other(winner)) if position.legal else None
        return None if prison is None else _reason(position, other(winner), prison)

    def verdict(self, position: Position, winner: int) -> str | None:
        return "shut in with too few moves" if super().verdict(position, winner) else None

    def label(self, position: Position, moves: tuple[Move, ...]) -> str:
        """Name a step without its block if the answer doesn't depend on the block."""
        labels = []
        for direction, name in enumerate(DIRECTIONS):
            those = [move for move in moves if move >> 3 == direction]
            others = (move for move in position.legal_moves() if move >> 3 == direction)
            labels += [name] if those == [*others] and those else [*map(str, those)]
        return "/".join(labels)


REASONS = BlockadeReasons()
