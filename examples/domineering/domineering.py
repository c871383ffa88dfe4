"""Domineering: one side places vertical dominoes, the other horizontal ones; the last to place wins."""

from typing import Any

from gridlock.board import Board, Symmetry, cells, orthogonal
from gridlock.rules import Move, Position, Rules, Words
from gridlock.rules.placement import Placement


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """The cells where a domino can begin: its top cell if vertical, its left cell if horizontal.

    ``extra`` is empty when the vertical side is to move, and the whole board when the other is.
    """
    empty = board.full & ~(own | opp)
    upright = empty >> board.down & board.not_south
    lying = empty >> 1 & board.not_east
    return empty & (upright & ~extra | lying & extra)


def play(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """Place the domino; then it's the other side's turn."""
    first = board.one << move
    second = first << board.down & (board.full ^ extra) | first << 1 & extra
    return opp, own | first | second, extra ^ board.full


class Domineering(Placement):
    """Also called Stop-Gate. Side 1 places vertical dominoes, side 2 horizontal ones."""

    id = "domineering"
    title = "Domineering"
    summary = "Place a domino on two empty cells: Player 1 upright ones, Player 2 lying ones."
    size = (6, 6)
    sided = True
    prompts = ("Choose the first cell of the domino.", "Now its second cell. Esc takes the first back.")
    rules = Rules(legal, play)
    sample = "2,2 1,4 4,1 5,3 3,6 6,5"

    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        return int(move), move + (self.cols if position.turn == 1 else 1)

    def leaves_board(self, position: Position, move: int) -> bool:
        """Whether the second half of a domino that begins here would be off the board."""
        row, col = divmod(move, self.cols)
        return row == self.rows - 1 if position.turn == 1 else col == self.cols - 1

    def forbidding(self, position: Position, cell: int) -> int:
        move = cell.bit_length() - 1
        if self.leaves_board(position, move):
            return 0
        return (position.own | position.opp) & 1 << self.parts(position, move)[1]

    def why_forbidden(self, position: Position, move: Move) -> str:
        if self.leaves_board(position, move):
            return f"A domino that begins at {self.show_cell(move)} would leave the board."
        return f"{self.show_cell(self.parts(position, move)[1])} is already taken."

    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        if len(parts) == 1:
            return super().why_not(position, parts)
        side = "below" if position.turn == 1 else "to the right of"
        return f"The second cell is the one {side} {self.show_cell(parts[0])}."

    def halfway(self, position: Position, parts: tuple[int, ...]) -> dict[int, str]:
        return {parts[0]: "XO"[position.turn - 1]}

    def essence(self, position: Position) -> Words:
        empty = self.board.full & ~(position.own | position.opp)
        beside = orthogonal(self.board, empty)
        return empty & beside, 0, position.extra  # the cells that a domino may still cover

    def preserved(self, symmetry: Symmetry) -> bool:
        """Swapping vertical and horizontal dominoes would change who may place them."""
        row = [symmetry[cell] // self.cols for cell in cells(self.board.top_row)]
        return len(set(row)) == 1 and (self.cols > 1 or self.rows == 1 or symmetry[0] % self.cols == 0)

    def why_impossible(self, turn: int, one: int, two: int, extra: int) -> str | None:
        if one.bit_count() % 2 or two.bit_count() % 2:
            return "A domino covers two cells."
        return None
