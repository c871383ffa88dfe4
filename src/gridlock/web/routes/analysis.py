"""What positions and matches are worth, and why."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Query, Request, Response

from gridlock.records import Record
from gridlock.review import Review
from gridlock.rules import Position
from gridlock.search import OutOfTime
from gridlock.search.report import Report, game_fields
from gridlock.web import tasks, workers
from gridlock.web.lru import LruCache, memory_of
from gridlock.web.matches import LiveMatch, Matches
from gridlock.web.params import GAME, LineParams
from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.routes import records
from gridlock.web.routes.common import error_docs
from gridlock.web.routes.records import RecordParams
from gridlock.web.views.analysis import (
    AnalysisJson,
    ReviewJson,
    WhyJson,
    analysis_json,
    review_json,
    why_json,
)

router = APIRouter(tags=["analysis"])
router.include_router(records.router)

_Subject = TypeVar("_Subject")
_Payload = TypeVar("_Payload", AnalysisJson, WhyJson, ReviewJson)

SECONDS = 10.0
"""How long a position is looked into."""
REVIEW_SECONDS = 25.0
"""How long a match is looked into."""

_cache: LruCache[str, bytes] = LruCache(32 << 20, memory_of)  # complete answers, which stay true

_NO_HELP = "This match between two people is still running: it can be analysed when it is over."


async def _help_allowed(
    request: Request,
    match: Annotated[
        str | None, Query(max_length=GAME, description="The match that the question is about, if it is")
    ] = None,
) -> None:
    """Refuse questions about a running match between two people."""
    if match is not None:
        await _match_for_help(request, match)


HelpAllowed = Depends(_help_allowed)


@router.get(
    "/analysis", response_model=AnalysisJson, dependencies=[HelpAllowed], responses=error_docs(403, 404)
)
async def analysis(request: Request, line: LineParams) -> Response:
    """What a position and each of its moves are worth, as ``gridlock solve --json`` has it, and best play.

    Where the time was not enough, ``complete`` is false, and what is known by then is the answer.
    """
    return await _asked_once(request, tasks.analysis, line.position, _name(line.position), _unsolved)


@router.get("/why", response_model=WhyJson, dependencies=[HelpAllowed], responses=error_docs(403, 404))
async def why(request: Request, line: LineParams) -> Response:
    """Why the winner of a position wins, with the cells that show it."""
    return await _asked_once(request, tasks.why, line.position, _name(line.position), _unexplained)


@router.get("/matches/{id}/review", response_model=ReviewJson, responses=error_docs(403, 404))
async def review_match(request: Request, id: str) -> Response:
    """What every move of a match was worth, which gave the win away, and why."""
    return await _reviewed(request, (await _match_for_help(request, id)).match.record())


@router.post("/review", response_model=ReviewJson)
async def review_record(request: Request, asked: RecordParams) -> Response:
    """The same for a match that is written down."""
    return await _reviewed(request, await asked.read_one())


async def _match_for_help(request: Request, id: str) -> LiveMatch:
    """A match that may be looked into; Problem if two people are still playing it, or there is none."""
    matches: Matches = request.app.state.matches
    live = await matches.get(id)
    if live.between_people and not live.over:
        raise Problem(403, "no-help", _NO_HELP)
    return live


async def _asked_once(
    request: Request,
    task: Callable[..., _Payload],
    subject: _Subject,
    name: str,
    unknown: Callable[[_Subject], _Payload],
    seconds: float = SECONDS,
) -> Response:
    """What a task finds out about a subject, from the cache if it has found out everything before."""
    key = f"{task.__name__} {name}"
    cached = _cache.get(key)
    if cached is not None:
        return Response(cached, media_type="application/json")
    try:
        payload = await workers.run_for(request, task, subject, seconds=seconds)
    except OutOfTime:
        payload = unknown(subject)
    response = json_response(payload)
    if payload["complete"]:
        _cache.put(key, bytes(response.body))
    return response


async def _reviewed(request: Request, record: Record) -> Response:
    name = sha256(str(record).encode()).hexdigest()
    return await _asked_once(request, tasks.review, record, name, _unreviewed, REVIEW_SECONDS)


def _name(position: Position) -> str:
    """What sets a position apart from all others, of other games too."""
    return f"{game_fields(position.game)} {position.text}"


def _unsolved(position: Position) -> AnalysisJson:
    return analysis_json(Report(position), ())


def _unexplained(position: Position) -> WhyJson:
    return why_json(position, (), (), complete=False)


def _unreviewed(record: Record) -> ReviewJson:
    return review_json(Review(record))
