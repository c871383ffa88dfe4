"""Spread: place a token that touches none of your own; the last to place wins."""

from typing import Any

from gridlock.board import Board, cells, king
from gridlock.rules.game import Rules, Words
from gridlock.rules.placement import Placement, open_words, place
from gridlock.rules.position import Move, Position

__all__ = ["Spread", "legal"]


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """Empty cells that touch no token of the side to move."""
    return board.full & ~(king(board, own) | opp)


class Spread(Placement):
    """The first sheet: GridLock, on 5x5."""

    id = "spread"
    title = "GridLock"
    name = "Spread"
    summary = "Put a token on an empty cell that touches none of your own tokens, not even at a corner."
    motto = "Don't touch your own tokens. Last to place wins."
    size = (5, 5)
    passes = True
    stays_stuck = True  # your own tokens never go away
    ending = "Player {loser} has no move left: Player {winner} placed last."
    rules = Rules(legal, place)
    sample = "3,3 2,2 1,1 4,3 5,4 2,4"

    @property
    def transposable(self) -> bool:
        return True

    def essence(self, position: Position) -> Words:
        return open_words(position)  # what closed the other cells doesn't matter

    def forbidding(self, position: Position, cell: int) -> int:
        return int(king(self.board, cell) & position.own)

    def why_forbidden(self, position: Position, move: Move) -> str:
        token = next(cells(self.forbidding(position, 1 << move)))
        return f"{self.show_cell(move)} touches your own token at {self.show_cell(token)}."

    def draw(self, position: Position) -> str:
        names = {(0, 0, 0): "_", (1, 0, 0): "X", (0, 1, 0): "O"}
        return "\n".join(" ".join(row) for row in self.cells_as(names, position))
