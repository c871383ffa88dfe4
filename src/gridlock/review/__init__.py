"""Match reviews: the value of every move, the mistakes, and why a side wins."""

from gridlock.review.explanations import reasons, reasons_played
from gridlock.review.hints import Hint, find_hint
from gridlock.review.insights import Insight, Tally
from gridlock.review.lost_seat import LostSeat, Slip
from gridlock.review.match_review import Mistake, Review, fill, review
from gridlock.review.move_values import JudgedMove, judge
from gridlock.review.watch import Watch, watch
from gridlock.review.wording import Reason

__all__ = [
    "Hint",
    "Insight",
    "JudgedMove",
    "LostSeat",
    "Mistake",
    "Reason",
    "Review",
    "Slip",
    "Tally",
    "Watch",
    "fill",
    "find_hint",
    "judge",
    "reasons",
    "reasons_played",
    "review",
    "watch",
]
