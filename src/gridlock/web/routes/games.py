"""The list of games."""

from __future__ import annotations

from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from gridlock.web.responses import CachedResponse
from gridlock.web.views.games import GamesJson, games_json

router = APIRouter(tags=["games"])


@router.get("/games", response_model=GamesJson)
async def all_games(request: Request) -> Response:
    """List all games with their options, and all bots."""
    return _games().response(request, "no-cache")


@cache
def _games() -> CachedResponse:
    """Return the list, which never changes while the server runs."""
    return CachedResponse.of(orjson.dumps(games_json()), "application/json")
