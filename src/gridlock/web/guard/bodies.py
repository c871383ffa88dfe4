"""The bodies of requests: read whole before anybody works on them, if they are small and come soon enough."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.types import Message, Receive, Scope

from gridlock.web.guard.addresses import header
from gridlock.web.problems import Problem

MOST = 1 << 17
"""Bytes that a body may have."""

SECONDS = 10.0
"""Time in which all of it has to arrive."""
_READ_ON = 1 << 23  # bytes that somebody who sends too much may still send, to learn of it


class Gone(Exception):
    """The client has left in the middle of its request."""


async def whole_body(scope: Scope, receive: Receive) -> Receive:
    """Read the body; what is returned gives it at once. Problem if it is too large or too slow."""
    length = header(scope, b"content-length")
    if length.isdigit() and int(length[:20]) > MOST:
        raise _too_large()
    if length in ("", "0") and not header(scope, b"transfer-encoding"):
        return receive
    try:
        async with asyncio.timeout(SECONDS):
            body = await _read(receive)
    except TimeoutError:
        raise Problem(408, "too-slow", "The request took too long to arrive.") from None
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_whole() -> Message:
        return first.pop() if first else await receive()

    return receive_whole


async def _read(receive: Receive) -> bytes:
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST:
            raise _too_large()
        if not message.get("more_body", False):
            return b"".join(parts)


async def read_on(receive: Receive) -> None:
    """Let somebody who sends too much come to an end: who is cut off in the middle does not read why."""
    left = _READ_ON
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def _too_large() -> Problem:
    return Problem(413, "too-large", f"A request may have at most {MOST // 1024} kB.")
