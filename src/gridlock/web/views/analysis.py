"""Analyses, reasons and reviews as JSON, with the cells that a page draws them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from typing_extensions import TypedDict

from gridlock.board import cells, flood, king
from gridlock.review import Reason, Review
from gridlock.review.standing import free_cells
from gridlock.review.values import values_of
from gridlock.rules import Move, Position
from gridlock.search import Value
from gridlock.search.report import Report
from gridlock.telling.reviews import review_to_json


class JudgedJson(TypedDict):
    """A legal move, and what it is worth to the side that makes it; remoteness counts the moves after it."""

    move: str
    moveValue: str
    remoteness: int | None
    deltaRemoteness: int | None


class AnalysisJson(TypedDict):
    """What is known of a position; options of the game are members too."""

    game: str
    size: str
    position: str
    positionValue: str | None
    remoteness: int | None
    winner: int | None
    moves: list[JudgedJson]
    nodes: int
    seconds: float
    proof: str
    complete: bool
    line: list[str]


class ReasonJson(TypedDict):
    """Why a side wins: a sentence, and the cells that it speaks of, by number."""

    name: str
    text: str
    lesson: str
    at: int
    winner: int
    cellNumbers: list[int]
    pairNumbers: list[list[int]]
    regionNumbers: list[list[int]]


class WhyJson(TypedDict):
    """Why the winner of a position wins, and the moves up to where each reason holds."""

    reasons: list[ReasonJson]
    line: list[str]
    complete: bool


class HintJson(TypedDict):
    """A hint in a sentence, with its move and the cells that a person points at to make it."""

    text: str
    move: str | None
    parts: list[int]


class ValueJson(TypedDict):
    """Who wins a position, and in how many moves."""

    winner: int
    remoteness: int | None


class ReviewJson(TypedDict):
    """What a match was worth, move by move; the options of its game are members too."""

    game: str
    size: str
    players: list[str]
    result: dict[str, Any]
    help: dict[str, str]
    start: ValueJson | None
    values: list[ValueJson | None]
    moves: list[dict[str, Any]]
    mistakes: list[dict[str, Any]]
    lostFromStart: dict[str, Any] | None
    complete: bool


def analysis_json(report: Report, line: Sequence[Move]) -> AnalysisJson:
    """A report as ``gridlock solve --json`` prints it, and best play from there."""
    told: Any = {**report.to_json(), "line": [str(move) for move in line]}
    found: AnalysisJson = told
    return found


def why_json(
    position: Position, reasons: Sequence[Reason], line: Sequence[Move], *, complete: bool
) -> WhyJson:
    """The reasons why a position is won; the line is best play from there."""
    shown = line[: max((reason.at for reason in reasons), default=0)]
    return {
        "reasons": [_reason_json(position, line, reason) for reason in reasons],
        "line": [str(move) for move in shown],
        "complete": complete,
    }


def review_json(review: Review) -> ReviewJson:
    """A review as ``gridlock review --json`` prints it, with the cells of its reasons by number."""
    told: Any = review_to_json(review)
    told["players"] = list(told["players"])
    told["values"] = [_value_json(value) for value in values_of(review)]
    for shown, mistake in zip(told["mistakes"], review.mistakes, strict=True):
        shown["reasons"] = [_reason_json(mistake.position, mistake.line, each) for each in mistake.reasons]
    if review.lost is not None:
        seat = review.lost
        told["lostFromStart"]["reasons"] = [
            _reason_json(seat.position, seat.line, each) for each in seat.reasons
        ]
    found: ReviewJson = told
    return found


def _value_json(value: Value | None) -> ValueJson | None:
    return None if value is None else {"winner": value.winner, "remoteness": value.moves}


def _reason_json(position: Position, line: Sequence[Move], reason: Reason) -> ReasonJson:
    return {
        "name": reason.name,
        "text": reason.text,
        "lesson": reason.lesson,
        "at": reason.at,
        "winner": reason.winner,
        "cellNumbers": list(reason.cells),
        "pairNumbers": [list(pair) for pair in reason.pairs],
        "regionNumbers": [list(cells(word)) for word in _regions(position, line, reason)],
    }


def _regions(position: Position, line: Sequence[Move], reason: Reason) -> Iterator[int]:
    """The areas that a reason speaks of, as sets: what each side can still reach, or what lies together."""
    if reason.name == "apart":
        here = reduce(Position.play, (*line[: reason.at], *reason.first), position)
        free = free_cells(here)
        for place in here.sides:
            yield flood(here.game.board, place, free) & ~place
    elif reason.name == "regions":
        yield from _together(position, reason.cells)


def _together(position: Position, numbers: Sequence[int]) -> Iterator[int]:
    """Cells in groups that touch, also at a corner."""
    board, left = position.game.board, sum(1 << cell for cell in numbers)
    while left:
        group, grown = 0, left & -left
        while grown != group:
            group, grown = grown, king(board, grown) & left
        yield group
        left &= ~group
