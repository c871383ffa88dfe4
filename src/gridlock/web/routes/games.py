"""The games that there are."""

from __future__ import annotations

from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from gridlock.web.responses import CachedResponse
from gridlock.web.views.games import GamesJson, games_json

router = APIRouter(tags=["games"])


@router.get("/games", response_model=GamesJson)
async def all_games(request: Request) -> Response:
    """Every game with its options, and the players that can be played against."""
    return _games().response(request, "no-cache")


@cache
def _games() -> CachedResponse:
    """They stay the same as long as the server runs."""
    return CachedResponse.of(orjson.dumps(games_json()), "application/json")
