"""Domineering: one side places upright dominoes, the other lying ones; who cannot has lost."""

from typing import Any

from gridlock.board import Board, Symmetry, cells
from gridlock.rules import Game, Move, Position, Rules, Words
from gridlock.rules.notation import read_cell
from gridlock.rules.placement import Placement

__all__ = ["Domineering"]


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """The cells that a domino can begin at: its top one if upright, its left one if lying.

    ``extra`` is empty while the side with upright ones is to move, and the whole board while the other is.
    """
    empty = board.full & ~(own | opp)
    upright = empty >> board.down & board.not_south
    lying = empty >> 1 & board.not_east
    return empty & (upright & ~extra | lying & extra)


def play(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """Place the domino; the turn goes over."""
    first = board.one << move
    second = first << board.down & (board.full ^ extra) | first << 1 & extra
    return opp, own | first | second, extra ^ board.full


class Domineering(Game):
    """Also called Stop-Gate. Side 1 places upright dominoes, side 2 lying ones."""

    id = "domineering"
    title = "Domineering"
    summary = "Place a domino on two empty cells: Player 1 upright ones, Player 2 lying ones."
    size = (6, 6)
    sided = True
    letters = Placement.letters
    prompts = ("Choose the first cell of the domino.", "Now its second cell. Esc takes the first back.")
    rules = Rules(legal, play)
    sample = "2,2 1,4 4,1 5,3 3,6 6,5"

    @property
    def actions(self) -> int:
        return self.board.size

    def name_move(self, own: int, action: int) -> Move:
        return Move(action, self.cell_text(action))

    def read_move(self, position: Position, text: str) -> Move:
        return self.name_move(position.own, read_cell(self, text))

    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        return int(move), move + (self.cols if position.turn == 1 else 1)

    def why_illegal(self, position: Position, move: Move) -> str:
        taken = position.own | position.opp
        row, col = divmod(move, self.cols)
        last = row == self.rows - 1 if position.turn == 1 else col == self.cols - 1
        if taken >> move & 1:
            return f"{self.show_cell(move)} is already taken."
        if last:
            return f"A domino that begins at {self.show_cell(move)} would leave the board."
        return f"{self.show_cell(self.parts(position, move)[1])} is already taken."

    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        if len(parts) == 1:
            return self.why_illegal(position, self.name_move(position.own, parts[0]))
        side = "below" if position.turn == 1 else "to the right of"
        return f"The second cell is the one {side} {self.show_cell(parts[0])}."

    def against(self, position: Position, parts: tuple[int, ...]) -> int:
        wanted = sum(1 << cell for cell in self.parts(position, parts[0]) if cell < self.board.size)
        return (position.own | position.opp) & wanted

    def halfway(self, position: Position, parts: tuple[int, ...]) -> dict[int, str]:
        return {parts[0]: "XO"[position.turn - 1]}

    def may_lead_to(self, position: Position, goal: Position) -> bool:
        (one, two), (goal_one, goal_two) = position.sides, goal.sides
        return not (one & ~goal_one or two & ~goal_two)

    def essence(self, position: Position) -> Words:
        return position.own | position.opp, 0, position.extra  # not whose domino covers a cell

    def preserved(self, symmetry: Symmetry) -> bool:
        """Turning upright dominoes into lying ones would change who may place them."""
        row = [symmetry[cell] // self.cols for cell in cells(self.board.top_row)]
        return len(set(row)) == 1 and (self.cols > 1 or self.rows == 1 or symmetry[0] % self.cols == 0)

    def why_impossible(self, turn: int, one: int, two: int, extra: int) -> str | None:
        if one.bit_count() % 2 or two.bit_count() % 2:
            return "A domino covers two cells."
        return None
