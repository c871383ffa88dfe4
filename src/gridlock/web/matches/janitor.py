"""Periodic tasks: expired clocks, bots without a server, old matches and leases."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from gridlock.errors import GridlockError
from gridlock.web.matches.bots import Bots
from gridlock.web.matches.match_state import LEASE
from gridlock.web.matches.storage import Storage
from gridlock.web.problems import Problem
from gridlock.web.store import Store, Unavailable

_OFTEN = 1.0  # seconds between checks for expired clocks and idle bots
_RENEW = LEASE / 3000  # seconds between renewals of the leases on bots
_SELDOM = 600.0  # seconds between deletions of old matches
_MEASURE = 60.0  # seconds between checks of the database's size and clock
_MOST = 100  # matches per query
_SHUTDOWN_SECONDS = 2.0  # seconds for a running task to finish at shutdown

_log = logging.getLogger(__name__)


class _Matches(Protocol):
    store: Store
    storage: Storage

    async def end_if_out_of_time(self, id: str) -> None:
        """End a match if the side to move has run out of time."""

    async def run_bot(self, id: str) -> None:
        """Run a match's bot, whose lease this server has."""

    async def correct_time(self) -> None:
        """Adjust the server time to the database's clock."""


class Janitor:
    """Runs the periodic tasks."""

    def __init__(
        self, matches: _Matches, bots: Bots, keep: tuple[float, float], now: Callable[[], int]
    ) -> None:
        """``keep``: seconds after which unfinished and finished matches are deleted."""
        self._matches = matches
        self._bots = bots
        self._keep, self._keep_finished = (int(seconds * 1000) for seconds in keep)
        self._now = now
        self._closing = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start. A SQLite file has only one server, so leases left from before are void."""
        if not self._matches.store.shared:
            await self._matches.store.release_bots()
        for pause, task, at_once in (
            (_OFTEN, self.end_timed_out, True),
            (_OFTEN, self.run_bots, True),
            (_RENEW, self.renew_leases, True),
            (_SELDOM, self.remove_old, True),
            (_MEASURE, self._matches.storage.measure, False),
            (_MEASURE, self._matches.correct_time, False),
        ):
            self._tasks.append(asyncio.create_task(self._repeat(task, pause, at_once=at_once)))

    async def close(self) -> None:
        """Stop, after giving running tasks a moment to finish."""
        self._closing.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_SHUTDOWN_SECONDS)
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _repeat(self, task: Callable[[], Awaitable[None]], pause: float, *, at_once: bool) -> None:
        if not at_once:
            await self._wait(pause)
        while not self._closing.is_set():
            try:
                await task()
            except Unavailable:  # already logged by the store
                pass
            except Exception:  # a bug must not stop the periodic tasks
                _log.exception("A periodic task failed")
            await self._wait(pause)

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    async def end_timed_out(self) -> None:
        """End the matches in which the side to move has run out of time."""
        expired = await self._matches.store.out_of_time(self._now(), _MOST)
        await _each(expired, self._matches.end_if_out_of_time)

    async def run_bots(self) -> None:
        """Run the bots that no server is running."""
        waiting = await self._matches.store.bots_due(self._now(), _MOST)
        await _each(waiting, self._claim)

    async def _claim(self, match: str) -> None:
        if await self._matches.store.claim_bot(match, self._now(), self._now() + LEASE):
            await self._matches.run_bot(match)

    async def renew_leases(self) -> None:
        """Renew the leases on the bots that this server is running."""
        running = self._bots.running
        if running:
            await self._matches.store.renew_bots(running, self._now() + LEASE)

    async def remove_old(self) -> None:
        """Delete matches without recent events."""
        store, now = self._matches.store, self._now()
        while await store.remove_untouched(now - self._keep, _MOST) == _MOST:
            await asyncio.sleep(_OFTEN)
        while await store.remove_finished(now - self._keep_finished, _MOST) == _MOST:
            await asyncio.sleep(_OFTEN)


async def _each(matches: Iterable[str], do: Callable[[str], Awaitable[None]]) -> None:
    """Call a function with each match, and log errors."""
    for match in matches:
        try:
            await do(match)
        except (GridlockError, Problem) as error:
            _log.warning("%s: %s", match, error)
