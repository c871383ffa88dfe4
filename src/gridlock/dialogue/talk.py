"""The lines of a game's dialogue: what they have in common, and plain ones for games without their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from gridlock.errors import IllegalMove, InvalidMove
from gridlock.rules import Game, Move, Outcome, Position
from gridlock.rules.resources import module_of
from gridlock.text.lines import moves_text


class Talker(Protocol):
    """Who does the talking: lines go out, answers come back."""

    def say(self, text: str = "") -> None:
        """Print a line, or several."""

    def ask(self, prompt: str) -> str:
        """Ask for a part of a move; words that are not moves never come back from here."""


class Talk(ABC):
    """The lines of one game. One object serves one round."""

    how: str
    """How a move is typed, in a sentence."""

    halfway = False
    """Whether a part of the move that is being asked for has been given."""

    def __init__(self, talker: Talker) -> None:
        self.say = talker.say
        self.ask = talker.ask

    def open(self, position: Position) -> None:
        """Say what stands before the first turn."""

    def turn(self, position: Position) -> None:
        """Say what stands before the prompt of a turn."""

    @abstractmethod
    def ask_move(self, position: Position) -> Move:
        """Ask until there is a legal move."""

    @abstractmethod
    def announce(self, before: Position, move: Move) -> None:
        """Say which move a bot has chosen."""

    @abstractmethod
    def played(self, before: Position, move: Move, after: Position) -> None:
        """Say what stands after a move."""

    @abstractmethod
    def stuck(self, position: Position, outcome: Outcome) -> None:
        """Say that the side to move is stuck, and who has won."""

    @abstractmethod
    def won(self, winner: int) -> None:
        """Say who has won."""

    def again(self, position: Position) -> None:
        """Say where the game stands after a move was taken back, or when it is taken up."""
        self.say(str(position))

    def board(self, position: Position) -> str:
        """The board as it is, the part of a move included that has been given."""
        return str(position)

    def choices(self, position: Position) -> str:
        """Everything that could be typed next."""
        return moves_text("Legal moves", position.legal_moves())

    def until_legal(self, read: Callable[[], Move]) -> Move:
        """Read a move again and again until it is legal, saying each time what is wrong."""
        while True:
            try:
                return read()
            except (InvalidMove, IllegalMove) as error:
                self.refuse(error)

    def refuse(self, error: Exception) -> None:
        """Say why what was typed is not a move."""
        self.say(f"Invalid move: {error}")


def marker(side: int) -> str:
    """The marker of a side in the placement games."""
    return "XO"[side - 1]


class PlainTalk(Talk):
    """The board, whose turn it is, and a move as the game writes it."""

    how = "Type a move as moves lists them."

    def turn(self, position: Position) -> None:
        self.say(str(position))

    def ask_move(self, position: Position) -> Move:
        prompt = f"Player {position.turn}, enter your move: "
        return self.until_legal(lambda: position.parse_move(self.ask(prompt)))

    def again(self, position: Position) -> None:
        """Nothing: the board comes with the turn."""

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
    """The lines of a game: ``TALK`` of the module ``talk`` in its room, else plain ones."""
    own = module_of(kind, "talk")
    return PlainTalk if own is None else own.TALK
