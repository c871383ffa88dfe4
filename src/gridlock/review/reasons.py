"""Why a side wins: in any game, in games with markers that step, and in games about open cells.

A game's own ``reasons`` module builds on one of these classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridlock.board import cells
from gridlock.plural import count
from gridlock.review.case_split import all_ways
from gridlock.review.wording import LAST_CELLS, STUCK, Reason, after, cell_list, continued
from gridlock.rules import Game, Move, Position, other
from gridlock.rules.placement import open_cells
from gridlock.rules.resources import module_of

Finder = Callable[[Position], Reason | None]
"""A theorem: why the winner of a position wins, if it decides the position."""

Planner = Callable[[Position, int], Reason | None]
"""How a side that is known to win a position does so, if there is a simple way."""


class Budget:
    """How much a plan may try before it is given up."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, cost: int = 1) -> bool:
        """Use up one try, or as many as it costs; return whether that many were left."""
        self.left -= cost
        return self.left >= 0


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


# Markers that step ------------------------------------------------------------------------------


class SteppingReasons(Reasons):
    """For games in which each side has a marker that steps: it cannot step."""

    def stuck(self, position: Position) -> Reason:
        side = position.turn
        place = tuple(cells(position.sides[side - 1]))
        text = f"Player {side}, at {cell_list(position.game, place)}, has no empty cell to step to."
        return Reason("stuck", text, place, lesson=STUCK, winner=other(side))


# Open cells -------------------------------------------------------------------------------------


class OpenCellReasons(Reasons):
    """For games in which only the cells matter that are still open to either side: the last of them."""

    def stuck(self, position: Position) -> Reason:
        text = f"Player {position.turn} has no open cell left."
        return Reason("stuck", text, lesson=STUCK, winner=other(position.turn))

    def verdict(self, position: Position, winner: int) -> str | None:
        """Only that a side is stuck: the theorems have no few words."""
        return None if position.legal or position.turn == winner else "no open cell left"

    def at_once(self, before: Position, move: Move, line: Sequence[Move]) -> Reason | None:
        loser, position = before.turn, before.play(move)
        if not open_cells(position, loser):
            return _own_cells(before, move)
        if not line or open_cells(position.play(line[0]), loser):
            return None
        closed = tuple(cells(open_cells(position, loser)))
        text = f"The reply {line[0]} closes {_last(position, loser, closed)}."
        return Reason("last cells", text, closed, lesson=LAST_CELLS, winner=other(loser))


def _own_cells(before: Position, move: Move) -> Reason:
    """The move itself left its side no open cell."""
    closed = tuple(cell for cell in cells(open_cells(before, before.turn)) if cell != move)
    number, listed = _all_of(closed, "cell"), cell_list(before.game, closed)
    text = f"With {move} Player {before.turn} closed the last {number} open to itself: {listed}."
    return Reason("last cells", text, closed, lesson=LAST_CELLS, winner=other(before.turn))


def _last(position: Position, side: int, closed: Sequence[int]) -> str:
    """The last open cells of a side."""
    return f"Player {side}'s last {_all_of(closed, 'open cell')}, {cell_list(position.game, closed)}"


def _all_of(closed: Sequence[int], thing: str) -> str:
    """What follows "the last": ``cell``, or ``3 cells``."""
    return thing if len(closed) == 1 else count(len(closed), thing)


def outlasting(
    name: str, position: Position, winner: int, kept: tuple[int, ...], loss: str, lesson: str
) -> Reason:
    """The sentence about moves that nothing can take away; ``loss`` is what the other side can do at most."""
    loser = other(winner)
    if not loss:
        text = f"Player {loser} has no open cell left, and Player {winner} can still place."
        return Reason(name, text, kept, lesson=lesson, winner=winner)
    at = cell_list(position.game, kept)
    to_move = ", who is to move," if position.turn == loser else ""
    text = (
        f"Player {winner} has {count(len(kept), 'move')} that nothing can take away, at {at}, "
        f"and Player {loser}{to_move} {loss}."
    )
    return Reason(name, text, kept, lesson=lesson, winner=winner)
