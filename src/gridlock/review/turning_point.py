"""The move that lost a match."""

from __future__ import annotations

from typing import NamedTuple

from gridlock.records import Record
from gridlock.review.move_values import judge_backwards
from gridlock.rules import Move, other
from gridlock.search import Limits, OutOfTime
from gridlock.search.answers import Deadline


class TurningPoint(NamedTuple):
    """The last chance of the side that lost a match."""

    number: int
    """The number of the move that gave the win away; 0 if that side never had a chance."""
    better: Move | None
    """The fastest winning move instead of it."""


def find_turning_point(record: Record, winner: int, limits: Limits) -> TurningPoint | None:
    """Return the turning point of a match that was played to its end; None if time runs out."""
    try:
        for judged in judge_backwards(record, Deadline(record.game, limits)):
            if judged.changed and judged.before.turn == other(winner):
                return TurningPoint(judged.number, judged.options[0].move)
    except OutOfTime:
        return None
    return TurningPoint(0, None)
