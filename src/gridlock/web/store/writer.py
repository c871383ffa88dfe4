"""The writer: a task that writes all waiting entries together, with one commit."""

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

from gridlock.web.store.engines import DATABASE_ERRORS, Engines
from gridlock.web.store.outages import Outage
from gridlock.web.store.rows import Due, LogEvent, MatchRow, event_size, match_size
from gridlock.web.store.tables import events, matches

CHANGES = "gridlock_changes"
"""The PostgreSQL channel for notifications of new events."""

MESSAGES = "gridlock_messages"
"""The PostgreSQL channel for all other messages among servers."""

_MAX_BATCH = 500  # entries per commit
_RETRY_SECONDS = 15.0  # seconds to retry while the database is unavailable
_PAUSE = 0.2
_PER_NOTIFICATION = 200  # events in one notification


class Unavailable(Exception):
    """The database is unreachable or full. The entry may or may not have been written."""


@dataclass(frozen=True)
class LogEntry:
    """Events and matches to write in one transaction."""

    events: tuple[LogEvent, ...]
    """One event of an existing match, and all events of new matches."""
    due: Due
    """What is due after the first event, in its match."""
    matches: tuple[tuple[MatchRow, Due], ...] = ()
    """The new matches."""
    written: Callable[[], None] = lambda: None
    """Called right after the commit, before ``write`` returns."""


@dataclass(eq=False)
class _PendingWrite:
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
    """Writes entries in order."""

    def __init__(self, engines: Engines, outage: Outage) -> None:
        self._engines = engines
        self._outage = outage
        self._notifies = engines.lock is None
        insert = postgresql.insert if self._notifies else sqlite.insert
        self._add_events: Any = (
            insert(events).on_conflict_do_nothing().returning(events.c.match, events.c.number)
        )
        self._add_match: Any = insert(matches).on_conflict_do_nothing().returning(matches.c.id)
        self._waiting: list[_PendingWrite] = []
        self._wake = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.commits = 0
        """Number of commits."""
        self.seconds = 0.0
        """Total seconds spent on commits."""
        self.events = 0
        """Number of events written."""

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def close(self) -> None:
        """Flush pending writes and stop the task."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._disconnect()

    async def write(self, entry: LogEntry) -> bool:
        """Write an entry. Return True once it is committed, False if another entry came first.

        Unavailable if the database doesn't respond for long. The entry may have been written all the same;
        writing it again is safe, because event numbers are unique.
        """
        if self._closing:
            raise Unavailable("The server is closing.")
        waiting = _PendingWrite(entry, monotonic())
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

    def _next_batch(self) -> list[_PendingWrite]:
        """Take the entries for the next commit: one per match, so that conflicts within a match are seen.

        They are sorted by match, so that servers that write at the same time don't deadlock.
        """
        batch: dict[str, _PendingWrite] = {}
        later: list[_PendingWrite] = []
        for waiting in self._waiting:
            match = waiting.entry.events[0].match
            if match in batch or len(batch) == _MAX_BATCH:
                later.append(waiting)
            else:
                batch[match] = waiting
        self._waiting = later
        return [batch[match] for match in sorted(batch)]

    async def _write_batch(self, batch: Sequence[_PendingWrite]) -> None:
        while batch:
            try:
                written = await self._commit([waiting.entry for waiting in batch])
            except (IntegrityError, DataError) as error:  # one of them is invalid: write them one by one
                if len(batch) == 1 and isinstance(error, IntegrityError):
                    batch[0].resolve(False)  # its match was deleted
                    return
                if len(batch) == 1:
                    batch[0].fail(error)
                    return
                for waiting in batch:
                    await self._write_batch([waiting])
                return
            except DATABASE_ERRORS as error:
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
                for waiting, was_written in zip(batch, written, strict=True):
                    waiting.resolve(was_written)
                return

    def _still_waiting(self, batch: Sequence[_PendingWrite], error: Exception) -> list[_PendingWrite]:
        """Fail the entries that have waited too long, and return the rest."""
        late = monotonic() - _RETRY_SECONDS
        for waiting in batch:
            if waiting.since < late or self._closing:
                waiting.fail(Unavailable(str(error)))
        return [waiting for waiting in batch if not waiting.done.done()]

    async def _commit(self, entries: Sequence[LogEntry]) -> list[bool]:
        """Write entries in one transaction, and return for each whether it was written."""
        if self._connection is None:
            self._connection = await self._engines.connect()
        connection = self._connection
        began = monotonic()
        async with connection.begin():
            plain = [entry for entry in entries if not entry.matches]
            written = await self._insert(connection, [event for entry in plain for event in entry.events])
            for entry in entries:
                if entry.matches and await self._insert_matches(connection, entry):
                    written |= {event[:2] for event in entry.events}
            was_written = [entry.events[0][:2] in written for entry in entries]
            committed = [entry for entry, ok in zip(entries, was_written, strict=True) if ok]
            await self._update_matches(connection, committed)
        self.commits += 1
        self.seconds += monotonic() - began
        self.events += sum(len(entry.events) for entry in committed)
        return was_written

    async def _insert(self, connection: AsyncConnection, new: Sequence[LogEvent]) -> set[tuple[Any, ...]]:
        if not new:
            return set()
        rows = await connection.execute(self._add_events, [event._asdict() for event in new])
        return {tuple(row) for row in rows}

    async def _insert_matches(self, connection: AsyncConnection, entry: LogEntry) -> bool:
        """Write an entry with new matches, all of it or nothing."""
        new_ids = {row.id for row, _ in entry.matches}
        before = [event for event in entry.events if event.match not in new_ids]
        after = [event for event in entry.events if event.match in new_ids]
        savepoint = await connection.begin_nested()
        ok = len(await self._insert(connection, before)) == len(before)
        for row, due in entry.matches if ok else ():
            own = [event for event in after if event.match == row.id]
            values = {
                **row._asdict(),
                **due._asdict(),
                "number": own[-1].number,
                "touched": row.created,
                "bytes": match_size(row, own),
            }
            ok = ok and (await connection.execute(self._add_match, [values])).first() is not None
        ok = ok and len(await self._insert(connection, after)) == len(after)
        await (savepoint.commit() if ok else savepoint.rollback())
        return ok

    async def _update_matches(self, connection: AsyncConnection, entries: Sequence[LogEntry]) -> None:
        """Update the derived columns of the entries' matches, and notify other servers."""
        new_ids = {row.id for entry in entries for row, _ in entry.matches}
        changes = [
            {
                "of": entry.events[0].match,
                "number": entry.events[0].number,
                "touched": entry.events[0].at,
                "added": event_size(entry.events[0]),
                **entry.due._asdict(),
            }
            for entry in entries
            if entry.events[0].match not in new_ids
        ]
        if changes:
            await connection.execute(_UPDATE, changes)
        if self._notifies and changes:
            numbers = [f"{change['of']}:{change['number']}" for change in changes]
            for begin in range(0, len(numbers), _PER_NOTIFICATION):
                payload = " ".join(numbers[begin : begin + _PER_NOTIFICATION])
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
