"""Which moves have led to a position: programs like to be told, and players are given positions only."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.rules import Move, Position

_MOST_TRIES = 5000  # moves that are tried in looking for a way; some ten milliseconds


class Followed(NamedTuple):
    """How a position came about."""

    base: Position
    """The start of the game if possible, else a position in the middle of it."""
    moves: tuple[Move, ...]
    """The moves from there on; those of others are worked out, so their order may have been another."""
    new: bool
    """Whether this seems to be another game than that of the position before."""


class History:
    """The positions of a game that a player has seen, and the moves between them."""

    def __init__(self) -> None:
        self._positions: list[Position] = []
        self._moves: list[Move] = []

    def follow(self, position: Position) -> Followed:
        """Find out how this position came about, and remember it."""
        search = _Search(position)
        new = not self._follow_from_known(search)
        if new:
            start = position.game.start()
            way = search.way_from(start)
            self._begin(position if way is None else start)
            self._extend(way or ())
        return Followed(self._positions[0], tuple(self._moves), new)

    def made(self, move: Move) -> None:
        """The player answered the position that it was last given with this move."""
        self._extend((move,))

    def _follow_from_known(self, search: _Search) -> bool:
        """Go on from the latest known position that leads there, after moves that were taken back.

        A game of which only the very beginning would be left counts as another game.
        """
        count = len(self._positions)
        for known in range(count, min(count, 2) - 1 if count else 0, -1):
            way = search.way_from(self._positions[known - 1])
            if way is not None:
                del self._positions[known:], self._moves[known - 1 :]
                self._extend(way)
                return True
        return False

    def _begin(self, base: Position) -> None:
        self._positions, self._moves = [base], []

    def _extend(self, moves: tuple[Move, ...]) -> None:
        for move in moves:
            self._positions.append(self._positions[-1].play(move))
            self._moves.append(move)


class _Search:
    """Looks for moves that lead to a position, and gives up when that takes too long."""

    def __init__(self, goal: Position) -> None:
        self._goal = goal
        self._dead: set[Position] = set()
        self._tries = 0

    def way_from(self, position: Position) -> tuple[Move, ...] | None:
        """Moves that lead from this position to the goal, or None."""
        if position == self._goal:
            return ()
        if position in self._dead or not self._may_lead_on(position):
            return None
        for move in position.legal_moves():
            self._tries += 1
            if self._tries > _MOST_TRIES:
                return None
            rest = self.way_from(position.play(move))
            if rest is not None:
                return (move, *rest)
        self._dead.add(position)
        return None

    def _may_lead_on(self, position: Position) -> bool:
        """Whether all that lies on the board now, and stays there for good, is there at the goal too."""
        goal = self._goal
        return position.game is goal.game and position.game.may_lead_to(position, goal)
