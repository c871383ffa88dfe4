"""Whether the server is well: for those who watch over it."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter, Request, Response
from typing_extensions import TypedDict

from gridlock.web.problems import Problem
from gridlock.web.responses import json_response
from gridlock.web.routes.common import error_docs
from gridlock.web.store import Store, Unavailable

router = APIRouter(tags=["health"])

_SECONDS = 3.0  # for the database to answer
_METRICS = "text/plain; version=0.0.4; charset=utf-8"


class StatusJson(TypedDict, closed=True):
    """That the server runs, or that it can do everything."""

    status: Literal["ok", "ready"]


class Readiness:
    """Asks the database whether it answers, once for everyone who waits to know."""

    def __init__(self) -> None:
        self._asking: asyncio.Task[bool] | None = None

    async def of(self, store: Store) -> bool:
        """Whether the database answers now."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(_answers(store))
        return await asyncio.shield(self._asking)


async def _answers(store: Store) -> bool:
    try:
        async with asyncio.timeout(_SECONDS):
            await store.number("")
    except (Unavailable, TimeoutError):
        return False
    return True


@router.get("/healthz", response_model=StatusJson)
async def healthz() -> Response:
    """Whether the server runs: if it does, this is its answer."""
    return json_response(StatusJson(status="ok"))


@router.get("/readyz", response_model=StatusJson, responses={503: {"description": "Not yet"}})
async def readyz(request: Request) -> Response:
    """Whether the server can do everything: matches are kept, and the solver's code is loaded."""
    if not request.app.state.pool.ready:
        raise Problem(
            503, "not-ready", "The solver is getting ready. Playing is possible already.", retry_after=1
        )
    if not await request.app.state.readiness.of(request.app.state.matches.store):
        raise Problem(503, "not-ready", "The database does not answer.", retry_after=1)
    return json_response(StatusJson(status="ready"))


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"description": "The counts", "content": {"text/plain": {}}}, **error_docs(403)},
)
async def metrics(request: Request) -> Response:
    """Counts for Prometheus; only for whoever asks from this machine or its own network, and by no proxy."""
    guard = request.app.state.guard
    if not guard.is_local(request):
        raise Problem(403, "not-here", "The counts are only for those who run this server.")
    return Response(guard.metrics.text(), media_type=_METRICS)
