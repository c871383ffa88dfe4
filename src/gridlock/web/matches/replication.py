"""Replication: picks up events that other servers write."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from gridlock.web.matches.repository import Repository
from gridlock.web.problems import Problem
from gridlock.web.store import Store, Unavailable

_POLL_SECONDS = 5.0  # seconds between polls of all watched matches
_PAUSE = 0.5  # seconds before a retry

_log = logging.getLogger(__name__)


class Replication:
    """Keeps matches with clients on this server up to date.

    Notifications trigger it at once. It polls, too, so that a lost notification only causes a delay.
    """

    def __init__(self, store: Store, repository: Repository) -> None:
        self._store = store
        self._repository = repository
        self._stale: set[str] = set()
        self._wake = asyncio.Event()
        self._poll_now = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start, if the database can be shared."""
        if self._store.shared:
            self._tasks = [asyncio.create_task(self._refresh()), asyncio.create_task(self._poll())]
            self._store.on_change(self._changed, self._missed)

    async def close(self) -> None:
        """Stop."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def _changed(self, numbers: dict[str, int]) -> None:
        """Handle a notification: a server has written events up to these numbers."""
        self._stale |= {match for match, number in numbers.items() if self._repository.lacks(match, number)}
        if self._stale:
            self._wake.set()

    def _missed(self) -> None:
        """Poll now, because notifications may have been lost."""
        self._poll_now.set()

    async def _refresh(self) -> None:
        """Read new events of all stale matches at once."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            stale, self._stale = self._stale, set()
            try:
                await self._repository.catch_up(stale)
            except Problem as problem:
                _log.warning("Could not read other servers' events; retrying: %s", problem.detail)
                self._stale |= stale
                self._wake.set()
                await asyncio.sleep(_PAUSE)

    async def _poll(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poll_now.wait(), _POLL_SECONDS)
            self._poll_now.clear()
            watched = [live.id for live in self._repository.known() if live.hub.listeners]
            with suppress(Unavailable):  # already logged by the store
                self._changed(await self._store.numbers(watched))
