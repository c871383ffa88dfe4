"""What a match was worth, move by move, and why."""

from gridlock.review.explain import reasons
from gridlock.review.hints import hint_text
from gridlock.review.judged import JudgedMove, judge
from gridlock.review.picture import graph
from gridlock.review.reviewing import Mistake, Review, fill, review
from gridlock.review.wording import Reason

__all__ = [
    "JudgedMove",
    "Mistake",
    "Reason",
    "Review",
    "fill",
    "graph",
    "hint_text",
    "judge",
    "reasons",
    "review",
]
