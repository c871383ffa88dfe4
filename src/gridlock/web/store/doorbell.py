"""How servers on one PostgreSQL tell each other that there is something new in the log.

A ring says which matches have which number now. The log is the truth: a ring that is lost only delays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import asyncpg
from sqlalchemy.engine import make_url

from gridlock.web.store.outages import Outage
from gridlock.web.store.writer import CHANNEL, WORDS

_PAUSE = 1.0  # seconds before the next try to connect
_CHECK = 10.0  # seconds between two looks whether the connection still stands


class Doorbell:
    """Listens for the rings of other servers, on a connection that is made again whenever it breaks."""

    def __init__(self, url: str) -> None:
        place = make_url(url)
        self._place = dict(place.get_dialect()().create_connect_args(place)[1])
        self._outage = Outage("Listening for other servers")
        self._task: asyncio.Task[None] | None = None
        self.heard_word: Callable[[str], None] = lambda _: None
        """Called with what other servers say that is not in the log."""

    def start(self, heard: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        """Call ``heard`` with the numbers that are told, and ``missed`` after each time of deafness."""
        self._task = asyncio.create_task(self._run(heard, missed), name="doorbell")

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, heard: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        while True:
            try:
                await self._listen(heard, missed)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                self._outage.failed(error)
            await asyncio.sleep(_PAUSE)

    async def _listen(self, heard: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        connection = await asyncpg.connect(**self._place, timeout=_CHECK)
        try:
            await connection.add_listener(CHANNEL, lambda *ring: heard(_numbers(str(ring[-1]))))
            await connection.add_listener(WORDS, lambda *word: self.heard_word(str(word[-1])))
            self._outage.worked()
            missed()
            while not connection.is_closed():
                await asyncio.sleep(_CHECK)
                await connection.execute("SELECT 1", timeout=_CHECK)
        finally:
            connection.terminate()


def _numbers(payload: str) -> dict[str, int]:
    """What a ring says; what is not understood, from a newer version perhaps, is left to the slow look."""
    found: dict[str, int] = {}
    for word in payload.split():
        match, _, number = word.partition(":")
        if number.isdigit():
            found[match] = int(number)
    return found
