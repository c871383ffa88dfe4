"""Connections that do not come to the point: whoever does not send the head of a request is cut off."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gridlock.web.guard.headers import ALONE
from gridlock.web.guard.stalls import StallTimeout
from gridlock.web.problems import Problem

__all__ = ["SECONDS", "PromptProtocol"]

SECONDS = 10.0
"""Time in which the head of a request has to arrive."""

_MOST = 1 << 16  # bytes of a head
_LAST_LOOK = 0.1  # seconds after that time, in which the server reads what has arrived by then


class PromptProtocol(StallTimeout, HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with limits to the time and the room that the head of a request may take."""

    _waiting: asyncio.TimerHandle | None = None
    _arrived = 0  # bytes, since we have been waiting

    def connection_made(self, transport: Any) -> None:
        """Somebody has connected."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Something has arrived: if the head is still not complete, it may have become too long."""
        super().data_received(data)
        if self._waiting is not None:
            self._arrived += len(data)
            if self._arrived > _MOST and not self.transport.is_closing():
                self.send_400_response("This request is too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        self._wait_no_more()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, as every other refusal is told."""
        self._wait_no_more()
        answer = Problem(400, "invalid", "This is not a request that can be read here.").answer()
        answer.headers["connection"] = "close"
        lines = [name + b": " + value for name, value in (*answer.raw_headers, *ALONE)]
        head = b"\r\n".join([b"HTTP/1.1 400 Bad Request", *lines, b"", b""])
        self.transport.write(head + bytes(answer.body))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have left."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._arrived = 0
            self._waiting = self.loop.call_later(SECONDS, self._cut_off)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _cut_off(self) -> None:
        """Cut them off, unless the head has arrived while the server itself was too busy to read it."""
        self._waiting = self.loop.call_later(_LAST_LOOK, self._abort)

    def _abort(self) -> None:
        self._waiting = None
        self.transport.abort()
