"""Clocks that run out, whether anybody is connected or not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from gridlock.errors import GridlockError
from gridlock.web.matches.live import LiveMatch
from gridlock.web.problems import Problem

_log = logging.getLogger(__name__)


class Clocks:
    """A timer for each match in memory whose clock runs."""

    def __init__(self, now: Callable[[], int], end: Callable[[str], Awaitable[None]]) -> None:
        """``end`` is called with the address of each match in which somebody's time has run out."""
        self._now = now
        self._end = end
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def watch(self, live: LiveMatch) -> None:
        """Something has happened in a match: from now on another moment counts."""
        timer = self._timers.pop(live.id, None)
        if timer is not None:
            timer.cancel()
        when = live.now.out_of_time
        if when is not None and not self._closed:
            delay = max(0, when - self._now()) / 1000
            self._timers[live.id] = asyncio.get_running_loop().call_later(delay, self._ring, live.id)

    async def close(self) -> None:
        """Let no timer ring any more."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._ending)

    def _ring(self, id: str) -> None:
        self._timers.pop(id, None)
        task = asyncio.create_task(self._try_to_end(id))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _try_to_end(self, id: str) -> None:
        try:
            await self._end(id)
        except (GridlockError, Problem) as problem:  # the sweep finds it again
            _log.warning("The clock of %s: %s", id, problem)
