"""The command ``review``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gridlock.cli.options import File, Json, Memory, Number, Threads, Time, records_from
from gridlock.cli.solve import INTERRUPTED, OPEN, limits_from

if TYPE_CHECKING:
    from gridlock.review import Review
    from gridlock.search import Limits

EXAMPLES = (
    "gridlock review last",
    "gridlock review ours.txt",
    "gridlock review ours.txt --game 2 --time 60 --json",
)
"""For the end of the help text."""


def review(
    file: File,
    number: Number = None,
    threads: Threads = None,
    memory: Memory = None,
    time: Time = None,
    as_json: Json = False,
) -> int:
    """Review recorded matches: which moves gave the win away, and why.

    The time limit applies to each match. The exit status is 3 if time runs out.
    """
    from gridlock.review import Review
    from gridlock.text.reviews import review_text, review_to_json

    limits = limits_from(threads, memory, time)
    reviews: list[Review] = []
    status = 0
    for record in records_from(file, number):
        reviews.append(Review(record))
        interrupted = _fill(reviews[-1], limits)
        if not as_json:
            print(review_text(reviews[-1]) + "\n")
        if interrupted:
            status = INTERRUPTED
            break
        status = status if reviews[-1].complete else OPEN
    if as_json:
        print(json.dumps([review_to_json(review) for review in reviews]))
    return status


def _fill(review: Review, limits: Limits) -> bool:
    """Fill in a review and show progress; return whether Ctrl-C interrupted it."""
    from gridlock.review import fill
    from gridlock.text.progress import run_with_progress

    try:
        run_with_progress(lambda limits: fill(review, limits), limits)
    except KeyboardInterrupt:
        return True
    return False
