"""How servers on one PostgreSQL notify each other of new events in the log.

A notification says which matches have which number now. The log is the truth: a notification that is lost
only causes a delay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import asyncpg
from sqlalchemy.engine import make_url

from gridlock.web.store.outages import Outage
from gridlock.web.store.writer import CHANGES, MESSAGES

_PAUSE = 1.0  # seconds before the next try to connect
_CHECK = 10.0  # seconds between two looks whether the connection still stands


class ChangeListener:
    """Listens for other servers' notifications, on a connection that is made again whenever it breaks."""

    def __init__(self, url: str) -> None:
        place = make_url(url)
        self._place = dict(place.get_dialect()().create_connect_args(place)[1])
        self._outage = Outage("Listening for other servers")
        self._task: asyncio.Task[None] | None = None
        self.on_message: Callable[[str], None] = lambda _: None
        """Called with messages of other servers that are not in the log."""

    def start(self, changed: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        """Call ``changed`` with the numbers of each notification, and ``missed`` when some may be lost."""
        self._task = asyncio.create_task(self._run(changed, missed), name="changes")

    async def close(self) -> None:
        """Listen no more."""
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
        connection = await asyncpg.connect(**self._place, timeout=_CHECK)
        try:
            await connection.add_listener(CHANGES, lambda *sent: changed(_numbers(str(sent[-1]))))
            await connection.add_listener(MESSAGES, lambda *sent: self.on_message(str(sent[-1])))
            self._outage.worked()
            missed()
            while not connection.is_closed():
                await asyncio.sleep(_CHECK)
                await connection.execute("SELECT 1", timeout=_CHECK)
        finally:
            connection.terminate()


def _numbers(payload: str) -> dict[str, int]:
    """Read a notification; what isn't understood, perhaps from a newer version, is left to the slow look."""
    found: dict[str, int] = {}
    for word in payload.split():
        match, _, number = word.partition(":")
        if number.isdigit():
            found[match] = int(number)
    return found
