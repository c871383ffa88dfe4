"""Blockade: step, then block a cell next to your new place; a player who can't step loses."""

import re
from collections.abc import Mapping
from typing import Any

from gridlock.board import COMPASS, Board, flood, king, neighbour
from gridlock.errors import IllegalMove, InvalidGame, InvalidMove, excerpt
from gridlock.rules.game import Rules, Words
from gridlock.rules.notation import DIRECTIONS, read_cell, read_direction
from gridlock.rules.position import Move, Position
from gridlock.rules.stepping import STEPS, Stepping, step_targets

__all__ = ["Blockade", "legal", "play", "targets"]


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """One bit for each direction whose next cell is empty and each empty neighbour of that cell.

    The cell just left counts as empty when the block is placed.
    """
    down = board.down
    empty = board.full & ~(opp | extra)
    # Empty cells that can be a neighbour on that side.
    north, south = empty & board.not_south, empty & board.not_north
    east, west = empty & board.not_west, empty & board.not_east
    # For each compass number, the cells whose neighbour there is empty.
    n, s, e, w = north << down, south >> down, east >> 1, west << 1
    ne, nw = (north & board.not_west) << down - 1, (north & board.not_east) << down + 1
    se, sw = (south & board.not_west) >> down + 1, (south & board.not_east) >> down - 1
    word = 0
    for place in (own << 1 & east, own >> 1 & west, own << down & south, own >> down & north):
        word = (word << 1 | ((place & nw) != 0)) << 1 | ((place & w) != 0)
        word = (word << 1 | ((place & sw) != 0)) << 1 | ((place & s) != 0)
        word = (word << 1 | ((place & se) != 0)) << 1 | ((place & e) != 0)
        word = (word << 1 | ((place & ne) != 0)) << 1 | ((place & n) != 0)
    return word


def play(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """Step in the move's direction, then block the neighbour that the move names."""
    place = neighbour(board, own, STEPS >> (move & 24) & 255)
    return opp, place, extra | neighbour(board, place, (move & 7) << 3)


def targets(board: Board, own: Any, legal: Any) -> Any:
    """The cells to step onto: those of the directions that have a block."""
    steps = legal | legal >> 4
    steps = steps | steps >> 2
    return step_targets(board, own, steps | steps >> 1, 8)


class Blockade(Stepping):
    """The fifth sheet: GridLock, on 5x5."""

    id = "blockade"
    title = "GridLock"
    name = "Blockade"
    summary = (
        "Step one cell up, down, left or right onto an empty cell, "
        "then block an empty cell that touches your new place."
    )
    motto = "Step, then block a cell. Last to step wins."
    size = (5, 5)
    origin = 0
    names_depend_on_place = True
    menu_bits = 8
    prompts = (
        "Choose a cell to step to, then one to block.",
        "Now choose a cell to block. Esc takes the step back.",
    )
    part_names = (("step", "step to"), ("block", "block"))
    rules = Rules(legal, play, targets)
    sample = "right:1,2 up:3,3 down:0,2 up:1,3"

    @property
    def transposable(self) -> bool:
        return True

    def first_words(self) -> Words:
        if self.board.size < 2:
            raise InvalidGame("blockade needs at least 2 cells, one for each side's start; 1x1 has 1.")
        return 1, 1 << self.board.size - 1, 0

    @property
    def actions(self) -> int:
        return len(DIRECTIONS) * len(COMPASS)

    def name_move(self, own: int, action: int) -> Move:
        row, col = self.beside(own, action >> 3)
        down, right = COMPASS[action & 7]
        return Move(action, f"{DIRECTIONS[action >> 3]}:{row + down},{col + right}")

    def show_cell(self, cell: int) -> str:
        return f"({self.cell_text(cell, ', ')})"

    def move_words(self, move: Move) -> str:
        step, _, block = str(move).partition(":")
        return f"{step} (block {block})"

    def read_move(self, position: Position, text: str) -> Move:
        match = re.fullmatch(r"\s*([a-z]+)(?:\s*:\s*|\s+|\s*(?=\())(.*)", text, re.IGNORECASE | re.DOTALL)
        if match is None:
            raise InvalidMove(f"{excerpt(text)} is not a direction and a cell to block, such as 'right 0 0'.")
        direction, cell = read_direction(match[1]), read_cell(self, match[2])
        problem = self.why_no_step(position, direction)
        if problem:
            raise IllegalMove(problem)
        return self.block_move(position, direction, cell)

    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        row, col = self.beside(position.own, move >> 3)
        down, right = COMPASS[move & 7]
        return row * self.cols + col, (row + down) * self.cols + col + right

    def essence(self, position: Position) -> Words:
        own, opp, blocks = position.words
        empty = self.board.full & ~blocks  # a marker leaves an empty cell behind
        walked = flood(self.board, own | opp, empty) | own | opp
        return own, opp, int(king(self.board, walked) & empty)  # cells that can be stepped on or blocked

    def halfway(self, position: Position, parts: tuple[int, ...]) -> Mapping[int, str]:
        return {position.own.bit_length() - 1: ".", parts[0]: str(position.turn)}

    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        if len(parts) == 1:
            return super().why_not(position, parts)
        step, block = parts
        direction = self.direction_to(position, step)
        assert direction is not None
        try:
            return self.why_illegal(position, self.block_move(position, direction, block))
        except IllegalMove as error:
            return str(error)

    def block_move(self, position: Position, direction: int, cell: int) -> Move:
        """Return the move that makes this step and then blocks this cell."""
        row, col = self.beside(position.own, direction)
        block_row, block_col = divmod(cell, self.cols)
        away = (block_row - row, block_col - col)
        if away not in COMPASS:
            place = self.show_cell(row * self.cols + col)
            what = "is your new place" if away == (0, 0) else f"does not touch your new place, {place}"
            raise IllegalMove(f"{self.show_cell(cell)} {what}.")
        return self.name_move(position.own, direction * 8 + COMPASS.index(away))

    def why_illegal(self, position: Position, move: Move) -> str:
        problem = self.why_no_step(position, move >> 3)
        if problem:
            return problem
        row, col = self.beside(position.own, move >> 3)
        down, right = COMPASS[move & 7]
        if not (0 <= row + down < self.rows and 0 <= col + right < self.cols):
            return "That block would be off the board."
        return self.why_not_empty(position, (row + down) * self.cols + col + right) or ""

    def draw(self, position: Position) -> str:
        names = {(0, 0, 0): ".", (1, 0, 0): "P1", (0, 1, 0): "P2", (0, 0, 1): "X"}
        width = len(str(self.rows - 1))
        header = " " * (width + 2) + " ".join(str(col) for col in range(self.cols))
        rows = self.cells_as(names, position)
        return "\n".join(
            [header, *(f"{number:>{width}} [{_ragged(row)}]" for number, row in enumerate(rows))]
        )


def _ragged(row: list[str]) -> str:
    """Format a row as on the sheet, with the dots before the first piece shifted right by one column."""
    drawn, seen = "", False
    for number, token in enumerate(row):
        seen = seen or token != "."
        drawn = drawn.ljust(3 * number + (not seen)) + token
    return drawn if len(row[-1]) > 1 else drawn + " "
