"""Analysis of positions and reviews of matches."""

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
"""Time limit for a position."""
REVIEW_SECONDS = 25.0
"""Time limit for a match."""

_cache: LruCache[str, bytes] = LruCache(32 << 20, memory_of)  # complete answers, which never change

_NO_HELP = "You can analyse a match between two people when it is over."


async def _help_allowed(
    request: Request,
    match: Annotated[
        str | None, Query(max_length=GAME, description="The match that the position is from, if any")
    ] = None,
) -> None:
    """Refuse analysis of a running match between two people."""
    if match is not None:
        await _match_for_help(request, match)


HelpAllowed = Depends(_help_allowed)


@router.get(
    "/analysis", response_model=AnalysisJson, dependencies=[HelpAllowed], responses=error_docs(403, 404)
)
async def analysis(request: Request, line: LineParams) -> Response:
    """Value a position and each of its moves, as ``gridlock solve --json`` does, with best play.

    If time runs out, ``complete`` is false and the answer has what is known so far.
    """
    return await _run_cached(request, tasks.analysis, line.position, _key(line.position), _unsolved)


@router.get("/why", response_model=WhyJson, dependencies=[HelpAllowed], responses=error_docs(403, 404))
async def why(request: Request, line: LineParams) -> Response:
    """Explain why a position is won, with the cells that show it."""
    return await _run_cached(request, tasks.why, line.position, _key(line.position), _unexplained)


@router.get("/matches/{id}/review", response_model=ReviewJson, responses=error_docs(403, 404))
async def review_match(request: Request, id: str) -> Response:
    """Review a match: the value of every move, and the mistakes with reasons."""
    return await _review_response(request, (await _match_for_help(request, id)).match.record())


@router.post("/review", response_model=ReviewJson)
async def review_record(request: Request, body: RecordParams) -> Response:
    """Review a match from its record."""
    return await _review_response(request, await body.read_one())


async def _match_for_help(request: Request, id: str) -> LiveMatch:
    """Return a match that may be analysed; Problem if two people are still playing it."""
    matches: Matches = request.app.state.matches
    live = await matches.get(id)
    if live.between_people and not live.over:
        raise Problem(403, "no-help", _NO_HELP)
    return live


async def _run_cached(
    request: Request,
    task: Callable[..., _Payload],
    subject: _Subject,
    key: str,
    fallback: Callable[[_Subject], _Payload],
    seconds: float = SECONDS,
) -> Response:
    """Run a task on a subject, and cache the answer if it is complete."""
    cache_key = f"{task.__name__} {key}"
    cached = _cache.get(cache_key)
    if cached is not None:
        return Response(cached, media_type="application/json")
    try:
        payload = await workers.run_for(request, task, subject, seconds=seconds)
    except OutOfTime:
        payload = fallback(subject)
    response = json_response(payload)
    if payload["complete"]:
        _cache.put(cache_key, bytes(response.body))
    return response


async def _review_response(request: Request, record: Record) -> Response:
    key = sha256(str(record).encode()).hexdigest()
    return await _run_cached(request, tasks.review, record, key, _unreviewed, REVIEW_SECONDS)


def _key(position: Position) -> str:
    """Return a cache key that is unique among all games."""
    return f"{game_fields(position.game)} {position.text}"


def _unsolved(position: Position) -> AnalysisJson:
    return analysis_json(Report(position), ())


def _unexplained(position: Position) -> WhyJson:
    return why_json(position, (), (), complete=False)


def _unreviewed(record: Record) -> ReviewJson:
    return review_json(Review(record))
