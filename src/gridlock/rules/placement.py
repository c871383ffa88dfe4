"""What the games share in which a turn puts one marker on a cell."""

from abc import abstractmethod
from typing import Any

from gridlock.board import Board
from gridlock.rules.game import Game, Words
from gridlock.rules.notation import read_cell
from gridlock.rules.position import Move, Position, other


def place(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The rule ``play`` of spread and crossfire: put a marker on the cell, and the turn goes over."""
    return opp, own | board.one << move, extra


def open_cells(position: Position, side: int) -> int:
    """The set of cells on which a side could place, were it to move."""
    game = position.game
    if side == position.turn:
        return position.legal
    return int(game.legal_word(game.board, *game.swapped(*position.words)))


def open_words(position: Position) -> Words:
    """The essence of a position of a game in which nothing matters but what is open to each side."""
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

    @abstractmethod
    def forbidding(self, position: Position, cell: int) -> int:
        """The markers because of which an empty cell (a set of one) may not be taken."""

    @abstractmethod
    def why_forbidden(self, position: Position, move: Move) -> str:
        """The reason, in a sentence, why a marker may not go to this empty cell."""
