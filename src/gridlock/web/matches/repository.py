"""The matches that are in memory: read from the store when somebody needs them, and kept up to date."""

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

_RECENT = 1000  # matches that are kept in memory although nobody is there
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)


class Repository:
    """Live matches by their address. Of each there is one object at most, as long as anybody has it."""

    def __init__(self, store: Store, changed: Callable[[LiveMatch, LogEvent, bool], None]) -> None:
        """``changed`` is called after each event, with whether this server has written it."""
        self._store = store
        self._changed = changed
        self._known: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self._recent: LruCache[str, LiveMatch] = LruCache(_RECENT)
        self._loading: dict[str, asyncio.Task[LiveMatch]] = {}
        self._underway: set[LogEvent] = set()  # events that this server is writing

    def __len__(self) -> int:
        return len(self._known)

    def known(self) -> list[LiveMatch]:
        """All that are in memory."""
        return list(self._known.values())

    def find(self, id: str) -> LiveMatch | None:
        """A match, if it is in memory."""
        return self._known.get(id)

    async def get(self, id: str) -> LiveMatch:
        """A match as far as it is known here; Problem if there is none."""
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
        """A match with everything that any server has written."""
        live = self._known.get(id)
        if live is None:
            return await self.get(id)
        self._recent.put(live.id, live)
        if self._store.shared:
            with problem_if_unavailable():
                number = await self._store.number(id)
            if number is None:
                self._forget(id)
            elif number > live.number:
                await self.refresh([live])
        return live

    async def refresh(self, lives: Iterable[LiveMatch]) -> None:
        """Take what has been written of matches meanwhile, by whomever."""
        some = {live.id: live for live in lives}
        with problem_if_unavailable():
            events = await self._store.since([(live.id, live.number) for live in some.values()])
        for event in events:
            self._take(some[event.match], event, None, ours=event in self._underway)

    async def write(
        self,
        live: LiveMatch,
        event: LogEvent,
        after: MatchState,
        new: tuple[MatchRow, tuple[LogEvent, ...]] | None = None,
    ) -> bool:
        """Write the next event of a match, perhaps with a new match that comes of it.

        True once it is committed; False if another was first, which is known here then.
        """
        if new is None:
            entry = LogEntry((event,), after.due, written=lambda: self._take(live, event, after, ours=True))
        else:
            row, events = new
            fresh = LiveMatch(row, events)

            def written() -> None:
                self.put(fresh)
                self._take(live, event, after, ours=True)

            entry = LogEntry((event, *events), after.due, ((row, fresh.now.due),), written)
        self._underway.add(event)
        try:
            with problem_if_unavailable():
                is_in = await self._store.write(entry)
        finally:
            self._underway.discard(event)
        if is_in:
            return True
        with problem_if_unavailable():
            await self.refresh([live])
            if live.number < event.number and await self._store.number(live.id) is None:
                self._forget(live.id)
        return False

    async def write_new(self, row: MatchRow, events: tuple[LogEvent, ...]) -> LiveMatch | None:
        """Write a new match; None if the request that asks for it has made one before."""
        live = LiveMatch(row, events)
        entry = LogEntry(events, Due(), ((row, live.now.due),), lambda: self.put(live))
        with problem_if_unavailable():
            return live if await self._store.write(entry) else None

    def put(self, live: LiveMatch) -> None:
        """Have a new match in memory."""
        self._known[live.id] = live
        self._recent.put(live.id, live)
        self._changed(live, live.events[-1], True)

    def lacks(self, id: str, number: int) -> bool:
        """Whether a match is in memory, or on its way there, without the event of this number."""
        live = self._known.get(id)
        return id in self._loading if live is None else live.number < number

    async def catch_up(self, ids: Iterable[str]) -> None:
        """Take what has been written of those of these matches that are in memory, or on their way there."""
        wanted = set(ids)
        loads = [self._loading[match] for match in wanted & self._loading.keys()]
        if loads:
            await asyncio.wait(loads)
        await self.refresh(live for match in wanted if (live := self._known.get(match)) is not None)

    def _take(self, live: LiveMatch, event: LogEvent, after: MatchState | None, *, ours: bool) -> None:
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

    def _forget(self, id: str) -> None:
        """The match was removed."""
        self._known.pop(id, None)
        self._recent.remove(id)
        raise no_such_match()


def no_such_match() -> Problem:
    """That there is no match of this address."""
    return Problem(
        404, "not-found", "There is no such match. Perhaps it was removed because nobody played it."
    )


@contextmanager
def problem_if_unavailable() -> Iterator[None]:
    """Let people know when the database is away."""
    try:
        yield
    except Unavailable:
        raise Problem(
            503,
            "unavailable",
            "The matches cannot be reached just now. Please try again soon.",
            retry_after=2,
        ) from None
