"""The lines of the first sheet."""

from gridlock.dialogue.talk import Talk, marker
from gridlock.rules import Move, Outcome, Position, other


class SpreadTalk(Talk):
    """GridLock: shows the grid first, and again after each token."""

    how = "Type the row and the column of an empty cell, such as 3 3."

    def open(self, position: Position) -> None:
        self.say(str(position))

    def ask_move(self, position: Position) -> Move:
        side = position.turn
        prompt = f"Player {side} ({marker(side)}), enter your move (row column): "
        return self.until_legal(lambda: position.parse_move(self.ask(prompt)))

    def announce(self, before: Position, move: Move) -> None:
        side = before.turn
        self.say(f"Player {side} ({marker(side)}) places a token: {before.game.cell_text(move, ' ')}")

    def played(self, before: Position, move: Move, after: Position) -> None:
        self.say(str(after))
        if after.turn == before.turn:
            self.say(f"Player {other(after.turn)}, no valid moves available. Passing turn.")

    def stuck(self, position: Position, outcome: Outcome) -> None:
        self.say("Neither player can make a valid move.")
        self.say(f"The last player to place a token was Player {outcome.winner}.")
        self.won(outcome.winner)

    def won(self, winner: int) -> None:
        self.say(f"Congratulations, Player {winner} wins the game!")


TALK = SpreadTalk
