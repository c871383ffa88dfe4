"""An answer that stays the same: packed once, and not sent to browsers that have it."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from fastapi import Request, Response


@dataclass(frozen=True)
class Packed:
    """A body as it is sent, the same packed if that is worth it, and the tag that browsers know it by."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str

    @classmethod
    def of(cls, body: bytes, kind: str, *, pack: bool = True) -> Packed:
        """A body of this media type."""
        packed = gzip.compress(body, 9, mtime=0) if pack else None
        return cls(body, packed, kind, f'"{digest(body)}"')

    def answer(self, request: Request, caching: str, status: int = 200) -> Response:
        """The body as this browser wants it, or that it has it already."""
        headers = {"cache-control": caching, "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", "") and status == 200:
            return Response(status_code=304, headers=headers)
        packed = self.packed if "gzip" in request.headers.get("accept-encoding", "") else None
        if packed is not None:
            headers["content-encoding"] = "gzip"
        body = self.body if packed is None else packed
        return Response(body, status, {**headers, "content-type": self.kind})


def digest(body: bytes) -> str:
    """A short name that changes with the body."""
    return hashlib.sha256(body).hexdigest()[:16]
