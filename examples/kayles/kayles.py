"""Node Kayles on a grid: every marker takes its cell and the cells next to it out of the game."""

from typing import Any

from gridlock.board import Board, cells, orthogonal
from gridlock.rules import Move, Position, Rules
from gridlock.rules.placement import Placement, place


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """The empty cells that have no marker beside them."""
    markers = own | opp
    return board.full & ~(orthogonal(board, markers) | markers)


class Kayles(Placement):
    """Two players, one graph, and less of it with every move."""

    id = "kayles"
    title = "Node Kayles"
    summary = "Put a marker on an empty cell that has no marker up, down, left or right of it."
    size = (5, 5)
    rules = Rules(legal, place)

    def forbidding(self, position: Position, cell: int) -> int:
        return int(orthogonal(self.board, cell) & (position.own | position.opp))

    def why_forbidden(self, position: Position, move: Move) -> str:
        marker = next(cells(self.forbidding(position, 1 << move)))
        return f"{self.show_cell(move)} is beside the marker at {self.show_cell(marker)}."
