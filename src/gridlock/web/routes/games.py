"""The games that there are."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Response

from gridlock.web.replies import reply
from gridlock.web.views.games import GamesJson, games_json

__all__ = ["router"]

router = APIRouter(tags=["games"])


@router.get("/games", response_model=GamesJson)
async def all_games() -> Response:
    """Every game with its options, and the players that can be played against."""
    return reply(_games())


@cache
def _games() -> GamesJson:
    """They stay the same as long as the server runs."""
    return games_json()
