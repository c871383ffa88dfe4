"""The store: matches and their logs in a database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, update

from gridlock.web.store.engines import AWAY, make_engines
from gridlock.web.store.notify import ChangeListener
from gridlock.web.store.outages import Outage
from gridlock.web.store.rows import LogEvent, MatchRow
from gridlock.web.store.tables import events, matches, secrets
from gridlock.web.store.writer import MESSAGES, LogEntry, Unavailable, Writer

_ROW = [matches.c[name] for name in MatchRow._fields]
_EVENT = [events.c[name] for name in LogEvent._fields]
_AT_ONCE = 400  # matches that one statement asks for
_TRIES = 5
_PAUSE = 0.1  # seconds after the first try
_LONGEST_LEASE = 60_000  # milliseconds; one that ends later is from before the clock was set back
_HASH_BYTES = 3  # of an address: too few to tell which of some 250 IPv4 addresses it was


class Store:
    """Matches in a database: a file by default, or a PostgreSQL that several servers share."""

    def __init__(self, url: str = "") -> None:
        self._engines = make_engines(url)
        self._reading = Outage("Reading matches")
        self._writing = Outage("Writing matches")
        self._writer = Writer(self._engines, self._writing)
        self._changes = ChangeListener(url) if self._engines.lock is None else None
        self._address_key = b""

    @property
    def shared(self) -> bool:
        """Whether other servers may use it at the same time."""
        return self._engines.lock is None

    @property
    def commits(self) -> tuple[int, float]:
        """How often something was committed, and how many seconds that took in all."""
        return self._writer.commits, self._writer.seconds

    @property
    def events(self) -> int:
        """How many events were written."""
        return self._writer.events

    async def open(self) -> None:
        """Make the tables or bring them up to date, and be ready to write."""
        await self._engines.migrate()
        rows = await self._read(select(secrets.c.value).where(secrets.c.name == "addresses"))
        self._address_key = bytes.fromhex(rows[0][0])
        self._writer.start()

    async def close(self) -> None:
        """Write what still waits, and close every connection."""
        try:
            if self._changes is not None:
                await self._changes.close()
            await self._writer.close()
        finally:
            await self._engines.close()

    def on_change(self, changed: Callable[[dict[str, int]], None], missed: Callable[[], None]) -> None:
        """Call ``changed`` when other servers have written events, with the newest number of each match, and
        ``missed`` after the connection was away: anything may have happened.
        """
        if self._changes is not None:
            self._changes.start(changed, missed)

    def on_message(self, receive: Callable[[str], None]) -> None:
        """Call this with what any server publishes; set it before :meth:`on_change`."""
        if self._changes is not None:
            self._changes.on_message = receive

    async def publish(self, message: str) -> None:
        """Send a short message to all servers; it isn't stored, and may be lost."""
        await self._execute(select(func.pg_notify(MESSAGES, message)))

    def hash_address(self, address: str) -> str:
        """Return a short keyed hash of an address: the same on every server that shares this database, and
        different in every other database. It tells addresses apart without saying which they are.
        """
        return blake2b(address.encode(), digest_size=_HASH_BYTES, key=self._address_key).hexdigest()

    async def write(self, entry: LogEntry) -> bool:
        """Write an entry: True once it is committed, False if another one was first.

        Unavailable if the database does not answer for long; then the same may be written again.
        """
        return await self._writer.write(entry)

    # Reading ------------------------------------------------------------------------------------

    async def match(self, id: str) -> MatchRow | None:
        """The row of a match, or None if there is none."""
        rows = await self._read(select(*_ROW).where(matches.c.id == id))
        return MatchRow(*rows[0]) if rows else None

    async def match_made_by(self, key: str) -> str | None:
        """The match that a request has made."""
        rows = await self._read(select(matches.c.id).where(matches.c.key == key))
        return rows[0][0] if rows else None

    async def number(self, id: str) -> int | None:
        """The number of the last event of a match, or None if there is no such match."""
        rows = await self._read(select(matches.c.number).where(matches.c.id == id))
        return rows[0][0] if rows else None

    async def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The number of the last event of each of these matches, as far as they exist."""
        found: dict[str, int] = {}
        for begin in range(0, len(ids), _AT_ONCE):
            asked = select(matches.c.id, matches.c.number).where(
                matches.c.id.in_(ids[begin : begin + _AT_ONCE])
            )
            found |= {row[0]: row[1] for row in await self._read(asked)}
        return found

    async def since(self, numbers: Iterable[tuple[str, int]]) -> list[LogEvent]:
        """The events of matches after these numbers, in order."""
        found: list[LogEvent] = []
        asked = list(numbers)
        for begin in range(0, len(asked), _AT_ONCE):
            some = asked[begin : begin + _AT_ONCE]
            wanted = or_(*((events.c.match == match) & (events.c.number > number) for match, number in some))
            query = select(*_EVENT).where(wanted).order_by(events.c.match, events.c.number)
            found += [LogEvent(*row) for row in await self._read(query)]
        return found

    async def out_of_time(self, now: int, most: int) -> list[str]:
        """Matches in which the side to move has run out of time."""
        asked = select(matches.c.id).where(matches.c.out_of_time <= now).limit(most)
        return [row[0] for row in await self._read(asked)]

    async def bots_due(self, now: int, most: int) -> list[str]:
        """Matches in which a bot is to move, and no server is asking it."""
        asked = select(matches.c.id).where(_is_due(now)).order_by(matches.c.bot).limit(most)
        return [row[0] for row in await self._read(asked)]

    async def clock(self) -> float:
        """Seconds since 1970, by a clock that all servers on this database share: its own machine's."""
        if not self.shared:
            return time.time()
        return float((await self._read(select(func.extract("epoch", func.clock_timestamp()))))[0][0])

    # Leases and removal ---------------------------------------------------------------------------

    async def claim_bot(self, id: str, now: int, until: int) -> bool:
        """Whether this server may ask the bot of a match until then: it is due, and nobody else has it."""
        change = update(matches).where(matches.c.id == id, _is_due(now)).values(bot=until)
        return bool(await self._change(change.returning(matches.c.id)))

    async def keep_bots(self, ids: Sequence[str], until: int) -> None:
        """Go on asking the bots of these matches until then."""
        asked = matches.c.id.in_(ids[:_AT_ONCE])
        change = update(matches).where(asked, matches.c.bot.is_not(None)).values(bot=until)
        await self._change(change.returning(matches.c.id))

    async def release_bots(self) -> None:
        """Say that no server is asking any bot now: for a database that nobody else uses."""
        change = update(matches).where(matches.c.bot.is_not(None)).values(bot=0)
        await self._change(change.returning(matches.c.id))

    async def remove_untouched(self, before: int, most: int) -> int:
        """Remove some unfinished matches that nobody has touched since then; how many."""
        old = select(matches.c.id).where(~matches.c.over, matches.c.touched < before)
        return len(await self._remove(old.limit(most)))

    async def remove_finished(self, before: int, most: int) -> int:
        """Remove some finished matches in which nothing has happened since then; how many."""
        old = select(matches.c.id).where(matches.c.over, matches.c.touched < before)
        return len(await self._remove(old.limit(most)))

    async def remove_oldest(self, most: int, creator: str | None = None) -> dict[str, int]:
        """Remove the finished matches in which nothing has happened for longest, of one creator or of all.

        Returns the bytes that each creator has less by that; nothing if there is no finished match.
        """
        old = select(matches.c.id).where(matches.c.over)
        old = old if creator is None else old.where(matches.c.creator == creator)
        freed: dict[str, int] = {}
        for whose, size in await self._remove(old.order_by(matches.c.touched).limit(most)):
            freed[whose] = freed.get(whose, 0) + size
        return freed

    async def used(self, creator: str | None = None) -> int:
        """Bytes that the matches of a creator take, or all matches."""
        query = select(func.coalesce(func.sum(matches.c.bytes), 0))
        query = query if creator is None else query.where(matches.c.creator == creator)
        return int((await self._read(query))[0][0])

    async def _remove(self, chosen: Select[Any]) -> Sequence[Any]:
        """Remove matches with their events; the creator and the bytes of each."""
        chosen = chosen.with_for_update(skip_locked=True)
        change = delete(matches).where(matches.c.id.in_(chosen))
        return await self._change(change.returning(matches.c.creator, matches.c.bytes))

    async def _read(self, query: Select[Any]) -> Sequence[Any]:
        """The rows that a query finds. A connection that broke is no reason to give up."""
        for tries in range(_TRIES):
            try:
                async with self._engines.reading.connect() as connection:
                    rows: Sequence[Any] = (await connection.execute(query)).all()
                self._reading.worked()
                return rows
            except AWAY as error:
                self._reading.failed(error)
                if tries == _TRIES - 1:
                    raise Unavailable(str(error)) from error
                await asyncio.sleep(_PAUSE * (tries + 1))
        raise AssertionError

    async def _change(self, statement: Any) -> Sequence[Any]:
        """Change rows; what the statement returns of each. Only a change shows that writing works."""
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
        except AWAY as error:
            raise Unavailable(str(getattr(error, "orig", None) or error)) from error


def _is_due(now: int) -> ColumnElement[bool]:
    """Whether no server is asking the bot that is to move."""
    return or_(matches.c.bot <= now, matches.c.bot > now + _LONGEST_LEASE)
