"""Base class of games where each side has one marker that steps up, down, left or right."""

from typing import Any, ClassVar

from gridlock.board import Board
from gridlock.rules.game import Game, Piece
from gridlock.rules.notation import DIRECTIONS
from gridlock.rules.position import Position, other

_OFFSETS = ((-1, 0), (1, 0), (0, -1), (0, 1))

STEPS = 0x10302000
"""The compass number of each direction times eight, one byte each: up N, down S, left W, right E."""


def step_targets(board: Board, own: Any, steps: Any, stride: int) -> Any:
    """The cells one step up, down, left and right of a marker whose bit in ``steps`` is set.

    The bits of the directions are ``stride`` apart.
    """
    one, down = board.one, board.down
    vertical = (own >> down) * (steps & one) | (own << down) * (steps >> stride & one)
    across = (own >> 1) * (steps >> 2 * stride & one) | (own << 1) * (steps >> 3 * stride & one)
    return vertical | across


def free_cells(position: Position) -> int:
    """The cells that are neither blocked nor occupied."""
    return int(position.game.board.full & ~(position.own | position.opp | position.extra))


class Stepping(Game):
    """A game whose positions are two markers and a set of blocked cells."""

    letters = {".": (0, 0, 0), "1": (1, 0, 0), "2": (0, 1, 0), "#": (0, 0, 1)}
    walks = True
    piece: ClassVar[Piece] = "marker"

    def why_impossible(self, turn: int, one: int, two: int, extra: int) -> str | None:
        if one.bit_count() == two.bit_count() == 1:
            return None
        return "Each side has exactly one marker on the board, 1 and 2."

    def beside(self, place: int, direction: int) -> tuple[int, int]:
        """Row and column, from 0, of the cell one step away; it may be off the board."""
        row, col = divmod(place.bit_length() - 1, self.cols)
        down, right = _OFFSETS[direction]
        return row + down, col + right

    def parts(self, position: Position, move: int) -> tuple[int, ...]:
        row, col = self.beside(position.own, move)
        return (row * self.cols + col,)

    def may_lead_to(self, position: Position, goal: Position) -> bool:
        return not position.extra & ~goal.extra

    def stands_at(self, position: Position) -> int:
        return position.own

    def direction_to(self, position: Position, cell: int) -> int | None:
        """The direction of a cell one step from the side to move, or None if it isn't one step away."""
        aim = divmod(cell, self.cols)
        return next((n for n in range(len(_OFFSETS)) if self.beside(position.own, n) == aim), None)

    def why_not(self, position: Position, parts: tuple[int, ...]) -> str:
        direction = self.direction_to(position, parts[0])
        place = self.show_cell(position.own.bit_length() - 1)
        if 1 << parts[0] == position.own:
            return f"You stand at {place}: choose a cell one step away."
        if direction is None:
            return f"{self.show_cell(parts[0])} is not one step up, down, left or right of you at {place}."
        return self.why_no_step(position, direction) or ""

    def against(self, position: Position, parts: tuple[int, ...]) -> int:
        cell = 1 << parts[-1]
        return (position.extra | position.opp) & cell

    def why_no_step(self, position: Position, direction: int) -> str | None:
        """Explain in a sentence why a step isn't possible, or return None if it is."""
        row, col = self.beside(position.own, direction)
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return f"A step {DIRECTIONS[direction]} leaves the board."
        cell = row * self.cols + col
        return self.why_not_empty(position, cell)

    def why_not_empty(self, position: Position, cell: int) -> str | None:
        """Describe in a sentence what occupies a cell, or return None if it's empty."""
        if position.extra >> cell & 1:
            return f"{self.show_cell(cell)} is blocked."
        if position.opp >> cell & 1:
            return f"Player {other(position.turn)} is at {self.show_cell(cell)}."
        return None
