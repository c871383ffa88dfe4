"""What has to be looked for in the store, since nobody in memory may know of it."""

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

_OFTEN = 1.0  # seconds between two looks for clocks that have run out and bots that nobody asks
_RENEW = LEASE / 3000  # seconds between two times of saying that bots are still being asked
_SELDOM = 600.0  # seconds between two removals
_MEASURE = 60.0  # seconds between two looks at the size of the database, and at its clock
_MOST = 100  # matches at a time
_PATIENCE = 2.0  # seconds for a look that has begun when the server ends

_log = logging.getLogger(__name__)


class _Matches(Protocol):
    store: Store
    storage: Storage

    async def end_if_out_of_time(self, id: str) -> None:
        """Let the side to move lose if its time has run out."""

    async def let_bot_move(self, id: str) -> None:
        """Ask the bot of a match that is ours to ask."""

    async def correct_time(self) -> None:
        """Follow the clock that all servers on one database share."""


class Janitor:
    """Looks, again and again, for clocks that ran out, bots that nobody asks and matches that are old."""

    def __init__(
        self, matches: _Matches, bots: Bots, keep: tuple[float, float], now: Callable[[], int]
    ) -> None:
        """``keep``: seconds after which an unfinished and a finished match are removed."""
        self._matches = matches
        self._bots = bots
        self._keep, self._keep_finished = (int(seconds * 1000) for seconds in keep)
        self._now = now
        self._closing = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin. Of a file, this is the only server: whatever bot was being asked is asked by nobody now."""
        if not self._matches.store.shared:
            await self._matches.store.release_bots()
        for pause, sweep, at_once in (
            (_OFTEN, self.end_late, True),
            (_OFTEN, self.ask_bots, True),
            (_RENEW, self.renew, True),
            (_SELDOM, self.remove, True),
            (_MEASURE, self._matches.storage.measure, False),
            (_MEASURE, self._matches.correct_time, False),
        ):
            self._tasks.append(asyncio.create_task(self._repeat(sweep, pause, at_once=at_once)))

    async def close(self) -> None:
        """Look no more. A look that has begun comes to its end, unless that takes long."""
        self._closing.set()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_PATIENCE)
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _repeat(self, sweep: Callable[[], Awaitable[None]], pause: float, *, at_once: bool) -> None:
        if not at_once:
            await self._wait(pause)
        while not self._closing.is_set():
            try:
                await sweep()
            except Unavailable:  # which the store has logged
                pass
            except Exception:  # a mistake of ours must not end all sweeps to come
                _log.exception("A sweep failed")
            await self._wait(pause)

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    async def end_late(self) -> None:
        """End the matches in which somebody's time has run out."""
        late = await self._matches.store.out_of_time(self._now(), _MOST)
        await _each(late, self._matches.end_if_out_of_time)

    async def ask_bots(self) -> None:
        """Ask the bots that no server is asking."""
        waiting = await self._matches.store.bots_due(self._now(), _MOST)
        await _each(waiting, self._claim)

    async def _claim(self, match: str) -> None:
        if await self._matches.store.claim_bot(match, self._now(), self._now() + LEASE):
            await self._matches.let_bot_move(match)

    async def renew(self) -> None:
        """Say which bots this server is still asking."""
        asking = self._bots.asking
        if asking:
            await self._matches.store.keep_bots(asking, self._now() + LEASE)

    async def remove(self) -> None:
        """Remove matches in which nothing has happened for long."""
        store, now = self._matches.store, self._now()
        while await store.remove_untouched(now - self._keep, _MOST) == _MOST:
            await asyncio.sleep(_OFTEN)
        while await store.remove_finished(now - self._keep_finished, _MOST) == _MOST:
            await asyncio.sleep(_OFTEN)


async def _each(matches: Iterable[str], do: Callable[[str], Awaitable[None]]) -> None:
    """Do it with each match, whatever happens with another."""
    for match in matches:
        try:
            await do(match)
        except (GridlockError, Problem) as error:
            _log.warning("%s: %s", match, error)
