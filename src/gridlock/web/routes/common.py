"""What routes share: the errors that the API's document lists, and the seat secret of a request."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import TypeAdapter

from gridlock.web.matches.seats import hash_secret
from gridlock.web.problems import Problem, ProblemJson

_SENTENCES = {
    400: "This is no request that can be read",
    401: "A seat's secret is missing, or is none: `Authorization: Bearer SECRET`",
    403: "This may not be done, or not by you",
    404: "There is no such thing",
    408: "The request took too long to arrive",
    409: "This cannot be done now; `state`, if it is there, is what the match is now",
    413: "The request is too large",
    421: "The request names a host that this server doesn't answer for",
    422: "The request cannot be read, or what it asks for is against the rules",
    429: "Too many requests; `Retry-After` says when to try again",
    503: "The server cannot answer just now; trying again with the same request id is safe",
    507: "There is no room for more matches, or no more for this address",
}
_SCHEMA = TypeAdapter(ProblemJson).json_schema()


def error_docs(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a route may answer with, besides those of every route."""
    always = (400, 408, 413, 421, 422, 429, 503)
    return {
        status: {
            "description": _SENTENCES[status],
            "content": {"application/problem+json": {"schema": _SCHEMA}},
        }
        for status in sorted({*statuses, *always})
    }


_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="seat",
    description="A seat's secret: 32 random bytes of your own, in base64url (43 characters)",
)


async def _holder(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str:
    """The hash of the secret that a request comes with; Problem if it has none."""
    if given is None:
        raise Problem(401, "no-secret", "This needs a seat's secret: Authorization: Bearer SECRET.")
    return hash_secret(given.credentials)


Holder = Annotated[str, Depends(_holder)]
"""The hash of a seat's secret, from a request."""
