"""Timers that end matches when a clock runs out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from gridlock.errors import GridlockError
from gridlock.web.matches.live import LiveMatch
from gridlock.web.problems import Problem

_log = logging.getLogger(__name__)


class Clocks:
    """A timer for each match in memory whose clock is running."""

    def __init__(self, now: Callable[[], int], end: Callable[[str], Awaitable[None]]) -> None:
        """``end`` is called with the id of each match whose clock has run out."""
        self._now = now
        self._end = end
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def watch(self, live: LiveMatch) -> None:
        """Reset a match's timer after an event."""
        timer = self._timers.pop(live.id, None)
        if timer is not None:
            timer.cancel()
        when = live.now.out_of_time
        if when is not None and not self._closed:
            delay = max(0, when - self._now()) / 1000
            self._timers[live.id] = asyncio.get_running_loop().call_later(delay, self._on_timer, live.id)

    async def close(self) -> None:
        """Cancel all timers."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._ending)

    def _on_timer(self, id: str) -> None:
        self._timers.pop(id, None)
        task = asyncio.create_task(self._end_match(id))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end_match(self, id: str) -> None:
        try:
            await self._end(id)
        except (GridlockError, Problem) as problem:  # the janitor will retry
            _log.warning("Could not end %s on time: %s", id, problem)
