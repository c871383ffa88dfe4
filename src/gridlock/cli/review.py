"""The command ``review``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.options import File, Json, Memory, Number, Threads, Time, records_from
from gridlock.cli.solve import INTERRUPTED, OPEN, limits_from

if TYPE_CHECKING:
    from gridlock.review import Review
    from gridlock.search import Limits

EXAMPLES = (
    "gridlock review last",
    "gridlock review ours.txt",
    "gridlock review ours.txt --watch 5",
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
    watch: Annotated[
        int | None,
        typer.Option(
            "--watch",
            metavar="MOVE",
            min=0,
            help="Show board by board how this move lost; 0 shows a win from the start.",
        ),
    ] = None,
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
            print((review_text(reviews[-1]) if watch is None else _watch_text(reviews[-1], watch)) + "\n")
        if interrupted:
            status = INTERRUPTED
            break
        status = status if reviews[-1].complete else OPEN
    if as_json:
        print(json.dumps([review_to_json(review) for review in reviews]))
    return status


def _watch_text(review: Review, number: int) -> str:
    """Return the line after a mistake, board by board."""
    from gridlock.text.names import reader_of
    from gridlock.text.reviews import find_watch, watch_text

    watch = find_watch(review, number)
    if watch is None:
        numbers = [mistake.number for mistake in review.mistakes if mistake.line]
        numbers += [0] if review.lost is not None and review.lost.line else []
        if not numbers:
            return "This review has no line to watch."
        return f"No line begins at move {number}. Try --watch {' or '.join(map(str, numbers))}."
    return watch_text(watch, reader_of(review.record.players))


def _fill(review: Review, limits: Limits) -> bool:
    """Fill in a review and show progress; return whether Ctrl-C interrupted it."""
    from gridlock.review import fill
    from gridlock.text.progress import run_with_progress

    try:
        run_with_progress(lambda limits: fill(review, limits), limits)
    except KeyboardInterrupt:
        return True
    return False
