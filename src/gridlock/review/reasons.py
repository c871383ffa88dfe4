"""Reasons why a side wins: for any game, for games with stepping markers, and for games about open cells.

A game's own ``reasons`` module builds on one of these classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gridlock.board import cells
from gridlock.plural import count
from gridlock.review.case_split import case_split
from gridlock.review.insights import Insight, Tally
from gridlock.review.wording import LAST_CELLS, STUCK, Reason, after, cell_list, continuation, listed
from gridlock.rules import Game, Move, Position, other
from gridlock.rules.placement import open_cells
from gridlock.rules.resources import module_of

Finder = Callable[[Position], Reason | None]
"""A theorem: returns why the winner wins, if the theorem decides the position."""

Planner = Callable[[Position, int], Reason | None]
"""A plan: returns how the known winner of a position wins, if there is a simple way."""


class Budget:
    """How many tries a plan has left."""

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, cost: int = 1) -> bool:
        """Use up one or more tries; return whether that many were left."""
        self.left -= cost
        return self.left >= 0


class Reasons:
    """Finds reasons for the positions of any game. Subclasses add what they know about their game."""

    theorems: Sequence[Finder] = ()
    """The game's theorems."""
    plans: Sequence[Planner] = ()
    """The game's plans, simplest first."""
    tally: Tally | None = None
    """The number by which a beginner can compare moves; only set if following it keeps wins far more often
    than chance."""

    def theorem(self, position: Position) -> Reason | None:
        """Explain the win by a theorem, if one decides the position."""
        if not position.legal:
            return None
        return next(filter(None, (find(position) for find in self.theorems)), None)

    def plan(self, position: Position, winner: int, *, soon: bool = True) -> Reason | None:
        """Find a plan for the winner of a position; unless ``soon``, skip the expensive case split."""
        if not position.legal:
            return None
        finders = [self.immediate, self.one_move, *self.plans, *([self.few_ways] if soon else [])]
        return next(filter(None, (find(position, winner) for find in finders)), None)

    def immediate(self, position: Position, winner: int) -> Reason | None:
        """Explain the win without any search: by a theorem, if it decides for this side."""
        reason = self.theorem(position)
        return reason if reason is not None and reason.winner == winner else None

    def one_move(self, position: Position, winner: int) -> Reason | None:
        """Explain the win by a move after which a theorem decides."""
        for move in position.legal_moves() if position.turn == winner else ():
            child = position.play(move)
            reason = self.immediate(child, winner) if child.turn != winner else None
            if reason is not None:
                plays = f"Player {winner} plays {position.game.move_words(move)}."
                claim = f"{plays} Then {continuation(reason.claim)}"
                return reason._replace(claim=claim, first=(move, *reason.first))
        return None

    def numbers(self, before: Position, move: Move, better: Move) -> Insight | None:
        """Compare a mistake with a winning move in numbers, if the game has one to count."""
        tally = self.tally_of(before.game)
        return None if tally is None else tally.compare(before, move, better)

    def tally_of(self, game: Game) -> Tally | None:
        """Return the number of a game, which may depend on the variant."""
        return self.tally

    def recommended(self, before: Position) -> Sequence[Move]:
        """Return the moves that are best by the game's number; all if it has none."""
        tally = self.tally_of(before.game)
        return before.legal_moves() if tally is None else tally.best(before)

    def few_ways(self, position: Position, winner: int) -> Reason | None:
        """Explain the win by a case split: each of a few ways loses for the other side."""
        return case_split(position, winner, self.verdict)

    def verdict(self, position: Position, winner: int) -> str | None:
        """Say in a few words why a side wins a position; None if that isn't obvious."""
        if not position.legal:
            return None if position.turn == winner else "no move left"
        reason = self.immediate(position, winner)
        return reason.short or None if reason is not None else None

    def stuck(self, position: Position) -> Reason:
        """Say that the side to move is stuck, and where."""
        text = f"Player {position.turn} has no legal move left."
        return Reason("stuck", text, lesson=STUCK, winner=other(position.turn))

    def at_once(self, before: Position, move: Move, line: Sequence[Move]) -> Reason | None:
        """Explain a mistake that leaves its side stuck at once; the line is best play after it."""
        if not line:
            return None
        reply = before.play(move).play(line[0])
        return after(line[:1], self.stuck(reply), before.game, reply=True) if not reply.legal else None


