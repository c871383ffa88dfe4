"""Light cycle: step onto an empty cell and leave a wall behind; a player who can't step loses."""

from typing import Any

from gridlock.board import Board, east, flood, neighbour, north, orthogonal, south, west
from gridlock.errors import InvalidGame
from gridlock.rules.game import Rules, Words
from gridlock.rules.notation import DIRECTIONS, read_direction
from gridlock.rules.position import Move, Position
from gridlock.rules.stepping import STEPS, Stepping, step_targets

__all__ = ["LightCycle", "legal", "play", "targets"]


def legal(board: Board, own: Any, opp: Any, extra: Any) -> Any:
    """One bit for each direction whose next cell is empty."""
    empty = board.full & ~(opp | extra)
    up, down = north(board, own) & empty, south(board, own) & empty
    left, right = west(board, own) & empty, east(board, own) & empty
    word = (0 | (right != 0)) << 1 | (left != 0)
    return (word << 1 | (down != 0)) << 1 | (up != 0)


def play(board: Board, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """Step, and block the cell just left."""
    return opp, neighbour(board, own, STEPS >> 8 * move & 255), extra | own


def targets(board: Board, own: Any, legal: Any) -> Any:
    """The cells to step onto."""
    return step_targets(board, own, legal, 1)


class LightCycle(Stepping):
    """The third sheet: Light Cycle Duel, on 5x5."""

    id = "lightcycle"
    title = "Light Cycle Duel"
    summary = "Step one cell up, down, left or right onto an empty cell; the cell you leave is blocked."
    motto = "Don't hit a wall. Last to move wins."
    size = (5, 5)
    prompts = ("Drive with an arrow key, or choose a cell one step away.",)
    drives = True
    piece = "cycle"
    rules = Rules(legal, play, targets)
    puzzle_sizes = {"": (6, 6)}
    sample = "right left down up down left"

    def first_words(self) -> Words:
        if self.cols < 2:
            raise InvalidGame(
                f"lightcycle needs at least 2 columns, one for each side's start; {self.size_text} has 1."
            )
        left = (self.rows - 1) // 2 * self.cols
        return 1 << left, 1 << left + self.cols - 1, 0

    @property
    def actions(self) -> int:
        return len(DIRECTIONS)

    def name_move(self, own: int, action: int) -> Move:
        return Move(action, DIRECTIONS[action])

    def read_move(self, position: Position, text: str) -> Move:
        return self.name_move(position.own, read_direction(text))

    def why_illegal(self, position: Position, move: Move) -> str:
        return self.why_no_step(position, move) or ""

    def mobility(self, own: int, opp: int, extra: int) -> int:
        """How many more cells the side to move would reach first."""
        mine, theirs = self.territories(own, opp, extra)
        return mine - theirs

    def territories(self, own: int, opp: int, extra: int) -> tuple[int, int]:
        """How many cells each side would reach first if neither side got in the other's way."""
        free, mine, theirs = self.board.full & ~(own | opp | extra), 0, 0
        while own | opp:
            own = orthogonal(self.board, own) & free
            free &= ~own
            opp = orthogonal(self.board, opp) & free
            free &= ~opp
            mine, theirs = mine + own.bit_count(), theirs + opp.bit_count()
        return mine, theirs

    def essence(self, position: Position) -> Words:
        own, opp, walls = position.words
        free = self.board.full & ~(own | opp | walls)
        return own, opp, int(flood(self.board, own | opp, free))  # cells still in reach of either side

    def left_behind(self, before: Position) -> int:
        return before.own
