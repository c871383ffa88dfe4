"""The lines of the third sheet."""

from gridlock.dialogue.talk import Talk
from gridlock.rules import Move, Outcome, Position


class LightCycleTalk(Talk):
    """Light Cycle Duel: shows the grid first, and again after each step."""

    how = "Type up, down, left or right, or just the first letter."

    def open(self, position: Position) -> None:
        self.say(str(position))

    def ask_move(self, position: Position) -> Move:
        prompt = f"Player {position.turn}'s turn. Enter move direction (up/down/left/right): "
        return self.until_legal(lambda: position.parse_move(self.ask(prompt)))

    def announce(self, before: Position, move: Move) -> None:
        self.say(f"Player {before.turn}'s turn. Player {before.turn} moves {move}.")

    def played(self, before: Position, move: Move, after: Position) -> None:
        self.say(str(after))

    def stuck(self, position: Position, outcome: Outcome) -> None:
        self.say(f"Player {position.turn} has no valid moves.")
        self.won(outcome.winner)

    def won(self, winner: int) -> None:
        self.say(f"Player {winner} wins!")


TALK = LightCycleTalk
