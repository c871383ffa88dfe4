"""Notifications of new events among servers that share a PostgreSQL database.

A notification has the latest event number of some matches. The log is authoritative: a lost notification only
causes a delay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import asyncpg
from sqlalchemy.engine import make_url

from gridlock.web.store.outages import Outage
from gridlock.web.store.writer import CHANGES, MESSAGES

_PAUSE = 1.0  # seconds before reconnecting
_CHECK = 10.0  # seconds between connection checks


class ChangeListener:
    """Listens for other servers' notifications, and reconnects when the connection breaks."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self._connect_args = dict(parsed.get_dialect()().create_connect_args(parsed)[1])
        self._outage = Outage("Listening for other servers")
        self._task: asyncio.Task[None] | None = None
        self.on_message: Callable[[str], None] = lambda _: None
        """Called with other servers' messages that are not in the log."""

    def start(self, changed: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        """Call ``changed`` with each notification, and ``missed`` when some may have been lost."""
        self._task = asyncio.create_task(self._run(changed, missed), name="changes")

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, changed: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        while True:
            try:
                await self._listen(changed, missed)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                self._outage.failed(error)
            await asyncio.sleep(_PAUSE)

    async def _listen(self, changed: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        connection = await asyncpg.connect(**self._connect_args, timeout=_CHECK)
        try:
            await connection.add_listener(CHANGES, lambda *sent: changed(_parse_numbers(str(sent[-1]))))
            await connection.add_listener(MESSAGES, lambda *sent: self.on_message(str(sent[-1])))
            self._outage.worked()
            missed()
            while not connection.is_closed():
                await asyncio.sleep(_CHECK)
                await connection.execute("SELECT 1", timeout=_CHECK)
        finally:
            connection.terminate()


def _parse_numbers(payload: str) -> dict[str, int]:
    """Parse a notification; entries that aren't understood are skipped and left to polling."""
    numbers: dict[str, int] = {}
    for word in payload.split():
        match, _, number = word.partition(":")
        if number.isdigit():
            numbers[match] = int(number)
    return numbers
