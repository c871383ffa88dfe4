"""Errors as programs and people can read them: ``application/problem+json``, as RFC 9457 has it."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.responses import Response

from gridlock.errors import GridlockError, IllegalMove
from gridlock.search import OutOfTime


class Problem(Exception):
    """Why a request was refused: a status, a kind that programs know it by, and a sentence for people."""

    def __init__(self, status: int, kind: str, detail: str, **members: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.members = members

    @classmethod
    def of(cls, error: GridlockError) -> Problem:
        """What a game says against it, as a problem."""
        if isinstance(error, OutOfTime):
            return cls(422, "out-of-time", f"This took too long. {error}")
        return cls(422, "illegal" if isinstance(error, IllegalMove) else "invalid", str(error))

    def to_json(self) -> dict[str, Any]:
        """The problem as it is sent."""
        title = self.kind.replace("-", " ").capitalize()
        told = {"type": f"/problems/{self.kind}", "title": title, "status": self.status}
        return {**told, "detail": self.detail, **self.members}

    def response(self) -> Response:
        """The problem as an answer to a request."""
        headers = {"content-type": "application/problem+json", "cache-control": "no-store"}
        if "retry_after" in self.members:
            headers["retry-after"] = str(self.members["retry_after"])
        if self.status == 401:
            headers["www-authenticate"] = "Bearer"
        return Response(orjson.dumps(self.to_json()), self.status, headers)
