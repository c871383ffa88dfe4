"""Enter a move by pointing at cells or by typing coordinates."""

from __future__ import annotations

from collections.abc import Mapping

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.rules.game import Game
from gridlock.rules.position import Move, Position


class Pointing:
    """A move being entered by pointing at its cells, one after another."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.parts: tuple[int, ...] = ()
        """The cells chosen so far."""

    def moves(self) -> dict[int, list[Move]]:
        """The legal moves that continue with each cell that may be chosen next."""
        choices: dict[int, list[Move]] = {}
        done = len(self.parts)
        for move in self.position.legal_moves():
            parts = self.position.game.parts(self.position, move)
            if parts[:done] == self.parts:
                choices.setdefault(parts[done], []).append(move)
        return choices

    def point(self, cell: int) -> Move | None:
        """Choose a cell: return the move once it's complete, otherwise None; raise IllegalMove if it can't be
        chosen.
        """
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
        """The cells whose pieces forbid choosing this one."""
        return self.position.game.against(self.position, (*self.parts, cell))

    def back(self) -> bool:
        """Take back the last cell; return False if there was none."""
        had, self.parts = bool(self.parts), self.parts[:-1]
        return had

    def start(self) -> int | None:
        """The cell where a move must begin, if any: your marker, or the last one placed."""
        return next(cells(self.position.game.stands_at(self.position)), None)

    def changed(self) -> Mapping[int, str]:
        """The new letters of the cells that the parts made so far change."""
        return self.position.game.halfway(self.position, self.parts) if self.parts else {}


class Typing:
    """A cell's row and column being typed."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._rows = len(str(game.rows - 1 + game.origin))
        self._cols = len(str(game.cols - 1 + game.origin))
        self.text = ""

    def type(self, letter: str) -> bool:
        """Add a digit or the comma; return True once the cell is complete."""
        if letter == ",":
            self.text += "," if self.text and "," not in self.text else ""
            return False
        self.text += letter
        row, comma, col = self.text.partition(",")
        if not comma and len(row) == self._rows == 1:
            self.text += ","  # no comma needed after a one-digit row
        return len(col) == self._cols

    def erase(self) -> None:
        """Delete the last digit, and a comma added automatically."""
        self.text = self.text.rstrip(",")[:-1]

    def cell(self) -> int | None:
        """Return the cell and clear the text; None if it isn't on the board."""
        row, _, col = self.text.partition(",")
        self.text = ""
        if not (row and col):
            return None
        game = self._game
        at = int(row) - game.origin, int(col) - game.origin
        on_board = 0 <= at[0] < game.rows and 0 <= at[1] < game.cols
        return at[0] * game.cols + at[1] if on_board else None
