"""The matches in memory, loaded from the store on demand and kept up to date."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

from gridlock.web.lru import LruCache
from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.match_state import MatchState
from gridlock.web.problems import Problem
from gridlock.web.store import Due, LogEntry, LogEvent, MatchRow, Store, Unavailable

_RECENT = 1000  # matches to keep in memory without clients
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Repository:
    """Live matches by id. There is at most one object for each match."""

    def __init__(self, store: Store, changed: Callable[[LiveMatch, LogEvent, bool], None]) -> None:
        """``changed`` is called after each event, with whether this server wrote it."""
        self._store = store
        self._changed = changed
        self._known: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._recent: LruCache[str, LiveMatch] = LruCache(_RECENT)
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._pending: set[LogEvent] = set()  # events being written by this server

    def __len__(self) -> int:
        return len(self._known)

    def known(self) -> list[LiveMatch]:
        """Return all matches in memory."""
        return list(self._known.values())

    def find(self, id: str) -> LiveMatch | None:
        """Return a match if it is in memory."""
        return self._known.get(id)

    async def get(self, id: str) -> LiveMatch:
        """Return a match, perhaps without the latest events of other servers; Problem if it doesn't exist."""
        live = self._known.get(id)
        if live is None:
            load = self._loading.get(id)
            if load is None:
                load = self._loading[id] = asyncio.create_task(self._load(id))
                load.add_done_callback(lambda _: self._loading.pop(id, None))
            live = await asyncio.shield(load)
        self._recent.put(live.id, live)
        return live

    async def get_fresh(self, id: str) -> LiveMatch:
        """Return a match with all events, including other servers'; Problem if it doesn't exist."""
        live = self._known.get(id)
        if live is None:
            return await self.get(id)
        self._recent.put(live.id, live)
        if self._store.shared:
            with problem_if_unavailable():
                number = await self._store.number(id)
            if number is None:
                self._drop(id)
            elif number > live.number:
                await self.refresh([live])
        return live

    async def refresh(self, lives: Iterable[LiveMatch]) -> None:
        """Read and apply the new events of matches."""
        by_id = {live.id: live for live in lives}
        with problem_if_unavailable():
            events = await self._store.since([(live.id, live.number) for live in by_id.values()])
        for event in events:
            self._apply(by_id[event.match], event, None, ours=event in self._pending)

    async def write(
        self,
        live: LiveMatch,
        event: LogEvent,
        after: MatchState,
        new: tuple[MatchRow, tuple[LogEvent, ...]] | None = None,
    ) -> bool:
        """Write the next event of a match, together with the rematch it creates, if any.

        Return True once it is committed, or False if another event came first, which is then applied here.
        """
        if new is None:
            entry = LogEntry((event,), after.due, written=lambda: self._apply(live, event, after, ours=True))
        else:
            row, events = new
            fresh = LiveMatch(row, events)

            def written() -> None:
                self.put(fresh)
                self._apply(live, event, after, ours=True)

            entry = LogEntry((event, *events), after.due, ((row, fresh.now.due),), written)
        self._pending.add(event)
        try:
            with problem_if_unavailable():
                was_written = await self._store.write(entry)
        finally:
            self._pending.discard(event)
        if was_written:
            return True
        with problem_if_unavailable():
            await self.refresh([live])
            if live.number < event.number and await self._store.number(live.id) is None:
                self._drop(live.id)
        return False

    async def write_new(self, row: MatchRow, events: tuple[LogEvent, ...]) -> LiveMatch | None:
        """Write a new match; None if an earlier copy of the request has created it."""
        live = LiveMatch(row, events)
        entry = LogEntry(events, Due(), ((row, live.now.due),), lambda: self.put(live))
        with problem_if_unavailable():
            return live if await self._store.write(entry) else None

    def put(self, live: LiveMatch) -> None:
        """Add a new match."""
        self._known[live.id] = live
        self._recent.put(live.id, live)
        self._changed(live, live.events[-1], True)

    def lacks(self, id: str, number: int) -> bool:
        """Whether a match is in memory or loading, without the event of this number."""
        live = self._known.get(id)
        return id in self._loading if live is None else live.number < number

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Refresh those of these matches that are in memory or loading."""
        stale = set(ids)
        loads = [self._loading[match] for match in stale & self._loading.keys()]
        if loads:
            await asyncio.wait(loads)
        await self.refresh(live for match in stale if (live := self._known.get(match)) is not None)

    def _apply(self, live: LiveMatch, event: LogEvent, after: MatchState | None, *, ours: bool) -> None:
        if live.take(event, after):
            self._changed(live, event, ours)

    async def _load(self, id: str) -> LiveMatch:
        if not _ID.fullmatch(id):
            raise no_such_match()
        with problem_if_unavailable():
            row = await self._store.match(id)
            events = await self._store.since([(id, 0)]) if row else []
        if row is None:
            raise no_such_match()
        live = LiveMatch(row, events)
        return self._known.setdefault(id, live)

    def _drop(self, id: str) -> None:
        """Drop a deleted match, and raise Problem."""
        self._known.pop(id, None)
        self._recent.remove(id)
        raise no_such_match()


def no_such_match() -> Problem:
    """Return the Problem for an unknown match."""
    return Problem(404, "not-found", "There is no such match. Unused matches are deleted after a while.")


@contextmanager
def problem_if_unavailable() -> Iterator[None]:
    """Turn Unavailable into a Problem."""
    try:
        yield
    except Unavailable:
        raise Problem(
            503,
            "unavailable",
            "The database is unavailable. Please try again soon.",
            retry_after=2,
        ) from None
