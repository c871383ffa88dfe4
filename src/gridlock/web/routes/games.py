"""The list of games."""

from __future__ import annotations

from functools import cache

import orjson
from fastapi import APIRouter, Request, Response

from gridlock.rules import Game
from gridlock.web.responses import CachedResponse
from gridlock.web.routes.common import GameId, error_docs, game_kind
from gridlock.web.views.games import GamesJson, games_json
from gridlock.web.views.rules import RulesJson, rules_json

router = APIRouter(tags=["games"])


@router.get("/games", response_model=GamesJson)
async def all_games(request: Request) -> Response:
    """List all games with their options, and all bots."""
    return _games().response(request, "no-cache")


@router.get("/games/{game}/rules", response_model=RulesJson, responses=error_docs(404))
async def rules(request: Request, game: GameId) -> Response:
    """Return the rules of a game in a sentence, and on a few boards."""
    return _rules(game_kind(game)).response(request, "no-cache")


@cache
def _rules(kind: type[Game]) -> CachedResponse:
    return CachedResponse.of(orjson.dumps(rules_json(kind)), "application/json")


@cache
def _games() -> CachedResponse:
    """Return the list, which never changes while the server runs."""
    return CachedResponse.of(orjson.dumps(games_json()), "application/json")
