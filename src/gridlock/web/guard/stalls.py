"""Disconnects clients that don't read what they are sent."""

from __future__ import annotations

import asyncio
from typing import Any

SECONDS = 20.0
"""Time in which a client must read ``MIN_READ`` bytes, or everything that is buffered for it."""
MIN_READ = 1 << 16


class StallTimeout(asyncio.Protocol):
    """A protocol mixin that aborts connections whose peer reads too slowly.

    A transport keeps its write buffer for as long as the peer doesn't read, even after it was closed.
    """

    loop: asyncio.AbstractEventLoop
    transport: Any
    _deadline: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timeout: the write buffer is full."""
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        """Stop the timeout: the write buffer has drained."""
        self._clear_deadline()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
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
        if unread_before - self.transport.get_write_buffer_size() < MIN_READ:
            self.transport.abort()
        else:
            self._set_deadline()
