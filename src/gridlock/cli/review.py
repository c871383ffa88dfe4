"""The command that reviews a recorded match: which moves gave the win away, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from gridlock.cli.options import File, Json, Memory, Threads, Time, records_from

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
    number: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Only the Nth record of the file.")
    ] = None,
    threads: Threads = None,
    memory: Memory = None,
    time: Time = None,
    as_json: Json = False,
) -> int:
    """Tell which moves of the recorded matches gave the win away, and why.

    The time limit is for each match. The exit status is 3 if time ran out.
    """
    from gridlock.cli.solve import OPEN, limits_from
    from gridlock.review import Review
    from gridlock.text.reviews import review_text, review_to_json

    limits = limits_from(threads, memory, time)
    told, status = [], 0
    for record in records_from(file, number):
        found = Review(record)
        interrupted = _fill(found, limits)
        told.append(review_to_json(found))
        if not as_json:
            print(review_text(found) + "\n")
        if interrupted:
            status = 130
            break
        status = status if found.complete else OPEN
    if as_json:
        print(json.dumps(told))
    return status


def _fill(found: Review, limits: Limits) -> bool:
    """Find out what there is to say, with progress shown; whether somebody has pressed Ctrl-C."""
    from gridlock.review import fill
    from gridlock.text.watch import watched

    try:
        watched(lambda given: fill(found, given), limits)
    except KeyboardInterrupt:
        return True
    return False
