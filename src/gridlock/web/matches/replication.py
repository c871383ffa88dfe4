"""Replication other servers: what they write is told here too."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from gridlock.web.matches.repository import Repository
from gridlock.web.problems import Problem
from gridlock.web.store import Store, Unavailable

_SLOW_LOOK = 5.0  # seconds between two looks at the numbers of all matches that somebody watches here
_PAUSE = 0.5  # seconds after a look that failed

_log = logging.getLogger(__name__)


class Replication:
    """Keeps the matches up to date that somebody watches here: at once when another server rings.

    There is a slow look too, so that a ring that is lost only delays.
    """

    def __init__(self, store: Store, repository: Repository) -> None:
        self._store = store
        self._repository = repository
        self._stale: set[str] = set()
        self._wake = asyncio.Event()
        self._look_now = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin; a database that is a file has one server only."""
        if self._store.shared:
            self._tasks = [asyncio.create_task(self._refresh()), asyncio.create_task(self._look())]
            self._store.on_change(self._changed, self._missed)

    async def close(self) -> None:
        """Follow no more."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def _changed(self, numbers: dict[str, int]) -> None:
        """Some server, perhaps this one, has written events up to these numbers."""
        self._stale |= {match for match, number in numbers.items() if self._repository.lacks(match, number)}
        if self._stale:
            self._wake.set()

    def _missed(self) -> None:
        """Rings may have been lost."""
        self._look_now.set()

    async def _refresh(self) -> None:
        """Read what others have written, of all matches at once that they have rung for."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            stale, self._stale = self._stale, set()
            try:
                await self._repository.catch_up(stale)
            except Problem as problem:
                _log.warning("What other servers have written is read later: %s", problem.detail)
                self._stale |= stale
                self._wake.set()
                await asyncio.sleep(_PAUSE)

    async def _look(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look_now.wait(), _SLOW_LOOK)
            self._look_now.clear()
            watched = [live.id for live in self._repository.known() if live.hub.listeners]
            with suppress(Unavailable):  # which the store has logged
                self._changed(await self._store.numbers(watched))
