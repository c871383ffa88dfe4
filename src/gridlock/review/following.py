"""What the winner does, as a reason has it."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.review.wording import Reason
from gridlock.rules import Move, Position


class Follower:
    """The moves of a reason's strategy: some to begin with, then an answer to every reply."""

    def __init__(self, side: int, reason: Reason) -> None:
        self.side = side
        """The side that wins by it."""
        self._first, self._cases = list(reason.first), reason.cases
        self._partner = {two: one for one, two in reason.pairs} | dict(reason.pairs)

    def move(self, made: Sequence[tuple[Position, Move]], position: Position) -> Move | None:
        """The winner's move after these, made since the reason holds; None if it does not say."""
        if self._first:
            return self._first.pop(0)
        moves = tuple(move for _, move in made)
        case = next((line for line in self._cases if line[: len(moves)] == moves != line), None)
        if case is not None:
            return case[len(moves)]
        if not made:
            return None
        before, answered = made[-1]
        wanted = self._partner.get(before.game.parts(before, answered)[0])
        found = (m for m in position.legal_moves() if position.game.parts(position, m)[0] == wanted)
        return next(found, None)
