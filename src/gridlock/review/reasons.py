"""Why a side wins, as far as it can be said of any game; a room's ``reasons`` says more of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridlock.review.lessons import STUCK
from gridlock.review.wording import Reason, after
from gridlock.rules import Game, Move, Position
from gridlock.rules.room import part_of

__all__ = ["Finder", "Planner", "Reasons", "reasons_for"]

Finder = Callable[[Position], Reason | None]
"""A theorem: why the winner of a position wins, if it decides the position."""

Planner = Callable[[Position, int], Reason | None]
"""How a side that is known to win a position does so, if there is a simple way."""


class Reasons:
    """What can be said of the positions of a game. A subclass knows more of its own game."""

    theorems: Sequence[Finder] = ()
    """The theorems that decide positions, each told with its numbers and cells."""
    plans: Sequence[Planner] = ()
    """Ways to win that take some looking for, the simplest first."""

    def theorem(self, position: Position) -> Reason | None:
        """Why the winner of a position wins, if a theorem decides it."""
        if not position.legal:
            return None
        return next(filter(None, (find(position) for find in self.theorems)), None)

    def plan(self, position: Position, winner: int) -> Reason | None:
        """How the winner of a position wins, if a plan is found."""
        if not position.legal:
            return None
        return next(filter(None, (find(position, winner) for find in self.plans)), None)

    def stuck(self, position: Position) -> Reason:
        """That the side to move cannot, and where that can be seen."""
        return Reason("stuck", f"Player {position.turn} has no legal move left.", lesson=STUCK)

    def at_once(self, before: Position, move: Move, line: Sequence[Move]) -> Reason | None:
        """That a move, or the very next one, leaves its side nothing; the line is best play after it."""
        if not line:
            return None
        reply = before.play(move).play(line[0])
        return after(line[:1], self.stuck(reply), reply=True) if not reply.legal else None


def reasons_for(game: Game) -> Reasons:
    """What can be said of a game: ``REASONS`` of the module ``reasons`` in its room, else of any game."""
    own = part_of(type(game), "reasons")
    return Reasons() if own is None else own.REASONS
