"""Why positions of spread are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import king
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


class SpreadReasons(OpenCells):
    """Moves in reserve are counted, or every move is copied."""

    theorems = (_counted, mirrored(lambda position: open_cells(position, position.turn)))


REASONS = SpreadReasons()
