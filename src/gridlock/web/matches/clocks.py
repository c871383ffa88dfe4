"""The time in matches, and timers that end matches when a clock runs out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from gridlock.errors import GridlockError
from gridlock.web.matches.live import LiveMatch
from gridlock.web.problems import Problem

_SLEW = 0.01  # maximum correction in seconds per second
_JUMP = 30.0  # seconds of difference that are logged

_log = logging.getLogger(__name__)


class ServerTime:
    """The server's time in milliseconds since 1970: set once, then advanced by the monotonic clock.

    If the reference clock jumps, this one follows slowly. So no clock in a match runs out because of that,
    and no match suddenly looks a year old.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._offset = 0.0
        self._corrected = now()
        self._jumped = False

    def __call__(self) -> int:
        """Return the time in milliseconds."""
        return int((self._now() + self._offset) * 1000)

    def set(self, seconds: float) -> None:
        """Set the time, before it is first used."""
        self._corrected = self._now()
        self._offset = seconds - self._corrected

    def correct(self, seconds: float) -> None:
        """Move a little closer to the reference clock's time."""
        now = self._now()
        limit = _SLEW * (now - self._corrected)
        off = seconds - (now + self._offset)
        self._offset += max(-limit, min(limit, off))
        self._corrected = now
        self._log_jump(off)

    def _log_jump(self, off: float) -> None:
        """Log a jump of the reference clock, once until the difference is gone."""
        jumped = abs(off) > _JUMP
        if jumped and not self._jumped:
            _log.warning(
                "The system clock jumped %s by %.0f s. Clocks in matches are not affected.",
                "forward" if off > 0 else "back",
                abs(off),
            )
        self._jumped = jumped


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
