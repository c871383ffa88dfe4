"""Matches: create, join, read and play."""

from __future__ import annotations

from functools import partial
from typing import Annotated, NotRequired

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from gridlock.web.matches import LiveMatch, Matches
from gridlock.web.matches.actions import Action, Name, RequestId
from gridlock.web.matches.create import MatchOrder
from gridlock.web.matches.state_json import EventJson, SideNumber, StateJson
from gridlock.web.responses import json_response
from gridlock.web.routes.common import Holder, error_docs
from gridlock.web.views.analysis import HintJson
from gridlock.web.workers import run_for

router = APIRouter(tags=["matches"])

MatchId = Annotated[str, Path(max_length=40, description="The id of a match", examples=["mB3vTz81KxQp"])]


class JoinParams(BaseModel):
    """A request to take the open seat."""

    model_config = ConfigDict(strict=True)

    name: Name | None = None
    request: RequestId


class EnteredJson(TypedDict, closed=True):
    """A match in which you have a seat: your ``sides``, and ``side``, the first of them."""

    id: str
    side: SideNumber
    sides: list[SideNumber]
    state: StateJson


class DoneJson(TypedDict, closed=True):
    """The number of the action's event, and the state after it."""

    number: int
    state: StateJson
    hint: NotRequired[HintJson]


class EventsJson(TypedDict, closed=True):
    """Events, and the current state."""

    events: list[EventJson]
    state: StateJson


class SeatJson(TypedDict, closed=True):
    """Your sides."""

    sides: list[SideNumber]


@router.post("/matches", status_code=201, response_model=EnteredJson, responses=error_docs(401, 404, 507))
async def create(request: Request, order: MatchOrder, holder: Holder) -> Response:
    """Create a match. The 'me' seats belong to the holder of the secret."""
    guard = request.app.state.guard
    guard.spend(request, "matches")
    live = await _matches(request).create(order, holder, guard.address(request))
    return _entered(live, holder, 201)


@router.post("/matches/{id}/join", response_model=EnteredJson, responses=error_docs(401, 404, 409, 507))
async def join(request: Request, id: MatchId, body: JoinParams, holder: Holder) -> Response:
    """Take the open seat of a match. If you already have a seat, nothing changes."""
    request.app.state.guard.spend(request, "moves")
    live = await _matches(request).join(id, body.name, body.request, holder)
    return _entered(live, holder, 200)


@router.get("/matches/{id}", response_model=StateJson, responses=error_docs(404))
async def state(request: Request, id: MatchId) -> Response:
    """Return the current state of a match."""
    return _uncached((await _matches(request).get(id)).encoded_state())


@router.get("/matches/{id}/events", response_model=EventsJson, responses=error_docs(404))
async def events(
    request: Request,
    id: MatchId,
    since: Annotated[int, Query(ge=0, lt=2**31, description="The number of the last event you know of")] = 0,
) -> Response:
    """Return a match's events after a number."""
    live = await _matches(request).get(id)
    return _uncached(EventsJson(events=live.since(since), state=live.encoded_state()))


@router.get("/matches/{id}/seat", response_model=SeatJson, responses=error_docs(401, 404))
async def seat(request: Request, id: MatchId, holder: Holder) -> Response:
    """Return your sides; none if you can only watch."""
    live = await _matches(request).get(id)
    return json_response(SeatJson(sides=list(live.now.sides_of(holder))))


@router.post("/matches/{id}/actions", response_model=DoneJson, responses=error_docs(401, 403, 404, 409, 507))
async def act(request: Request, id: MatchId, action: Action, holder: Holder) -> Response:
    """Move, undo, resign, ask for a hint, and so on."""
    request.app.state.guard.spend(request, "moves")
    matches = _matches(request)
    live = await matches.get(id)
    result = await matches.act(live, action, holder, partial(run_for, request))
    payload: DoneJson = {"number": result.number, "state": live.encoded_state()}
    if result.hint:
        payload["hint"] = result.hint
    return _uncached(payload)


@router.get(
    "/matches/{id}/record",
    response_class=Response,
    responses={200: {"description": "The record", "content": {"text/plain": {}}}, **error_docs(404)},
)
async def record(request: Request, id: MatchId) -> Response:
    """Download a match's record, which the command line can read."""
    live = await _matches(request).get(id)
    name = f"{live.match.game.id}-{live.id}.txt"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(str(live.now.record()), headers=headers, media_type="text/plain")


def _matches(request: Request) -> Matches:
    matches: Matches = request.app.state.matches
    return matches


def _entered(live: LiveMatch, holder: str, status: int) -> Response:
    sides = list(live.now.sides_of(holder))
    state = live.encoded_state()
    return _uncached(EnteredJson(id=live.id, side=sides[0], sides=sides, state=state), status)


def _uncached(payload: EnteredJson | DoneJson | EventsJson | StateJson, status: int = 200) -> Response:
    return Response(orjson.dumps(payload), status, {"cache-control": "no-store"}, "application/json")
