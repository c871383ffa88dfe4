"""Analyses, reasons, hints and reviews as JSON, with the cells to draw them on.

A game's options are extra members of its analyses and reviews. Other packages produce these, so they are
validated here.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from gridlock.review import Reason, Review, watch
from gridlock.rules import Move, Position
from gridlock.search import Value
from gridlock.search.report import Report
from gridlock.text.reviews import reason_to_json, review_to_json, watch_to_json


class MoveValueJson(TypedDict, closed=True):
    """A legal move and its value for the side that plays it; remoteness counts the moves after it."""

    move: str
    moveValue: str
    remoteness: int | None
    deltaRemoteness: int | None


class AnalysisJson(TypedDict, extra_items=str):  # type: ignore[call-arg]
    """The analysis of a position."""

    game: str
    size: str
    position: str
    positionValue: str | None
    remoteness: int | None
    winner: int | None
    moves: list[MoveValueJson]
    nodes: int
    seconds: float
    proof: str
    complete: bool
    line: list[str]


class InsightJson(TypedDict, closed=True):
    """What a beginner can see or count before a mistake: a sentence, and its cells.

    ``texts`` is the sentence for nobody in particular, for side 1 and for side 2; so it is everywhere here.
    """

    name: str
    text: str
    texts: list[str]
    cells: list[str]
    cellNumbers: list[int]


class WatchJson(TypedDict, closed=True):
    """A line to watch, with a caption before the first move and after each; stop after ``stop`` moves."""

    moves: list[str]
    captions: list[list[str]]
    stop: int


class ReasonJson(TypedDict, closed=True):
    """Why a side wins: a sentence, and its cells by name and by number."""

    name: str
    text: str
    texts: list[str]
    lesson: str
    at: int
    winner: int
    cells: list[str]
    pairs: list[list[str]]
    cellNumbers: list[int]
    pairNumbers: list[list[int]]
    regionNumbers: list[list[int]]


class WhyJson(TypedDict, closed=True):
    """Why a position is won, with the moves up to where the reasons apply."""

    reasons: list[ReasonJson]
    line: list[str]
    watch: WatchJson
    complete: bool


class HintJson(TypedDict, closed=True):
    """A hint: a sentence, the move, and the cells to select for it."""

    text: str
    move: str | None
    parts: list[int]


class ValueJson(TypedDict, closed=True):
    """The winner of a position, and the number of moves."""

    winner: int
    remoteness: int | None


class ResultJson(TypedDict, closed=True):
    """The winner of a match, and how it ended."""

    winner: int | None
    ending: str


class JudgedMoveJson(TypedDict, closed=True):
    """A move of a match, its value, and the best move."""

    number: int
    side: int
    position: str
    move: str
    winner: int
    remoteness: int | None
    changedWinner: bool
    bestMove: str
    bestRemoteness: int | None


class MistakeJson(TypedDict, closed=True):
    """A move that gave the win away, or a resignation in a won position."""

    number: int
    side: int
    move: str | None
    givenUp: str | None
    better: str
    betterText: str
    position: str
    line: list[str]
    insights: list[InsightJson]
    reasons: list[ReasonJson]
    summary: list[str]
    explanation: list[list[str]]
    watch: WatchJson
    sentences: list[str]


class RepliesJson(TypedDict, closed=True):
    """The number of winning replies to a move."""

    winning: int
    among: int


class SlipJson(TypedDict, closed=True):
    """A move in a lost position that made the opponent's win easier."""

    number: int
    move: str
    better: str
    cost: int
    easy: bool
    replies: RepliesJson
    betterReplies: RepliesJson
    text: str
    texts: list[str]


class LostSeatJson(TypedDict, closed=True):
    """A side that was lost from the start: why, and which moves made it worse."""

    side: int
    position: str
    line: list[str]
    reasons: list[ReasonJson]
    summary: list[str]
    explanation: list[list[str]]
    watch: WatchJson
    slips: list[SlipJson]
    sentences: list[str]


class ReviewJson(TypedDict, extra_items=str):  # type: ignore[call-arg]
    """The review of a match."""

    game: str
    size: str
    players: list[str]
    names: list[list[str]]
    result: ResultJson
    help: dict[str, str]
    start: ValueJson | None
    values: list[ValueJson | None]
    moves: list[JudgedMoveJson]
    mistakes: list[MistakeJson]
    lostFromStart: LostSeatJson | None
    complete: bool


_ANALYSIS: TypeAdapter[AnalysisJson] = TypeAdapter(AnalysisJson)
_WHY: TypeAdapter[WhyJson] = TypeAdapter(WhyJson)
_REVIEW: TypeAdapter[ReviewJson] = TypeAdapter(ReviewJson)


def analysis_json(report: Report, line: Sequence[Move]) -> AnalysisJson:
    """Return a report as ``gridlock solve --json`` prints it, with best play."""
    return _ANALYSIS.validate_python({**report.to_json(), "line": [str(move) for move in line]})


def why_json(
    position: Position, reasons: Sequence[Reason], line: Sequence[Move], *, complete: bool
) -> WhyJson:
    """Return the reasons why a position is won, with as much of best play as they need."""
    needed = line[: max((reason.at for reason in reasons), default=0)]
    return _WHY.validate_python(
        {
            "reasons": [reason_to_json(reason, position.game) for reason in reasons],
            "line": [str(move) for move in needed],
            "watch": watch_to_json(watch(position, line, reasons)),
            "complete": complete,
        }
    )


def review_json(review: Review) -> ReviewJson:
    """Return a review as ``gridlock review --json`` prints it, with the value of each position."""
    values = [_value_json(value) for value in review.values]
    return _REVIEW.validate_python({**review_to_json(review), "values": values})


def _value_json(value: Value | None) -> ValueJson | None:
    return None if value is None else {"winner": value.winner, "remoteness": value.moves}
