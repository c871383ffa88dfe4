"""Making a move by pointing at cells, and typing where a cell is."""

from __future__ import annotations

from collections.abc import Mapping

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.rules.game import Game
from gridlock.rules.position import Move, Position


class Pointing:
    """A move that is being made by pointing at its cells, one after the other."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.parts: tuple[int, ...] = ()
        """The cells that have been pointed at."""

    def moves(self) -> dict[int, list[Move]]:
        """For every cell that may be pointed at next, the legal moves that go on there."""
        found: dict[int, list[Move]] = {}
        done = len(self.parts)
        for move in self.position.legal_moves():
            parts = self.position.game.parts(self.position, move)
            if parts[:done] == self.parts:
                found.setdefault(parts[done], []).append(move)
        return found

    def point(self, cell: int) -> Move | None:
        """Point at a cell: gives the move once it is whole, None before; IllegalMove says why not."""
        if not self.position.legal:
            raise IllegalMove("The game is over.")
        parts = (*self.parts, cell)
        moves = self.moves().get(cell)
        if moves is None:
            raise IllegalMove(self.position.game.why_not(self.position, parts))
        if len(self.position.game.parts(self.position, moves[0])) == len(parts):
            return moves[0]
        self.parts = parts
        return None

    def against(self, cell: int) -> int:
        """The set of cells whose pieces forbid pointing at this one."""
        return self.position.game.against(self.position, (*self.parts, cell))

    def back(self) -> bool:
        """Take the last cell back; False if there was none."""
        had, self.parts = bool(self.parts), self.parts[:-1]
        return had

    def start(self) -> int | None:
        """The piece that a move begins at, where there is one: the own marker, or the last one placed."""
        return next(cells(self.position.game.stands_at(self.position)), None)

    def changed(self) -> Mapping[int, str]:
        """The cells that look different, by their letters, since a part of the move is already made."""
        return self.position.game.halfway(self.position, self.parts) if self.parts else {}


class Typing:
    """A cell's row and column that are being typed, as the game counts them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows = len(str(game.rows - 1 + game.origin))
        self._cols = len(str(game.cols - 1 + game.origin))
        self.text = ""

    def type(self, letter: str) -> bool:
        """Take a digit or the comma; True if the cell is typed in full."""
        if letter == ",":
            self.text += "," if self.text and "," not in self.text else ""
            return False
        self.text += letter
        row, comma, col = self.text.partition(",")
        if not comma and len(row) == self._rows == 1:
            self.text += ","  # a row of one digit needs no comma
        return len(col) == self._cols

    def erase(self) -> None:
        """Take the last digit back, and a comma that came by itself."""
        self.text = self.text.rstrip(",")[:-1]

    def cell(self) -> int | None:
        """The cell; None if what is typed is not on the board. Then typing begins afresh."""
        row, _, col = self.text.partition(",")
        self.text = ""
        if not (row and col):
            return None
        game = self._game
        at = int(row) - game.origin, int(col) - game.origin
        on_board = 0 <= at[0] < game.rows and 0 <= at[1] < game.cols
        return at[0] * game.cols + at[1] if on_board else None
