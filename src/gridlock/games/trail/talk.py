"""The lines of the fourth sheet."""

import re

from gridlock.board import cells
from gridlock.dialogue.talk import Talk, marker
from gridlock.errors import InvalidMove
from gridlock.rules import Move, Outcome, Position
from gridlock.rules.notation import read_number


class TrailTalk(Talk):
    """Grid Lock: asks for the row, then the column."""

    how = "Type the row, then the column of a cell; or both at once, such as 2 3."

    def open(self, position: Position) -> None:
        self.say("Welcome to Grid Lock!\n")
        self.say("Player 1 (X) will start the game.\n")

    def turn(self, position: Position) -> None:
        self._header(position)
        if position.extra:
            self.say("Available moves:")
            for move in position.legal_moves():
                self.say(f"- ({move})")

    def ask_move(self, position: Position) -> Move:
        return self.until_legal(lambda: self._read(position))

    def _read(self, position: Position) -> Move:
        rows, cols = position.game.rows, position.game.cols
        answer = self.ask(f"Enter row (1-{rows}): ")
        if re.search(r"[\s,(]", answer.strip()):
            return position.parse_move(answer)  # row and column in one answer
        row = read_number(answer, "row", 1, rows)
        self.halfway = True
        while self.halfway:
            try:
                col = read_number(self.ask(f"Enter column (1-{cols}): "), "column", 1, cols)
                self.halfway = False
            except InvalidMove as error:
                self.refuse(error)
        return position.parse_move(f"{row},{col}")

    def announce(self, before: Position, move: Move) -> None:
        place = before.game.show_cell(move)
        self.say(f"Player {before.turn} places an {marker(before.turn)} at {place}.")

    def again(self, position: Position) -> None:
        self.say(f"Updated Grid:\n{position}\n")

    def played(self, before: Position, move: Move, after: Position) -> None:
        self.say()
        self.again(after)

    def stuck(self, position: Position, outcome: Outcome) -> None:
        self._header(position)
        self.say("No valid moves available.")
        self.say(f"Player {position.turn} cannot make a move.")
        self.won(outcome.winner)

    def won(self, winner: int) -> None:
        self.say(f"Player {winner} ({marker(winner)}) wins the game!")

    def _header(self, position: Position) -> None:
        self.say(f"Player {position.turn}'s Turn ({marker(position.turn)})")
        for last in cells(position.extra):
            self.say(f"Last move was at ({position.game.cell_text(last, ', ')})")


TALK = TrailTalk
