"""What the solver is asked, each question in a process of its own: what is known in time is an answer."""

from __future__ import annotations

from gridlock.atlas import known
from gridlock.records import Record
from gridlock.review import Review, fill, reasons
from gridlock.review.deadline import Deadline
from gridlock.review.judged import follow
from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report, investigate
from gridlock.web.views.analysis import (
    AnalysisJson,
    ReviewJson,
    WhyJson,
    analysis_json,
    review_json,
    why_json,
)
from gridlock.web.workers.cancellation import raise_if_stopped


def analysis(position: Position, *, limits: Limits) -> AnalysisJson:
    """What a position and each of its moves are worth, and best play from there."""
    report, line = Report(position), list[Move]()
    try:
        deadline = Deadline(position.game, limits)
        investigate(report, deadline.left())
        follow(position, line, deadline)
    except OutOfTime:
        raise_if_stopped(limits)
        report.complete = False
        _look_up(report)
    return analysis_json(report, line)


def _look_up(report: Report) -> None:
    """Where the time was not enough for the start of a game, the atlas may know who wins it."""
    game = report.position.game
    value = known(game) if report.position == game.start() else None
    if value is not None and report.winner is None:
        report.winner, report.moves, report.proof = value.winner, value.moves, "atlas"


def why(position: Position, *, limits: Limits) -> WhyJson:
    """Why the winner of a position wins; the moves up to where that can be seen are part of the answer."""
    line = list[Move]()
    try:
        deadline = Deadline(position.game, limits)
        found = reasons(position, deadline.left())
        if any(reason.at for reason in found):
            follow(position, line, deadline)
    except OutOfTime:
        raise_if_stopped(limits)
        return why_json(position, (), (), complete=False)
    return why_json(position, found, line, complete=True)


def review(record: Record, *, limits: Limits) -> ReviewJson:
    """What every move of a match was worth, which gave the win away, and why."""
    found = Review(record)
    fill(found, limits)
    if not found.complete:
        raise_if_stopped(limits)
    return review_json(found)
