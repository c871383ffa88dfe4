"""Health checks and metrics."""

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

_SECONDS = 3.0  # timeout for the database
_METRICS = "text/plain; version=0.0.4; charset=utf-8"


class StatusJson(TypedDict, closed=True):
    """``ok`` if the server runs, ``ready`` if everything works."""

    status: Literal["ok", "ready"]


class Readiness:
    """Checks the database, once for all concurrent requests."""

    def __init__(self) -> None:
        self._check: asyncio.Task[bool] | None = None

    async def is_ready(self, store: Store) -> bool:
        """Whether the database responds."""
        if self._check is None or self._check.done():
            self._check = asyncio.create_task(_responds(store))
        return await asyncio.shield(self._check)


async def _responds(store: Store) -> bool:
    try:
        async with asyncio.timeout(_SECONDS):
            await store.number("")
    except (Unavailable, TimeoutError):
        return False
    return True


@router.get("/healthz", response_model=StatusJson)
async def healthz() -> Response:
    """Report that the server runs."""
    return json_response(StatusJson(status="ok"))


@router.get("/readyz", response_model=StatusJson, responses={503: {"description": "Not ready"}})
async def readyz(request: Request) -> Response:
    """Report whether everything works: the database responds and the solver is loaded."""
    if not request.app.state.pool.ready:
        raise Problem(503, "not-ready", "The solver is still loading. You can already play.", retry_after=1)
    if not await request.app.state.readiness.is_ready(request.app.state.matches.store):
        raise Problem(503, "not-ready", "The database doesn't respond.", retry_after=1)
    return json_response(StatusJson(status="ready"))


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"description": "The metrics", "content": {"text/plain": {}}}, **error_docs(403)},
)
async def metrics(request: Request) -> Response:
    """Return metrics for Prometheus; only to this machine and private networks, and not through a proxy."""
    guard = request.app.state.guard
    if not guard.is_local(request):
        raise Problem(403, "not-here", "Metrics are available only on this machine and its private network.")
    return Response(guard.metrics.text(), media_type=_METRICS)
