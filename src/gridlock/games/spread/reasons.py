"""Why positions of spread are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import Board, king
from gridlock.review.answers import Answering
from gridlock.review.mirror import mirrored
from gridlock.review.open_cells import OpenCells, outlasting
from gridlock.review.standing import open_cells
from gridlock.review.wording import Reason
from gridlock.rules import Game, Position, other
from gridlock.words import count

__all__ = ["REASONS", "SpreadReasons"]

COUNT = "Cells that only you can still use are moves in your pocket: make them, and keep them for the end."


def _counted(position: Position) -> Reason | None:
    """More moves in reserve than the other side can make tokens."""
    from gridlock.games.spread.theory import covers

    turn = position.turn
    own_most, opp_most = covers(position)
    own_open, opp_open = open_cells(position, turn), open_cells(position, other(turn))
    own, opp = (_apart(position.game, word) for word in (own_open & ~opp_open, opp_open & ~own_open))
    if len(own) > opp_most:
        return outlasting("count", position, turn, own, _tokens(opp_most), COUNT)
    if len(opp) >= own_most:
        return outlasting("count", position, other(turn), opp, _tokens(own_most), COUNT)
    return None


def _tokens(most: int) -> str:
    return f"can place at most {count(most, 'more token')}" if most else ""


def _apart(game: Game, word: int) -> tuple[int, ...]:
    """Cells of a set no two of which touch, taken in order."""
    found = []
    while word:
        cell = word & -word
        found.append(cell.bit_length() - 1)
        word &= ~king(game.board, cell)
    return tuple(found)


class _Answering(Answering):
    """A token closes the cells that it touches to its own side."""

    def closed_by(self, board: Board, cell: int) -> int:
        return int(king(board, cell))

    def alone(self, closed: tuple[int, ...], move: int) -> int:
        return 1 << move

    def spoilt(self, closed: tuple[int, ...], move: int, answer: int, another: int) -> int:
        """Two moves that touch cannot both be made; else their answers must not touch, nor be taken."""
        if closed[move] >> another & 1:
            return 0
        return ~(1 << move) if answer == another else closed[answer] | 1 << move


class SpreadReasons(OpenCells):
    """Moves in reserve are counted, or every move is copied, or has an answer."""

    theorems = (_counted, mirrored(lambda position: open_cells(position, position.turn)))
    plans = (_Answering(),)


REASONS = SpreadReasons()
