"""Error responses: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired

import orjson
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from gridlock.errors import GridlockError, IllegalMove
from gridlock.search import OutOfTime


class ProblemJson(TypedDict, closed=True):
    """An RFC 9457 problem."""

    type: Annotated[str, Field(description="The kind of problem, for programs")]
    title: str
    status: int
    detail: Annotated[str, Field(description="What went wrong, in a sentence for people")]
    retry_after: NotRequired[Annotated[int, Field(description="Seconds to wait before trying again")]]
    state: NotRequired[Annotated[Mapping[str, object], Field(description="The current state of the match")]]


class Problem(Exception):
    """An error response: a status, a kind for programs and a sentence for people."""

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        *,
        retry_after: int | None = None,
        state: Mapping[str, object] | None = None,
    ) -> None:
        """``retry_after`` is in seconds; ``state`` is the current state of a match that has moved on."""
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.retry_after = retry_after
        self.state = state

    @classmethod
    def of(cls, error: GridlockError) -> Problem:
        """Convert a game's error."""
        if isinstance(error, OutOfTime):
            return cls(422, "out-of-time", f"This took too long. {error}")
        return cls(422, "illegal" if isinstance(error, IllegalMove) else "invalid", str(error))

    def to_json(self) -> ProblemJson:
        """Return the JSON."""
        title = self.kind.replace("-", " ").capitalize()
        payload: ProblemJson = {
            "type": f"/problems/{self.kind}",
            "title": title,
            "status": self.status,
            "detail": self.detail,
        }
        if self.retry_after is not None:
            payload["retry_after"] = self.retry_after
        if self.state is not None:
            payload["state"] = self.state
        return payload

    def response(self) -> Response:
        """Return the HTTP response."""
        headers = {"content-type": "application/problem+json", "cache-control": "no-store"}
        if self.retry_after is not None:
            headers["retry-after"] = str(self.retry_after)
        if self.status == 401:
            headers["www-authenticate"] = "Bearer"
        return Response(orjson.dumps(self.to_json()), self.status, headers)
