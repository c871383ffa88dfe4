"""Reasons in games in which only the cells matter that are still open to either side."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.board import cells
from gridlock.plural import count
from gridlock.review.lessons import LAST_CELLS, STUCK
from gridlock.review.reasons import Reasons
from gridlock.review.wording import Reason, cell_list
from gridlock.rules import Move, Position, other
from gridlock.rules.placement import open_cells


class OpenCells(Reasons):
    """The last open cells of a side."""

    def stuck(self, position: Position) -> Reason:
        text = f"Player {position.turn} has no open cell left."
        return Reason("stuck", text, lesson=STUCK, winner=other(position.turn))

    def verdict(self, position: Position, winner: int) -> str | None:
        """Only that a side is stuck: the theorems have no few words."""
        return None if position.legal or position.turn == winner else "no open cell left"

    def at_once(self, before: Position, move: Move, line: Sequence[Move]) -> Reason | None:
        loser, position = before.turn, before.play(move)
        if not open_cells(position, loser):
            return _own_cells(before, move)
        if not line or open_cells(position.play(line[0]), loser):
            return None
        closed = tuple(cells(open_cells(position, loser)))
        text = f"The reply {line[0]} closes {_last(position, loser, closed)}."
        return Reason("last cells", text, closed, lesson=LAST_CELLS, winner=other(loser))


def _own_cells(before: Position, move: Move) -> Reason:
    """The move itself left its side no open cell."""
    closed = tuple(cell for cell in cells(open_cells(before, before.turn)) if cell != move)
    number, listed = _all_of(closed, "cell"), cell_list(before.game, closed)
    text = f"With {move} Player {before.turn} closed the last {number} open to itself: {listed}."
    return Reason("last cells", text, closed, lesson=LAST_CELLS, winner=other(before.turn))


def _last(position: Position, side: int, closed: Sequence[int]) -> str:
    """The last open cells of a side."""
    return f"Player {side}'s last {_all_of(closed, 'open cell')}, {cell_list(position.game, closed)}"


def _all_of(closed: Sequence[int], thing: str) -> str:
    """What follows "the last": ``cell``, or ``3 cells``."""
    return thing if len(closed) == 1 else count(len(closed), thing)


def outlasting(
    name: str, position: Position, winner: int, kept: tuple[int, ...], loss: str, lesson: str
) -> Reason:
    """The sentence about moves that nothing can take away; ``loss`` is what the other side can do at most."""
    loser = other(winner)
    if not loss:
        text = f"Player {loser} has no open cell left, and Player {winner} can still place."
        return Reason(name, text, kept, lesson=lesson, winner=winner)
    at = cell_list(position.game, kept)
    to_move = ", who is to move," if position.turn == loser else ""
    text = (
        f"Player {winner} has {count(len(kept), 'move')} that nothing can take away, at {at}, "
        f"and Player {loser}{to_move} {loss}."
    )
    return Reason(name, text, kept, lesson=lesson, winner=winner)
