"""The moves that led to a position: UGI engines need them, but players only get positions."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.rules import Move, Position

_MAX_TRIES = 5000  # moves to try in a search, about ten milliseconds


class Line(NamedTuple):
    """A position as a sequence of moves."""

    base: Position
    """The start of the game if possible, else a later position."""
    moves: tuple[Move, ...]
    """The moves from there. The opponent's are reconstructed, so their real order may differ."""
    new: bool
    """Whether this seems to be a new game."""


class History:
    """The positions of a game that a player has met, and the moves between them."""

    def __init__(self) -> None:
        self._positions: list[Position] = []
        self._moves: list[Move] = []

    def follow(self, position: Position) -> Line:
        """Reconstruct the moves that led to this position, and remember them."""
        search = _Search(position)
        new = not self._extend_known(search)
        if new:
            start = position.game.start()
            path = search.path_from(start)
            self._begin(position if path is None else start)
            self._extend(path or ())
        return Line(self._positions[0], tuple(self._moves), new)

    def add(self, move: Move) -> None:
        """Add the player's move in the last position."""
        self._extend((move,))

    def _extend_known(self, search: _Search) -> bool:
        """Continue from the latest known position that leads to the goal, dropping moves taken back.

        If only the very start of the game would be left, it counts as a new game: return False.
        """
        count = len(self._positions)
        for known in range(count, min(count, 2) - 1 if count else 0, -1):
            path = search.path_from(self._positions[known - 1])
            if path is not None:
                del self._positions[known:], self._moves[known - 1 :]
                self._extend(path)
                return True
        return False

    def _begin(self, base: Position) -> None:
        self._positions, self._moves = [base], []

    def _extend(self, moves: tuple[Move, ...]) -> None:
        for move in moves:
            self._positions.append(self._positions[-1].play(move))
            self._moves.append(move)


class _Search:
    """Searches for moves that lead to a position, and gives up when that takes too long."""

    def __init__(self, goal: Position) -> None:
        self._goal = goal
        self._dead: set[Position] = set()
        self._tries = 0

    def path_from(self, position: Position) -> tuple[Move, ...] | None:
        """Return moves that lead from this position to the goal, or None."""
        if position == self._goal:
            return ()
        if position in self._dead or not self._may_reach_goal(position):
            return None
        for move in position.legal_moves():
            self._tries += 1
            if self._tries > _MAX_TRIES:
                return None
            rest = self.path_from(position.play(move))
            if rest is not None:
                return (move, *rest)
        self._dead.add(position)
        return None

    def _may_reach_goal(self, position: Position) -> bool:
        """Return whether everything permanent on the board is also there in the goal."""
        goal = self._goal
        return position.game is goal.game and position.game.may_lead_to(position, goal)
