"""The store: reads and writes matches and their event logs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, update

from gridlock.web.store.engines import DATABASE_ERRORS, make_engines
from gridlock.web.store.notify import ChangeListener
from gridlock.web.store.outages import Outage
from gridlock.web.store.rows import LogEvent, MatchRow
from gridlock.web.store.tables import events, matches, secrets
from gridlock.web.store.writer import MESSAGES, LogEntry, Unavailable, Writer

_ROW = [matches.c[name] for name in MatchRow._fields]
_EVENT = [events.c[name] for name in LogEvent._fields]
_AT_ONCE = 400  # matches per statement
_TRIES = 5
_PAUSE = 0.1  # seconds after the first try
_LONGEST_LEASE = 60_000  # milliseconds; a later expiry dates from before the clock was set back
_HASH_BYTES = 3  # too few to identify an address: some 250 IPv4 addresses share a hash


class Store:
    """Matches in a database: a SQLite file, or PostgreSQL, which several servers can share."""

    def __init__(self, url: str = "") -> None:
        self._engines = make_engines(url)
        self._reading = Outage("Reading matches")
        self._writing = Outage("Writing matches")
        self._writer = Writer(self._engines, self._writing)
        self._changes = ChangeListener(url) if self._engines.lock is None else None
        self._address_key = b""

    @property
    def shared(self) -> bool:
        """Whether several servers can use the database at once."""
        return self._engines.lock is None

    @property
    def commits(self) -> tuple[int, float]:
        """Number of commits, and the total seconds they took."""
        return self._writer.commits, self._writer.seconds

    @property
    def events(self) -> int:
        """Number of events written."""
        return self._writer.events

    async def open(self) -> None:
        """Create or migrate the tables, and start the writer."""
        await self._engines.migrate()
        rows = await self._read(select(secrets.c.value).where(secrets.c.name == "addresses"))
        self._address_key = bytes.fromhex(rows[0][0])
        self._writer.start()

    async def close(self) -> None:
        """Flush pending writes, and close every connection."""
        try:
            if self._changes is not None:
                await self._changes.close()
            await self._writer.close()
        finally:
            await self._engines.close()

    def on_change(self, changed: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        """Call ``changed`` with the latest event number of each match that a server has written to, and
        ``missed`` after the connection was down and notifications may have been lost.
        """
        if self._changes is not None:
            self._changes.start(changed, missed)

    def on_message(self, receive: Callable[[str], None]) -> None:
        """Call ``receive`` with every published message; call this before :meth:`on_change`."""
        if self._changes is not None:
            self._changes.on_message = receive

    async def publish(self, message: str) -> None:
        """Send a short message to all servers; it isn't stored, and may be lost."""
        await self._execute(select(func.pg_notify(MESSAGES, message)))

    def hash_address(self, address: str) -> str:
        """Return a short keyed hash of an address, with a key of this database.

        It tells addresses apart without revealing them.
        """
        return blake2b(address.encode(), digest_size=_HASH_BYTES, key=self._address_key).hexdigest()

    async def write(self, entry: LogEntry) -> bool:
        """Write an entry. Return True once it is committed, False if another entry came first.

        Unavailable if the database doesn't respond for long; writing the same entry again is safe.
        """
        return await self._writer.write(entry)

    # Reading ------------------------------------------------------------------------------------

    async def match(self, id: str) -> MatchRow | None:
        """Return the row of a match, or None."""
        rows = await self._read(select(*_ROW).where(matches.c.id == id))
        return MatchRow(*rows[0]) if rows else None

    async def match_of_request(self, key: str) -> str | None:
        """Return the id of the match that a request created, or None."""
        rows = await self._read(select(matches.c.id).where(matches.c.key == key))
        return rows[0][0] if rows else None

    async def number(self, id: str) -> int | None:
        """Return the number of a match's last event, or None if there is no such match."""
        rows = await self._read(select(matches.c.number).where(matches.c.id == id))
        return rows[0][0] if rows else None

    async def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these matches that exist."""
        numbers: dict[str, int] = {}
        for begin in range(0, len(ids), _AT_ONCE):
            query = select(matches.c.id, matches.c.number).where(
                matches.c.id.in_(ids[begin : begin + _AT_ONCE])
            )
            numbers |= {row[0]: row[1] for row in await self._read(query)}
        return numbers

    async def since(self, numbers: Iterable[tuple[str, int]]) -> list[LogEvent]:
        """Return the events of matches after these numbers, in order."""
        newer: list[LogEvent] = []
        pairs = list(numbers)
        for begin in range(0, len(pairs), _AT_ONCE):
            some = pairs[begin : begin + _AT_ONCE]
            wanted = or_(*((events.c.match == match) & (events.c.number > number) for match, number in some))
            query = select(*_EVENT).where(wanted).order_by(events.c.match, events.c.number)
            newer += [LogEvent(*row) for row in await self._read(query)]
        return newer

    async def out_of_time(self, now: int, most: int) -> list[str]:
        """Return matches in which the side to move has run out of time."""
        query = select(matches.c.id).where(matches.c.out_of_time <= now).limit(most)
        return [row[0] for row in await self._read(query)]

    async def bots_due(self, now: int, most: int) -> list[str]:
        """Return matches whose bot is to move but isn't running on any server."""
        query = select(matches.c.id).where(_is_due(now)).order_by(matches.c.bot).limit(most)
        return [row[0] for row in await self._read(query)]

    async def clock(self) -> float:
        """Return the seconds since 1970 by the database machine's clock, which all servers share."""
        if not self.shared:
            return time.time()
        return float((await self._read(select(func.extract("epoch", func.clock_timestamp()))))[0][0])

    # Leases and removal ---------------------------------------------------------------------------

    async def claim_bot(self, id: str, now: int, until: int) -> bool:
        """Take the lease on a match's bot; False if the bot isn't due or another server has the lease."""
        change = update(matches).where(matches.c.id == id, _is_due(now)).values(bot=until)
        return bool(await self._change(change.returning(matches.c.id)))

    async def renew_bots(self, ids: Sequence[str], until: int) -> None:
        """Extend the leases on these matches' bots."""
        ours = matches.c.id.in_(ids[:_AT_ONCE])
        change = update(matches).where(ours, matches.c.bot.is_not(None)).values(bot=until)
        await self._change(change.returning(matches.c.id))

    async def release_bots(self) -> None:
        """End all leases on bots; only for a database with a single server."""
        change = update(matches).where(matches.c.bot.is_not(None)).values(bot=0)
        await self._change(change.returning(matches.c.id))

    async def remove_untouched(self, before: int, most: int) -> int:
        """Delete some unfinished matches without an event since ``before``, and return how many."""
        old = select(matches.c.id).where(~matches.c.over, matches.c.touched < before)
        return len(await self._remove(old.limit(most)))

    async def remove_finished(self, before: int, most: int) -> int:
        """Delete some finished matches without an event since ``before``, and return how many."""
        old = select(matches.c.id).where(matches.c.over, matches.c.touched < before)
        return len(await self._remove(old.limit(most)))

    async def remove_oldest(self, most: int, creator: str | None = None) -> dict[str, int]:
        """Delete the oldest finished matches, of one creator or of all.

        Return the bytes freed for each creator; empty if there is no finished match.
        """
        old = select(matches.c.id).where(matches.c.over)
        old = old if creator is None else old.where(matches.c.creator == creator)
        freed: dict[str, int] = {}
        for whose, size in await self._remove(old.order_by(matches.c.touched).limit(most)):
            freed[whose] = freed.get(whose, 0) + size
        return freed

    async def used(self, creator: str | None = None) -> int:
        """Return the bytes used by a creator's matches, or by all matches."""
        query = select(func.coalesce(func.sum(matches.c.bytes), 0))
        query = query if creator is None else query.where(matches.c.creator == creator)
        return int((await self._read(query))[0][0])

    async def _remove(self, chosen: Select[Any]) -> Sequence[Any]:
        """Delete matches with their events, and return the creator and size of each."""
        chosen = chosen.with_for_update(skip_locked=True)
        change = delete(matches).where(matches.c.id.in_(chosen))
        return await self._change(change.returning(matches.c.creator, matches.c.bytes))

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        """Return the rows of a query, and retry if the connection fails."""
        for tries in range(_TRIES):
            try:
                async with self._engines.reading.connect() as connection:
                    rows: Sequence[Any] = (await connection.execute(query)).all()
                self._reading.worked()
                return rows
            except DATABASE_ERRORS as error:
                self._reading.failed(error)
                if tries == _TRIES - 1:
                    raise Unavailable(str(error)) from error
                await asyncio.sleep(_PAUSE * (tries + 1))
        raise AssertionError

    async def _change(self, statement: Any) -> Sequence[Any]:
        """Execute a change and return its rows. Only changed rows prove that writing works."""
        try:
            rows = await self._execute(statement)
        except Unavailable as error:
            self._writing.failed(error)
            raise
        if rows:
            self._writing.worked()
        return rows

    async def _execute(self, statement: Any) -> Sequence[Any]:
        try:
            async with self._engines.writing.begin() as connection:
                rows: Sequence[Any] = (await connection.execute(statement)).all()
                return rows
        except DATABASE_ERRORS as error:
            raise Unavailable(str(getattr(error, "orig", None) or error)) from error


def _is_due(now: int) -> ColumnElement[bool]:
    """Whether a bot is to move and no server has its lease."""
    return or_(matches.c.bot <= now, matches.c.bot > now + _LONGEST_LEASE)
