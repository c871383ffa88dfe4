"""The value of every position of a match, for graphs."""

from __future__ import annotations

from gridlock.review.reviewing import Review
from gridlock.search import Value


def values_of(review: Review) -> list[Value | None]:
    """The value of every position of a match, the start first; None where it is not known."""
    values: list[Value | None] = [None] * (len(review.record.moves) + 1)
    judged = list(review.judged)
    for move in judged:
        values[move.number] = move.value
    for move in judged[:1]:
        best = move.options[0].value
        values[move.number - 1] = Value(best.winner, (best.moves or 0) + 1)
    values[0] = review.start or values[0]
    return values
