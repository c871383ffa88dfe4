"""Reads request bodies before the application runs, with limits on size and time."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Scope

from gridlock.web.guard.addresses import header
from gridlock.web.problems import Problem

MAX_BODY = 1 << 17
"""Maximum size of a body, in bytes."""

SECONDS = 10.0
"""Time limit for the whole body."""
_DRAIN_LIMIT = 1 << 23  # bytes of an oversized body to drain before answering


class Gone(Exception):
    """The client disconnected during its request."""


async def read_body(scope: Scope, receive: Receive) -> Receive:
    """Read the body, and return a ``receive`` that yields it; Problem if it is too large or too slow."""
    length = header(scope, b"content-length")
    if length.isdigit() and int(length[:20]) > MAX_BODY:
        raise _too_large()
    if length in ("", "0") and not header(scope, b"transfer-encoding"):
        return receive
    try:
        async with asyncio.timeout(SECONDS):
            body = await _read(receive)
    except TimeoutError:
        raise Problem(408, "too-slow", "The request took too long to arrive.") from None
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_body() -> Message:
        return first.pop() if first else await receive()

    return receive_body


async def _read(receive: Receive) -> bytes:
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY:
            raise _too_large()
        if not message.get("more_body", False):
            return b"".join(parts)


async def drain(receive: Receive) -> None:
    """Drain an oversized body, because clients read the response only after sending all of it."""
    left = _DRAIN_LIMIT
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def _too_large() -> Problem:
    return Problem(413, "too-large", f"The request is too large. The limit is {MAX_BODY // 1024} kB.")
