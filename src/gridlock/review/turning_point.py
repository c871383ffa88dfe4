"""The move that lost a match."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.records import Record
from gridlock.review.explanations import better_move
from gridlock.review.move_values import judge_backwards
from gridlock.rules import Move, other
from gridlock.search import Limits, OutOfTime
from gridlock.search.answers import Deadline


class TurningPoint(NamedTuple):
    """The last chance of the side that lost a match."""

    number: int
    """The number of the move that gave the win away; 0 if that side never had a chance."""
    better: Move | None
    """A winning move instead of it, the same as in the review."""


def find_turning_point(record: Record, winner: int, limits: Limits) -> TurningPoint | None:
    """Return the turning point of a match that was played to its end; None if time runs out."""
    try:
        for judged in judge_backwards(record, Deadline(record.game, limits)):
            if judged.changed and judged.before.turn == other(winner):
                return TurningPoint(judged.number, better_move(judged.before, judged.move, judged.options))
    except OutOfTime:
        return None
    return TurningPoint(0, None)
