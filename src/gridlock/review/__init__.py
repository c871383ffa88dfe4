"""What a match was worth, move by move, and why."""

from gridlock.review.explain import reasons, reasons_played
from gridlock.review.from_the_start import LostSeat, Slip
from gridlock.review.hints import Hint, find_hint
from gridlock.review.judged import JudgedMove, judge
from gridlock.review.picture import graph
from gridlock.review.reviewing import Mistake, Review, fill, review
from gridlock.review.wording import Reason

__all__ = [
    "Hint",
    "JudgedMove",
    "LostSeat",
    "Mistake",
    "Reason",
    "Review",
    "Slip",
    "fill",
    "find_hint",
    "graph",
    "judge",
    "reasons",
    "reasons_played",
    "review",
]
