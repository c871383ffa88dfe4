"""The lines of a game that has none of its own."""

from __future__ import annotations

from gridlock.dialogue.talk import Talk
from gridlock.rules import Game, Move, Outcome, Position
from gridlock.rules.resources import module_of


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
