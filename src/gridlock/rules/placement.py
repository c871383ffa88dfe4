"""Base class of games where a turn places one marker on a cell."""

from typing import Any

from gridlock.board import Board
from gridlock.rules.game import Game, Words
from gridlock.rules.notation import read_cell
from gridlock.rules.position import Move, Position, other


def place(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The ``play`` rule of Spread and Crossfire: place a marker, then it's the other side's turn."""
    return opp, own | board.one << move, extra


def open_cells(position: Position, side: int) -> int:
    """The cells where a side could place if it were its turn."""
    game = position.game
    if side == position.turn:
        return position.legal
    return int(game.legal_word(game.board, *game.swapped(*position.words)))


def open_words(position: Position) -> Words:
    """The essence of a position in a game where only the open cells of each side matter."""
    return open_cells(position, position.turn), open_cells(position, other(position.turn)), 0


class Placement(Game):
    """A game whose moves are cells: action ``row * cols + col``, written ``row,col``."""

    letters = {".": (0, 0, 0), "X": (1, 0, 0), "O": (0, 1, 0)}

    @property
    def actions(self) -> int:
        return self.board.size

    def name_move(self, own: int, action: int) -> Move:
        return Move(action, self.cell_text(action))

    def read_move(self, position: Position, text: str) -> Move:
        return self.name_move(position.own, read_cell(self, text))

    def why_illegal(self, position: Position, move: Move) -> str:
        if (position.own | position.opp) >> move & 1:
            return f"{self.show_cell(move)} is already taken."
        return self.why_forbidden(position, move)

    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        return (int(move),)

    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        return self.why_illegal(position, self.name_move(position.own, parts[-1]))

    def against(self, position: Position, parts: tuple[int, ...]) -> int:
        cell = 1 << parts[-1]
        return (position.own | position.opp) & cell or self.forbidding(position, cell)

    def may_lead_to(self, position: Position, goal: Position) -> bool:
        (one, two), (goal_one, goal_two) = position.sides, goal.sides
        return not (one & ~goal_one or two & ~goal_two)

    def forbidding(self, position: Position, cell: int) -> int:
        """The markers that forbid placing on this empty cell (a set of one), which are highlighted."""
        return 0

    def why_forbidden(self, position: Position, move: Move) -> str:
        """Explain in a sentence why placing on this empty cell is forbidden."""
        return f"The rules don't allow a marker on {self.show_cell(move)} here."
