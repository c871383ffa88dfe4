"""Clients that do not read what they are sent: what waits for them is dropped, and so are they."""

from __future__ import annotations

import asyncio
from typing import Any

SECONDS = 20.0
"""Time in which a client has to read at least ``LEAST_READ`` bytes, or all that waits for it."""
LEAST_READ = 1 << 16


class StallTimeout(asyncio.Protocol):
    """Aborts connections whose other end reads too little. Mix it into a protocol that has a loop.

    A transport pauses its protocol while more than a little waits to be sent. It keeps all of that as long
    as the other end does not read, even after it was asked to close.
    """

    loop: asyncio.AbstractEventLoop
    transport: Any
    _deadline: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More waits to be sent than the transport wants to keep."""
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        """The other end has read nearly all of it."""
        self._clear_deadline()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._clear_deadline()
        super().connection_lost(exc)

    def _set_deadline(self) -> None:
        self._clear_deadline()
        unread = self.transport.get_write_buffer_size()
        self._deadline = self.loop.call_later(SECONDS, self._check, unread)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _check(self, unread_before: int) -> None:
        self._deadline = None
        if unread_before - self.transport.get_write_buffer_size() < LEAST_READ:
            self.transport.abort()
        else:
            self._set_deadline()
