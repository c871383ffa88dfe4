"""Why a side wins, as far as it can be said of any game; a room's ``reasons`` says more of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridlock.review.cases import all_ways
from gridlock.review.lessons import STUCK
from gridlock.review.wording import Reason, after, continued
from gridlock.rules import Game, Move, Position, other
from gridlock.rules.resources import module_of

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

    def plan(self, position: Position, winner: int, *, soon: bool = True) -> Reason | None:
        """How the winner of a position wins, if a plan is found; unless it is soon, not all is tried."""
        if not position.legal:
            return None
        finders = [self.seen, self.one_move, *self.plans, *([self.few_ways] if soon else [])]
        return next(filter(None, (find(position, winner) for find in finders)), None)

    def seen(self, position: Position, winner: int) -> Reason | None:
        """What can be seen at once of a position that a side may win: a theorem."""
        found = self.theorem(position)
        return found if found is not None and found.winner == winner else None

    def one_move(self, position: Position, winner: int) -> Reason | None:
        """That the winner has a move after which something can be seen."""
        for move in position.legal_moves() if position.turn == winner else ():
            child = position.play(move)
            found = self.seen(child, winner) if child.turn != winner else None
            if found is not None:
                text = f"Player {winner} plays {move}. Then {continued(found.text)}"
                return found._replace(text=text, first=(move, *found.first))
        return None

    def few_ways(self, position: Position, winner: int) -> Reason | None:
        """That each of a few ways is lost for the other side."""
        return all_ways(position, winner, self.verdict, self.label)

    def verdict(self, position: Position, winner: int) -> str | None:
        """In a few words why a side wins a position, if that can be seen at once."""
        if not position.legal:
            return None if position.turn == winner else "no move left"
        found = self.seen(position, winner)
        return found.short or None if found is not None else None

    def label(self, position: Position, moves: tuple[Move, ...]) -> str:
        """How a sentence names moves that are answered alike."""
        return "/".join(map(str, moves))

    def stuck(self, position: Position) -> Reason:
        """That the side to move cannot, and where that can be seen."""
        text = f"Player {position.turn} has no legal move left."
        return Reason("stuck", text, lesson=STUCK, winner=other(position.turn))

    def at_once(self, before: Position, move: Move, line: Sequence[Move]) -> Reason | None:
        """That a move, or the very next one, leaves its side nothing; the line is best play after it."""
        if not line:
            return None
        reply = before.play(move).play(line[0])
        return after(line[:1], self.stuck(reply), reply=True) if not reply.legal else None


def reasons_for(game: Game) -> Reasons:
    """What can be said of a game: ``REASONS`` of the module ``reasons`` in its room, else of any game."""
    own = module_of(type(game), "reasons")
    return Reasons() if own is None else own.REASONS
