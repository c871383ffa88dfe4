"""What the winner does, as a reason has it."""

from __future__ import annotations

from gridlock.review.wording import Reason
from gridlock.rules import Move, Position

__all__ = ["Plan"]


class Plan:
    """The moves of a reason's strategy: some to begin with, then an answer to every reply."""

    def __init__(self, side: int, reason: Reason) -> None:
        self.side = side
        """The side that wins by it."""
        self._first = list(reason.first)
        self._partner = {two: one for one, two in reason.pairs} | dict(reason.pairs)

    def move(self, position: Position, previous: tuple[Position, Move] | None) -> Move | None:
        """The winner's move after the other side's previous one; None if the strategy does not say."""
        if self._first:
            return self._first.pop(0)
        if previous is None:
            return None
        before, answered = previous
        wanted = self._partner.get(before.game.parts(before, answered)[0])
        found = (m for m in position.legal_moves() if position.game.parts(position, m)[0] == wanted)
        return next(found, None)
