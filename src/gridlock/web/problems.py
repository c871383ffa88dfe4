"""Errors as programs and people can read them: ``application/problem+json``, as RFC 9457 has it."""

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
    """Why a request was refused, as RFC 9457 describes it."""

    type: Annotated[str, Field(description="The kind of the problem, for programs")]
    title: str
    status: int
    detail: Annotated[str, Field(description="What is wrong, in a sentence for people")]
    retry_after: NotRequired[Annotated[int, Field(description="Seconds after which to try again")]]
    state: NotRequired[Annotated[Mapping[str, object], Field(description="What the match is now")]]


class Problem(Exception):
    """Why a request was refused: a status, a kind that programs know it by, and a sentence for people."""

    def __init__(
        self,
        status: int,
        kind: str,
        detail: str,
        *,
        retry_after: int | None = None,
        state: Mapping[str, object] | None = None,
    ) -> None:
        """``retry_after`` is in seconds; ``state`` is what a match is now, if it has changed."""
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.retry_after = retry_after
        self.state = state

    @classmethod
    def of(cls, error: GridlockError) -> Problem:
        """What a game says against it, as a problem."""
        if isinstance(error, OutOfTime):
            return cls(422, "out-of-time", f"This took too long. {error}")
        return cls(422, "illegal" if isinstance(error, IllegalMove) else "invalid", str(error))

    def to_json(self) -> ProblemJson:
        """The problem as it is sent."""
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
        """The problem as an answer to a request."""
        headers = {"content-type": "application/problem+json", "cache-control": "no-store"}
        if self.retry_after is not None:
            headers["retry-after"] = str(self.retry_after)
        if self.status == 401:
            headers["www-authenticate"] = "Bearer"
        return Response(orjson.dumps(self.to_json()), self.status, headers)
