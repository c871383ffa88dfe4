"""A match in progress: the one authority on what has happened and what may happen next."""

from __future__ import annotations

from datetime import date

from gridlock.errors import IllegalMove
from gridlock.games import Game, Move, Outcome, Position, other
from gridlock.records import Ending, Record

__all__ = ["Match"]


class Match:
    """One play-through of a game, move by move."""

    def __init__(self, game: Game, players: tuple[str, str] = ("Player 1", "Player 2")) -> None:
        self.game = game
        self.players = players
        self._positions = [game.start()]
        self._moves: list[Move] = []
        self._resigned: int | None = None

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or None while the match goes on."""
        if self._resigned is not None:
            return Outcome(other(self._resigned), f"Player {self._resigned} resigned.")
        return self.position.outcome()

    def play(self, move: int | str) -> Move:
        """Make a move for the side to move; the errors are those of :meth:`Position.play`."""
        if self._resigned is not None:
            raise IllegalMove(f"The game is over: Player {self._resigned} resigned.")
        position = self.position
        made = position.parse_move(move) if isinstance(move, str) else position.move(move)
        self._positions.append(position.play(made))
        self._moves.append(made)
        return made

    def undo(self) -> Move:
        """Take the last move back, and a resignation with it."""
        if not self._moves:
            raise IllegalMove("There is no move to take back.")
        self._resigned = None
        self._positions.pop()
        return self._moves.pop()

    def resign(self) -> None:
        """The side to move gives the match up."""
        if self.outcome is not None:
            raise IllegalMove("The game is over.")
        self._resigned = self.position.turn

    def record(self) -> Record:
        """The match so far, written down."""
        outcome = self.outcome
        if outcome is None:
            ending = Ending.UNFINISHED
        else:
            ending = Ending.STUCK if self._resigned is None else Ending.RESIGNATION
        return Record(
            game=self.game,
            moves=self.moves,
            winner=outcome.winner if outcome else None,
            ending=ending,
            players=self.players,
            date=date.today().isoformat(),
        )
