"""Why positions of crossfire are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import cells
from gridlock.review.mirror import mirrored
from gridlock.review.open_cells import OpenCells, outlasting
from gridlock.review.standing import open_cells
from gridlock.review.wording import Reason
from gridlock.rules import Position, other
from gridlock.words import count

__all__ = ["REASONS", "CrossfireReasons"]

SAFE = "Count what only you can still take before you close anything."


def _safe(position: Position) -> Reason | None:
    """More safe moves than the other side has open cells."""
    from gridlock.games.crossfire.theory import safe_cells

    turn = position.turn
    own, opp = (tuple(cells(word)) for word in safe_cells(position))
    own_open, opp_open = (open_cells(position, side).bit_count() for side in (turn, other(turn)))
    if len(own) > opp_open:
        return outlasting("safe", position, turn, own, _open(opp_open), SAFE)
    if len(opp) >= own_open:
        return outlasting("safe", position, other(turn), opp, _open(own_open), SAFE)
    return None


def _open(number: int) -> str:
    return f"has only {count(number, 'open cell')}" if number else ""


class CrossfireReasons(OpenCells):
    """Safe moves are counted, or every move is copied."""

    theorems = (_safe, mirrored(lambda position: open_cells(position, position.turn)))


REASONS = CrossfireReasons()
