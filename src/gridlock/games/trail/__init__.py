"""Trail: place a marker next to the last one, your own or not; a player who can't place loses."""

from functools import cached_property
from typing import Any

from gridlock.board import Board, cells, flood, orthogonal, some
from gridlock.rules.game import Rules, Words
from gridlock.rules.placement import Placement
from gridlock.rules.position import Move, Position

__all__ = ["Trail", "legal", "play"]


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """Empty cells next to the last marker; any cell on an empty board."""
    any_cell = some(board, extra) - board.one & board.full  # 0 - 1 is all ones
    return (orthogonal(board, extra) | any_cell) & ~(own | opp)


def play(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """Place a marker, which becomes the last one; then it's the other side's turn."""
    marker = board.one << move
    return opp, own | marker, marker


class Trail(Placement):
    """The fourth sheet: Grid Lock, on 4x4."""

    id = "trail"
    title = "Grid Lock"
    name = "Trail"
    summary = "Put a marker on an empty cell up, down, left or right of the last one, no matter whose it is."
    motto = "Follow the last marker. Last to place wins."
    size = (4, 4)
    letters = Placement.letters | {"x": (1, 0, 1), "o": (0, 1, 1)}
    rules = Rules(legal, play)
    puzzle_sizes = {"": (6, 6)}  # on 4x4 there is hardly anything to find
    quick_size = (6, 6)  # on 4x4 most turns have a single move
    sample = "2,2 2,3 3,3 4,3 4,2"

    def why_impossible(self, turn: int, one: int, two: int, extra: int) -> str | None:
        last_mover = two if turn == 1 else one
        if (one | two) == 0 or (extra.bit_count() == 1 and extra & last_mover):
            return None
        return "The last marker, and only that one, is written small (x or o), and the other side is to move."

    @property
    def transposable(self) -> bool:
        return True

    def essence(self, position: Position) -> Words:
        if not position.extra:
            return self.board.full, 0, 0
        free = self.board.full & ~(position.own | position.opp)
        reached = int(flood(self.board, position.extra, free))
        return reached, 0, position.extra  # where the trail can still go

    @cached_property
    def _even(self) -> int:
        """The white cells of a chessboard colouring."""
        return sum(1 << k for k in range(self.board.size) if sum(divmod(k, self.cols)) % 2 == 0)

    def mobility(self, own: int, opp: int, extra: int) -> int:
        """How many more of the reachable cells have the colour that the side to move can use: each side only
        gets one of the two chessboard colours.
        """
        reach: int = flood(self.board, extra, self.board.full & ~(own | opp))
        white = (reach & self._even).bit_count()
        return (reach.bit_count() - 2 * white) * (1 if extra & self._even else -1)

    def last_placed(self, position: Position) -> int:
        return position.extra

    def stands_at(self, position: Position) -> int:
        return position.extra

    def forbidding(self, position: Position, cell: int) -> int:
        return position.extra

    def why_forbidden(self, position: Position, move: Move) -> str:
        last = next(cells(position.extra))
        return f"{self.show_cell(move)} is not next to the last move at {self.show_cell(last)}."

    def draw(self, position: Position) -> str:
        names = {(0, 0, 0): "[ ]", (1, 0, 0): "[X]", (0, 1, 0): "[O]", (1, 0, 1): "[X]", (0, 1, 1): "[O]"}
        return "\n".join("".join(row) for row in self.cells_as(names, position))
