"""JSON responses, and cached responses for bodies that never change while the server runs."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

import orjson
from fastapi import Request, Response


def json_response(payload: object, status: int = 200) -> Response:
    """Return a payload as a JSON response."""
    return Response(orjson.dumps(payload), status, media_type="application/json")


@dataclass(frozen=True)
class CachedResponse:
    """A body that is compressed once and revalidated by its ETag."""

    body: bytes
    compressed: bytes | None
    media_type: str
    etag: str

    @classmethod
    def of(cls, body: bytes, media_type: str, *, compress: bool = True) -> CachedResponse:
        """Hash and compress a body."""
        compressed = gzip.compress(body, 9, mtime=0) if compress else None
        return cls(body, compressed, media_type, f'"{digest(body)}"')

    def response(self, request: Request, cache_control: str, status: int = 200) -> Response:
        """Return the body, compressed if the client accepts gzip, or 304 if the client already has it."""
        headers = {"cache-control": cache_control, "etag": self.etag, "vary": "accept-encoding"}
        if self.etag in request.headers.get("if-none-match", "") and status == 200:
            return Response(status_code=304, headers=headers)
        compressed = self.compressed if "gzip" in request.headers.get("accept-encoding", "") else None
        if compressed is not None:
            headers["content-encoding"] = "gzip"
        body = self.body if compressed is None else compressed
        return Response(body, status, {**headers, "content-type": self.media_type})


def digest(body: bytes) -> str:
    """Return a short hash of the body."""
    return hashlib.sha256(body).hexdigest()[:16]