def reasons_for(game: Game) -> Reasons:
    """Return ``REASONS`` of the game's own ``reasons`` module, or the reasons for any game."""
    own = module_of(type(game), "reasons")
    return Reasons() if own is None else own.REASONS


# Stepping markers -------------------------------------------------------------------------------


class SteppingReasons(Reasons):
    """For games in which each side has a stepping marker."""

    def stuck(self, position: Position) -> Reason:
        side = position.turn
        place = tuple(cells(position.sides[side - 1]))
        text = f"Player {side} has no empty cell to step to from {cell_list(position.game, place)}."
        return Reason("stuck", text, place, lesson=STUCK, winner=other(side))


# Open cells -------------------------------------------------------------------------------------


class OpenCellReasons(Reasons):
    """For games in which only the cells still open to either side matter."""

    def stuck(self, position: Position) -> Reason:
        text = f"Player {position.turn} has no open cell left."
        return Reason("stuck", text, lesson=STUCK, winner=other(position.turn))

    def verdict(self, position: Position, winner: int) -> str | None:
        """Say only that a side is stuck: these games' theorems have no short form."""
        return None if position.legal or position.turn == winner else "no open cell left"

    def at_once(self, before: Position, move: Move, line: Sequence[Move]) -> Reason | None:
        loser, position = before.turn, before.play(move)
        if not open_cells(position, loser):
            return _own_cells(before, move)
        if not line or open_cells(position.play(line[0]), loser):
            return None
        closed = tuple(cells(open_cells(position, loser)))
        last = f"Player {loser}'s last {_all_of(closed, 'open cell')}{listed(position.game, closed)}"
        text = f"The reply {position.game.move_words(line[0])} closes {last}."
        return Reason("last cells", text, closed, lesson=LAST_CELLS, winner=other(loser), counts=True)


def _own_cells(before: Position, move: Move) -> Reason:
    """Explain a move that closed its own side's last open cells."""
    closed = tuple(cell for cell in cells(open_cells(before, before.turn)) if cell != move)
    last = f"Player {before.turn}'s own last {_all_of(closed, 'open cell')}{listed(before.game, closed)}"
    text = f"{before.game.move_words(move)} closed {last}."
    return Reason("last cells", text, closed, lesson=LAST_CELLS, winner=other(before.turn), counts=True)


def _all_of(closed: Sequence[int], thing: str) -> str:
    """Return the words after "the last": ``cell``, or ``3 cells``."""
    return thing if len(closed) == 1 else count(len(closed), thing)


def outlast_reason(
    name: str, position: Position, winner: int, safe: tuple[int, ...], loss: str, most: int, lesson: str
) -> Reason:
    """Return the reason for a win by safe moves; ``loss`` says that the other side has at most ``most``."""
    loser = other(winner)
    if not most:
        text = f"Player {loser} has no open cell left, and Player {winner} can still place."
        return Reason(name, text, safe, lesson=lesson, winner=winner, counts=True)
    at = listed(position.game, safe)
    text = (
        f"Player {winner} has {count(len(safe), 'move')} nothing can take away{at}; "
        f"Player {loser} {loss}{if_equal(loser, len(safe), most)}."
    )
    return Reason(name, text, safe, lesson=lesson, winner=winner, counts=True)


def if_equal(loser: int, more: int, less: int) -> str:
    """Return the end of a sentence that says whose turn it is, if that decides between equal numbers."""
    return f", with Player {loser} to move" if more == less else ""
