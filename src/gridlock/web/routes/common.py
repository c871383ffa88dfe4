"""Shared by the routes: errors in the API's schema, a request's seat secret and game, illegal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Depends, Path
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import TypeAdapter

from gridlock.board import cells
from gridlock.errors import IllegalMove
from gridlock.rules import FIVE, GAMES, Game, Position
from gridlock.rules.pointing import Pointing
from gridlock.web.matches.seats import hash_secret
from gridlock.web.params import GAME
from gridlock.web.problems import Problem, ProblemJson

_DESCRIPTIONS = {
    400: "Malformed request",
    401: "Missing or malformed seat secret: `Authorization: Bearer SECRET`",
    403: "Not allowed, or not allowed for you",
    404: "Not found",
    408: "The request took too long to arrive",
    409: "Not possible now; `state`, if present, is the current state of the match",
    413: "The request is too large",
    421: "The request names a host that this server doesn't answer for",
    422: "The request is invalid, or the move is illegal",
    429: "Too many requests; `Retry-After` says when to try again",
    503: "The server is unavailable; it is safe to retry with the same request id",
    507: "Storage is full, for the server or for this address",
}
_SCHEMA = TypeAdapter(ProblemJson).json_schema()


def error_docs(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the error responses of a route: these, and those that every route has."""
    always = (400, 408, 413, 421, 422, 429, 503)
    return {
        status: {
            "description": _DESCRIPTIONS[status],
            "content": {"application/problem+json": {"schema": _SCHEMA}},
        }
        for status in sorted({*statuses, *always})
    }


_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="seat",
    description="A seat's secret: 32 random bytes that you generate, in base64url (43 characters)",
)


async def _holder(token: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str:
    """Return the hash of a request's seat secret; Problem if there is none."""
    if token is None:
        raise Problem(401, "no-secret", "Send your seat's secret in a header: Authorization: Bearer SECRET.")
    return hash_secret(token.credentials)


Holder = Annotated[str, Depends(_holder)]
"""The hash of a request's seat secret."""


GameId = Annotated[str, Path(max_length=GAME, description="The id of a game", examples=[FIVE[0]])]
"""The id of a game in a path."""


def game_kind(game: str) -> type[Game]:
    """Return the game with this id; Problem if there is none."""
    if game not in GAMES:
        raise Problem(404, "not-found", "There is no such game.")
    return GAMES[game]


def why_move_is_illegal(position: Position, parts: Sequence[int]) -> tuple[str, list[int]]:
    """Say why no legal move begins with these cells, and return the cells that forbid it.

    The text is empty if there is such a move.
    """
    size = position.game.board.size
    if max(parts) >= size:
        raise Problem(422, "invalid", f"The cells of this board are numbered from 0 to {size - 1}.")
    pointing = Pointing(position)
    move = None
    for cell in parts:
        if move is not None:
            raise Problem(422, "invalid", "Too many cells: the move is already complete.")
        try:
            move = pointing.point(cell)
        except IllegalMove as error:
            return str(error), list(cells(pointing.against(cell))) if position.legal else []
    return "", []
