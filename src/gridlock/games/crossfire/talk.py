"""The lines of the second sheet."""

from gridlock.board import cells
from gridlock.dialogue.talk import Talk, marker
from gridlock.rules import Move, Outcome, Position


class CrossfireTalk(Talk):
    """GridLock with numbered rows and columns, and a list of what is blocked."""

    how = "Type the row and the column of an empty cell that is not blocked, such as 3 3."
    _first = True  # the first prompt of a game has an example

    def open(self, position: Position) -> None:
        self.say("Welcome to GridLock!\n")

    def turn(self, position: Position) -> None:
        self.say(f"Player {position.turn} ('{marker(position.turn)}'), it's your turn.")
        self._grid(position)
        if position.opp:
            self.say(f"Blocked cells:\n{_blocked(position)}\n")

    def again(self, position: Position) -> None:
        """Print nothing: the next turn shows the grid."""

    def ask_move(self, position: Position) -> Move:
        game = position.game

        def read() -> Move:
            example = f" (e.g., {min(3, game.rows)} {min(3, game.cols)})" if self._first else ""
            self._first = False
            prompt = f"Enter the row and column to place your '{marker(position.turn)}'{example}: "
            return position.parse_move(self.ask(prompt))

        return self.until_legal(read)

    def announce(self, before: Position, move: Move) -> None:
        """Print nothing: the line after a move names it."""

    def played(self, before: Position, move: Move, after: Position) -> None:
        place = before.game.show_cell(move)
        self.say(f"\nPlayer {before.turn} placed an '{marker(before.turn)}' at {place}.\n")

    def stuck(self, position: Position, outcome: Outcome) -> None:
        self._grid(position)
        self.say(f"Player {position.turn} has no legal moves left.")
        self.won(outcome.winner)

    def won(self, winner: int) -> None:
        self.say(f"Player {winner} wins the game!")

    def _grid(self, position: Position) -> None:
        self.say(f"Current Grid:\n{position}\n")


def _blocked(position: Position) -> str:
    """Describe the rows, columns and diagonals that the opponent holds."""
    game, held = position.game, list(cells(position.opp))
    rows = sorted({cell // game.cols + 1 for cell in held})
    cols = sorted({cell % game.cols + 1 for cell in held})
    if game.board.short_diagonals:
        diagonals = "all through " + ", ".join(game.show_cell(cell) for cell in held)
    else:
        long = {"primary": game.board.primary, "secondary": game.board.secondary}
        diagonals = " and ".join(name for name, line in long.items() if line & position.opp)
    return (
        f"- Rows: {', '.join(map(str, rows)) or 'none'}\n"
        f"- Columns: {', '.join(map(str, cols)) or 'none'}\n"
        f"- Diagonals: {diagonals or 'none'}"
    )


TALK = CrossfireTalk
