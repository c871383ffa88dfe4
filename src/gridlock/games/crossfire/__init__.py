"""Crossfire: place a marker on no line that the opponent holds; a player who can't place loses."""

from typing import Any

from gridlock.board import Board, Symmetry, cells, lines, make_board, permute
from gridlock.rules.game import Rules, Words
from gridlock.rules.placement import Placement, open_words, place
from gridlock.rules.position import Move, Position, other

__all__ = ["Crossfire", "legal"]


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """Empty cells that share no row, column or diagonal that counts with an opponent's marker."""
    return board.full & ~(lines(board, opp) | own)


class Crossfire(Placement):
    """The second sheet: GridLock, on 5x5."""

    id = "crossfire"
    title = "GridLock"
    name = "Crossfire"
    summary = "Put a marker on an empty cell that shares no row, column or diagonal with an opponent's."
    motto = "Keep off enemy lines. Last to place wins."
    size = (5, 5)
    variants = {"diagonals": ("main", "all")}
    variant_names = {"diagonals": {"main": "only the two long diagonals", "all": "every diagonal"}}
    variant_rules = {
        "diagonals": {
            "main": "Of the diagonals, only the two long ones count.",
            "all": "Every diagonal counts.",
        }
    }
    rules = Rules(legal, place)
    puzzle_sizes = {"main": (5, 6), "all": (7, 7)}  # on 5x5, looking one move ahead is mostly enough
    sample = "3,3 1,2 4,5 5,2"

    def make_board(self) -> Board:
        short = self.options["diagonals"] == "all"
        return make_board(self.rows, self.cols, short_diagonals=short)

    @property
    def transposable(self) -> bool:
        return self.board.short_diagonals  # on oblong boards swapping moves a long diagonal

    def preserved(self, symmetry: Symmetry) -> bool:
        long = {self.board.primary, self.board.secondary}
        return self.board.short_diagonals or {permute(line, symmetry) for line in long} == long

    def essence(self, position: Position) -> Words:
        return open_words(position)  # what closed the other cells doesn't matter

    def forbidding(self, position: Position, cell: int) -> int:
        return int(lines(self.board, cell) & position.opp)

    def why_forbidden(self, position: Position, move: Move) -> str:
        row, col = divmod(move, self.cols)
        place, holder = self.show_cell(move), f"Player {other(position.turn)}"
        held = list(cells(position.opp))
        if any(cell // self.cols == row for cell in held):
            return f"{place} is in row {row + 1}, which {holder} holds."
        if any(cell % self.cols == col for cell in held):
            return f"{place} is in column {col + 1}, which {holder} holds."
        if self.board.short_diagonals:
            marker = next(c for c in held if abs(c // self.cols - row) == abs(c % self.cols - col))
            return f"{place} shares a diagonal with {holder}'s marker at {self.show_cell(marker)}."
        primary = position.opp & self.board.primary and self.board.primary >> move & 1
        name = "primary" if primary else "secondary"
        return f"{place} is on the {name} diagonal, which {holder} holds."

    def draw(self, position: Position) -> str:
        names = {(0, 0, 0): " ", (1, 0, 0): "X", (0, 1, 0): "O"}
        width = len(str(self.rows))
        margin = " " * (width + 1)
        rule = margin + "+---" * self.cols + "+"
        drawn = [margin + "".join(f"{col + 1:>3} " for col in range(self.cols)).rstrip(), rule]
        for number, row in enumerate(self.cells_as(names, position), start=1):
            drawn += [f"{number:>{width}} | {' | '.join(row)} |", rule]
        return "\n".join(drawn)
