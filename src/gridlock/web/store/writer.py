"""One task that writes: everything that waits is written together and committed once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from sqlalchemy import bindparam, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock.web.store.engines import AWAY, Engines
from gridlock.web.store.outages import Outage
from gridlock.web.store.rows import Due, LogEvent, MatchRow, event_size, match_size
from gridlock.web.store.tables import events, matches

CHANGES = "gridlock_changes"
"""The channel by which servers on PostgreSQL notify each other of new events."""

MESSAGES = "gridlock_messages"
"""The channel for everything else that they tell each other."""

_MOST = 500  # entries that are committed together
_PATIENCE = 15.0  # seconds for which writing is tried again while the database is away
_PAUSE = 0.2
_AT_ONCE = 200  # events in one notification


class Unavailable(Exception):
    """The database cannot be reached, or has no room; whether the entry was written is not known."""


@dataclass(frozen=True)
class LogEntry:
    """What is to be written, all of it or nothing."""

    events: tuple[LogEvent, ...]
    """One event of a match that there is, and those of new matches."""
    due: Due
    """What is to happen to the match of the first event after it."""
    matches: tuple[tuple[MatchRow, Due], ...] = ()
    """The new matches."""
    written: Callable[[], None] = lambda: None
    """Called as soon as it is committed, before anybody else learns of it."""


@dataclass(eq=False)
class _Waiting:
    entry: LogEntry
    since: float
    done: asyncio.Future[bool] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def resolve(self, written: bool) -> None:
        if written:
            self.entry.written()
        if not self.done.done():
            self.done.set_result(written)

    def fail(self, problem: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(problem)


class Writer:
    """Writes entries in the order in which they come."""

    def __init__(self, engines: Engines, outage: Outage) -> None:
        self._engines = engines
        self._outage = outage
        self._notifies = engines.lock is None
        insert = postgresql.insert if self._notifies else sqlite.insert
        self._add_events: Any = (
            insert(events).on_conflict_do_nothing().returning(events.c.match, events.c.number)
        )
        self._add_match: Any = insert(matches).on_conflict_do_nothing().returning(matches.c.id)
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0
        """How often something was committed."""
        self.seconds = 0.0
        """How long that took in all."""
        self.events = 0
        """How many events are in the log by that."""

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def close(self) -> None:
        """Write what still waits, and end."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._disconnect()

    async def write(self, entry: LogEntry) -> bool:
        """Write an entry: True once it is committed, False if another one was first.

        Unavailable if the database does not answer for long. Then it may have been written all the same, and
        writing the same again is harmless: a number is given once.
        """
        if self._closing:
            raise Unavailable("The server is closing.")
        waiting = _Waiting(entry, monotonic())
        self._waiting.append(waiting)
        self._wake.set()
        return await waiting.done

    async def _run(self) -> None:
        while not (self._closing and not self._waiting):
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            await self._write_batch(self._next_batch())

    def _next_batch(self) -> list[_Waiting]:
        """What is committed together: one entry of each match, so that it is plain which of two was first.

        They are in the order of the matches: servers that write at the same time do not wait for each other
        in a ring.
        """
        batch: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        for waiting in self._waiting:
            match = waiting.entry.events[0].match
            if match in batch or len(batch) == _MOST:
                later.append(waiting)
            else:
                batch[match] = waiting
        self._waiting = later
        return [batch[match] for match in sorted(batch)]

    async def _write_batch(self, batch: Sequence[_Waiting]) -> None:
        while batch:
            try:
                written = await self._commit([waiting.entry for waiting in batch])
            except (IntegrityError, DataError) as error:  # one of them cannot be written: find out which
                if len(batch) == 1 and isinstance(error, IntegrityError):
                    batch[0].resolve(False)  # its match was removed
                    return
                if len(batch) == 1:
                    batch[0].fail(error)
                    return
                for waiting in batch:
                    await self._write_batch([waiting])
                return
            except AWAY as error:
                self._outage.failed(error)
                await self._disconnect()
                batch = self._still_waiting(batch, error)
                await asyncio.sleep(_PAUSE if batch else 0)
            except Exception as error:
                await self._disconnect()
                for waiting in batch:
                    waiting.fail(error)
                return
            else:
                self._outage.worked()
                for waiting, is_in in zip(batch, written, strict=True):
                    waiting.resolve(is_in)
                return

    def _still_waiting(self, batch: Sequence[_Waiting], error: Exception) -> list[_Waiting]:
        """Those that are tried again; the others have waited long enough."""
        late = monotonic() - _PATIENCE
        for waiting in batch:
            if waiting.since < late or self._closing:
                waiting.fail(Unavailable(str(error)))
        return [waiting for waiting in batch if not waiting.done.done()]

    async def _commit(self, entries: Sequence[LogEntry]) -> list[bool]:
        """Write entries and commit; for each, whether it is in."""
        if self._connection is None:
            self._connection = await self._engines.connect()
        connection = self._connection
        began = monotonic()
        async with connection.begin():
            plain = [entry for entry in entries if not entry.matches]
            written = await self._insert(connection, [event for entry in plain for event in entry.events])
            for entry in entries:
                if entry.matches and await self._found(connection, entry):
                    written |= {event[:2] for event in entry.events}
            is_in = [entry.events[0][:2] in written for entry in entries]
            now_in = [entry for entry, good in zip(entries, is_in, strict=True) if good]
            await self._follow(connection, now_in)
        self.commits += 1
        self.seconds += monotonic() - began
        self.events += sum(len(entry.events) for entry in now_in)
        return is_in

    async def _insert(self, connection: AsyncConnection, new: Sequence[LogEvent]) -> set[tuple[Any, ...]]:
        if not new:
            return set()
        rows = await connection.execute(self._add_events, [event._asdict() for event in new])
        return {tuple(row) for row in rows}

    async def _found(self, connection: AsyncConnection, entry: LogEntry) -> bool:
        """Write an entry with new matches; if a part of it cannot be, nothing of it is."""
        ours = {row.id for row, _ in entry.matches}
        before = [event for event in entry.events if event.match not in ours]
        after = [event for event in entry.events if event.match in ours]
        savepoint = await connection.begin_nested()
        good = len(await self._insert(connection, before)) == len(before)
        for row, due in entry.matches if good else ():
            own = [event for event in after if event.match == row.id]
            values = {
                **row._asdict(),
                **due._asdict(),
                "number": own[-1].number,
                "touched": row.created,
                "bytes": match_size(row, own),
            }
            good = good and (await connection.execute(self._add_match, [values])).first() is not None
        good = good and len(await self._insert(connection, after)) == len(after)
        await (savepoint.commit() if good else savepoint.rollback())
        return good

    async def _follow(self, connection: AsyncConnection, entries: Sequence[LogEntry]) -> None:
        """Note at the matches what the new events mean for them, and notify other servers."""
        ours = {row.id for entry in entries for row, _ in entry.matches}
        changes = [
            {
                "of": entry.events[0].match,
                "number": entry.events[0].number,
                "touched": entry.events[0].at,
                "added": event_size(entry.events[0]),
                **entry.due._asdict(),
            }
            for entry in entries
            if entry.events[0].match not in ours
        ]
        if changes:
            await connection.execute(_UPDATE, changes)
        if self._notifies and changes:
            numbers = [f"{change['of']}:{change['number']}" for change in changes]
            for begin in range(0, len(numbers), _AT_ONCE):
                payload = " ".join(numbers[begin : begin + _AT_ONCE])
                await connection.execute(_NOTIFY, {"channel": CHANGES, "payload": payload})

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.invalidate()
            with suppress(Exception):
                await connection.close()


_UPDATE = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values(
        bytes=matches.c.bytes + bindparam("added"),
        **{name: bindparam(name) for name in ("number", "touched", *Due._fields)},
    )
)
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
