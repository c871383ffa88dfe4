"""The lines of a game's dialogue: the interface, and defaults for games without their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from gridlock.errors import IllegalMove, InvalidMove
from gridlock.rules import Game, Move, Outcome, Position
from gridlock.rules.resources import module_of
from gridlock.text.lines import moves_text


class Talker(Protocol):
    """Prints lines and asks for moves."""

    def say(self, text: str = "") -> None:
        """Print some text."""

    def ask(self, prompt: str) -> str:
        """Ask for part of a move; commands are handled before this returns."""


class Talk(ABC):
    """The lines of one game, for one round."""

    how: str
    """A sentence about how to type a move."""

    halfway = False
    """Whether part of the current move has been given."""

    def __init__(self, talker: Talker) -> None:
        self.say = talker.say
        self.ask = talker.ask

    def open(self, position: Position) -> None:
        """Print the lines before the first turn."""

    def turn(self, position: Position) -> None:
        """Print the lines before a turn's prompt."""

    @abstractmethod
    def ask_move(self, position: Position) -> Move:
        """Ask until the answer is a legal move."""

    @abstractmethod
    def announce(self, before: Position, move: Move) -> None:
        """Print a bot's move."""

    @abstractmethod
    def played(self, before: Position, move: Move, after: Position) -> None:
        """Print the lines after a move."""

    @abstractmethod
    def stuck(self, position: Position, outcome: Outcome) -> None:
        """Print that the side to move is stuck, and who won."""

    @abstractmethod
    def won(self, winner: int) -> None:
        """Print who won."""

    def again(self, position: Position) -> None:
        """Show the position after undo or redo, or when a match is resumed."""
        self.say(str(position))

    def board(self, position: Position) -> str:
        """Return the board, including the part of a move that has been given."""
        return str(position)

    def choices(self, position: Position) -> str:
        """Return everything that could be typed next."""
        return moves_text("Legal moves", position.legal_moves())

    def until_legal(self, read: Callable[[], Move]) -> Move:
        """Read moves until one is legal, and say what is wrong with the others."""
        while True:
            try:
                return read()
            except (InvalidMove, IllegalMove) as error:
                self.refuse(error)

    def refuse(self, error: Exception) -> None:
        """Say why an answer isn't a legal move."""
        self.say(f"Invalid move: {error}")


def marker(side: int) -> str:
    """Return a side's marker in the placement games."""
    return "XO"[side - 1]


class PlainTalk(Talk):
    """Default lines: the board, whose turn it is, and moves in the game's notation."""

    how = "Type a move; moves lists them."

    def turn(self, position: Position) -> None:
        self.say(str(position))

    def ask_move(self, position: Position) -> Move:
        prompt = f"Player {position.turn}, enter your move: "
        return self.until_legal(lambda: position.parse_move(self.ask(prompt)))

    def again(self, position: Position) -> None:
        """Print nothing: each turn prints the board."""

    def announce(self, before: Position, move: Move) -> None:
        self.say(f"Player {before.turn} plays {move}.")

    def played(self, before: Position, move: Move, after: Position) -> None:
        self.say()
        if after.legal and after.turn == before.turn:
            self.say(f"Player {3 - after.turn} has no legal move and passes.")

    def stuck(self, position: Position, outcome: Outcome) -> None:
        self.say(f"{position}\n{outcome.reason}")
        self.won(outcome.winner)

    def won(self, winner: int) -> None:
        self.say(f"Player {winner} wins!")


def talk_of(kind: type[Game]) -> type[Talk]:
    """Return a game's lines: ``TALK`` in its module ``talk``, or the default ones."""
    own = module_of(kind, "talk")
    return PlainTalk if own is None else own.TALK
