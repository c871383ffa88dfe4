"""Moves, positions and outcomes."""

from __future__ import annotations

from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, NamedTuple

from gridlock.board import Symmetry, permute
from gridlock.errors import IllegalMove, InvalidMove, excerpt

if TYPE_CHECKING:
    from gridlock.rules.game import Game, Words


def other(side: int) -> int:
    """Return the other side."""
    return 3 - side


class Move(int):
    """An action index that prints as the move's text."""

    text: str
    """The move in canonical form, such as ``3,3``."""

    def __new__(cls, action: int, text: str) -> Move:
        if action < 0:
            raise InvalidMove(f"{action} is not a move: moves are numbered from 0.")
        move = super().__new__(cls, action)
        move.text = text
        return move

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return int(self), self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({int(self)}, {self.text!r})"


class Outcome(NamedTuple):
    """The result of a game."""

    winner: int
    """The winning side, 1 or 2."""
    reason: str
    """Why the other side lost, in a sentence."""


class Position(NamedTuple):
    """An immutable, hashable position, seen from the side to move.

    Create one with :meth:`Game.start`, :meth:`Game.position` or :meth:`play`.
    """

    game: Game
    """The game with its board."""
    turn: int
    """The side to move, 1 or 2."""
    own: int
    """The cells of the side to move."""
    opp: int
    """The cells of the other side."""
    extra: int
    """What else the game needs: blocked cells, or the last marker."""
    legal: int
    """The legal moves as a word: bit ``a`` is set if action ``a`` is legal."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in action order; empty once the game is over."""
        game, _, own, _, _, word = self
        moves: tuple[Move, ...] = ()
        bits, mask = game.menu_bits, game.menu_mask
        for part in game.menus[own & game.menu_key]:
            moves += part[word & mask]
            word >>= bits
        return moves

    def parse_move(self, text: str) -> Move:
        """Parse a legal move as typed; raise InvalidMove if it can't be read, IllegalMove if it's illegal."""
        return self._check(self.game.read_move(self, text))

    def move(self, action: int) -> Move:
        """Return the move with this action index, legal or not."""
        try:
            if isinstance(action, bool):
                raise TypeError
            action = index(action)
        except TypeError:
            message = f"{excerpt(repr(action))} is not a move: a move is given by its number or its text."
            raise InvalidMove(message) from None
        if not 0 <= action < self.game.actions:
            raise InvalidMove(
                f"{action} is not a move: moves are numbered from 0 to {self.game.actions - 1}."
            )
        return self.game.name_move(self.own, action)

    def play(self, move: int | str) -> Position:
        """Return the position after a move, given as a :class:`Move`, an action index or text.

        Raises the errors of :meth:`parse_move`.
        """
        if type(move) is not Move:
            move = self.parse_move(move) if isinstance(move, str) else self.move(move)
        game, turn, own, opp, extra, legal = self
        if not legal >> move & 1:
            self._check(move)
        board = game.board
        own, opp, extra = game.play_words(board, own, opp, extra, move)
        legal = game.legal_word(board, own, opp, extra)
        if legal or not game.passes:
            return _new(Position, (game, 3 - turn, own, opp, extra, legal))
        return game.settle(3 - turn, own, opp, extra)

    def _check(self, move: Move) -> Move:
        if self.legal >> move & 1:
            return move
        self.move(move)  # raises InvalidMove if the game has no such action
        outcome = self.outcome()
        if outcome is not None:
            raise IllegalMove(f"The game is over: Player {outcome.winner} has won.")
        raise IllegalMove(self.game.why_illegal(self, move))

    def outcome(self) -> Outcome | None:
        """The winner and the reason, or None while the game goes on."""
        if self.legal:
            return None
        return Outcome(3 - self.turn, self.game.ending.format(loser=self.turn, winner=3 - self.turn))

    @property
    def words(self) -> Words:
        """The three words that the rules and the search work on: own, opp, extra."""
        return self.own, self.opp, self.extra

    def words_after(self, move: Move) -> Words:
        """The words after a legal move, seen from the other side, before any pass."""
        words: Words = self.game.play_words(self.game.board, *self.words, move)
        return words

    @property
    def sides(self) -> tuple[int, int]:
        """The cells of side 1 and of side 2."""
        return (self.own, self.opp) if self.turn == 1 else (self.opp, self.own)

    @property
    def text(self) -> str:
        """The position on one line; :meth:`Game.position` parses it."""
        return self.game.write_position(self)

    def transform(self, symmetry: Symmetry) -> Position:
        """Return the image of the position under one of :attr:`Game.symmetries`."""
        own, opp, extra = (permute(word, symmetry) for word in self.words)
        return self.game.settle(self.turn, own, opp, extra)

    def __str__(self) -> str:
        return self.game.draw(self)

    def _repr_svg_(self) -> str:
        """Draw the board in a notebook. Pictures are a layer above the rules, hence loaded by name."""
        drawn: str = import_module("gridlock.drawing").position_svg(self)
        return drawn

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"


_new = tuple.__new__
