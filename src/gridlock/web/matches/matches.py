"""The matches of a server: what can be done with them, and what happens by itself."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, NamedTuple, Protocol, TypeVar

import orjson

from gridlock.errors import GridlockError
from gridlock.web.matches.actions import Action, PendingEvent, plan
from gridlock.web.matches.bots import Bots
from gridlock.web.matches.clocks import Clocks
from gridlock.web.matches.create import MatchOrder, new_match, new_rematch
from gridlock.web.matches.janitor import Janitor
from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.match_state import OPEN
from gridlock.web.matches.presence import Presence
from gridlock.web.matches.replication import Replication
from gridlock.web.matches.repository import Repository, no_such_match, problem_if_unavailable
from gridlock.web.matches.seats import read_name, request_key
from gridlock.web.matches.server_time import ServerTime
from gridlock.web.matches.state_json import event_json
from gridlock.web.matches.storage import Storage
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings
from gridlock.web.store import LogEvent, LogKind, MatchRow, Store, event_size, match_size
from gridlock.web.tasks import hint
from gridlock.web.views.analysis import HintJson
from gridlock.web.workers import Pool

_HINT_SECONDS = 5.0
_TRIES = 5  # to sit down while other things happen

Result = TypeVar("Result")


class AskWorkers(Protocol):
    """Asks the worker processes on behalf of a client that waits."""

    async def __call__(self, function: Callable[..., Result], *arguments: Any, seconds: float) -> Result:
        """What a function returns in a worker process."""


class Done(NamedTuple):
    """What has come of an action."""

    number: int
    """The number of its event."""
    hint: HintJson | None = None


class Matches:
    """Every match that there is; a context manager, inside which they go on."""

    def __init__(self, settings: ServerSettings, pool: Pool, time: Callable[[], int] | None = None) -> None:
        """``time`` says how many milliseconds have passed since 1970, if not the server's own clock does."""
        self.store = Store(settings.database)
        self._server_time = ServerTime()
        self._now = now = time or self._server_time
        self._repository = Repository(self.store, self._changed)
        self._clocks = Clocks(now, self.end_if_out_of_time)
        self._bots = Bots(pool, self._add, now)
        self._replication = Replication(self.store, self._repository)
        self._presence = Presence(self.store, self._repository)
        self.storage = Storage(self.store, settings.storage, settings.allowance.share)
        self._janitor = Janitor(self, self._bots, (settings.keep, settings.keep_finished), now)

    async def __aenter__(self) -> Matches:
        try:
            await self.store.open()
            self._server_time.set(await self.store.clock())
            await self.storage.measure()
            self._presence.start()
            self._replication.start()
            await self._janitor.start()
        except BaseException as error:
            await self.__aexit__(type(error), error, error.__traceback__)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.store.close)
            stack.push_async_callback(self._bots.close)
            stack.push_async_callback(self._clocks.close)
            stack.push_async_callback(self._replication.close)
            stack.push_async_callback(self._presence.close)
            stack.push_async_callback(self._janitor.close)

    @property
    def in_memory(self) -> int:
        """How many matches are in memory."""
        return len(self._repository)

    # Looking --------------------------------------------------------------------------------------

    async def get(self, id: str) -> LiveMatch:
        """A match with everything that has happened in it; Problem if there is none."""
        return await self._repository.get_fresh(id)

    # Acting ---------------------------------------------------------------------------------------

    async def create(self, order: MatchOrder, holder: str, address: str) -> LiveMatch:
        """Make a match for the holder of a secret, who asks from ``address``.

        The same request again gives the same match.
        """
        row, events = new_match(order, holder, self.store.hash_address(address), self._now())
        try:
            await self._admit(row.creator, new=True)
        except Problem:
            made = await self._made_before(row)
            if made is None:
                raise
            return made
        live = await self._repository.write_new(row, events)
        if live is not None:
            self.storage.grew(row.creator, match_size(row, events))
            return live
        made = await self._made_before(row)
        if made is None:  # it was made and removed
            raise no_such_match()
        return made

    async def _made_before(self, row: MatchRow) -> LiveMatch | None:
        """The match that the request for this one has already made."""
        assert row.key is not None
        with problem_if_unavailable():
            made = await self.store.match_made_by(row.key)
        return None if made is None else await self.get(made)

    async def join(self, id: str, name: str | None, request: str, holder: str) -> LiveMatch:
        """Let somebody take the open seat; Problem if there is none. Who has a seat keeps it."""
        chosen = read_name(name)
        live = await self.get(id)
        if live.now.waiting and not live.now.sides_of(holder):
            await self._admit(live.now.row.creator, new=False)
        for _ in range(_TRIES):  # nothing is awaited between a look at the seats and the event
            if live.now.sides_of(holder):
                return live
            if not live.now.waiting:
                raise Problem(409, "taken", "Both seats are taken. You can watch.", state=live.state())
            pending = PendingEvent(LogKind.JOINED, live.now.seats.index(OPEN) + 1, chosen)
            await self._add(live, pending, request=request_key(holder, request), secret=holder)
        raise _out_of_date(live)

    async def act(self, live: LiveMatch, action: Action, holder: str, ask: AskWorkers) -> Done:
        """Let somebody act in a match; Problem says why they cannot. The same request is done only once."""
        done = self._done_before(live, action, holder)
        if done is not None:
            return done
        if action.after > live.number:
            await self._repository.refresh([live])
        sides = live.now.sides_of(holder)
        await self._end_if_late(live)
        if sides and action.after != live.number:
            raise _out_of_date(live)
        try:
            pending = plan(live.now, action, sides)
            if pending.kind is not LogKind.RESIGNED:  # by which a match may make room
                await self._admit(live.now.row.creator, new=pending.kind is LogKind.REMATCH)
            found = (
                await ask(hint, live.match.position, seconds=_HINT_SECONDS) if action.kind == "hint" else None
            )
            added = action.after == live.number and await self._add(
                live, pending, request=request_key(holder, action.request), answer=found
            )
        except GridlockError as error:
            raise Problem.of(error) from None
        if added:
            return Done(action.after + 1, found)
        done = self._done_before(live, action, holder)
        if done is None:
            raise _out_of_date(live)
        return done

    async def _admit(self, creator: str, *, new: bool) -> None:
        with problem_if_unavailable():
            await self.storage.admit(creator, new=new)

    def _done_before(self, live: LiveMatch, action: Action, holder: str) -> Done | None:
        event = live.asked_before(holder, action.request)
        if event is None:
            return None
        return Done(event.number, orjson.loads(event.answer) if event.answer else None)

    # What happens by itself -------------------------------------------------------------------------

    async def end_if_out_of_time(self, id: str) -> None:
        """Let the side to move lose if its time has run out."""
        await self._end_if_late(await self.get(id))

    async def correct_time(self) -> None:
        """Follow the clock that all servers on one database share."""
        self._server_time.correct(await self.store.clock())

    async def let_bot_move(self, id: str) -> None:
        """Ask the bot of a match that is ours to ask."""
        self._bots.look(await self.get(id), ours=True)

    async def _end_if_late(self, live: LiveMatch) -> None:
        late = live.now.out_of_time
        if late is not None and late <= self._now():
            await self._add(live, PendingEvent(LogKind.TIME_OUT, live.now.turn))

    async def _add(
        self,
        live: LiveMatch,
        pending: PendingEvent,
        *,
        request: str | None = None,
        secret: str | None = None,
        answer: HintJson | None = None,
    ) -> bool:
        """Add an event to a match: True once it is committed, False if another one was first."""
        at = max(self._now(), live.now.at)
        new = new_rematch(live.now, at) if pending.kind is LogKind.REMATCH else None
        text = new[0].id if new else pending.text
        told = orjson.dumps(answer).decode() if answer else None
        event = LogEvent(
            live.id, live.number + 1, pending.kind, pending.side, text, at, request, secret, told
        )
        added = await self._repository.write(live, event, live.now.after(event, pending.move), new)
        if added:
            size = event_size(event) + (match_size(*new) if new else 0)
            self.storage.grew(live.now.row.creator, size)
        return added

    def _changed(self, live: LiveMatch, event: LogEvent, ours: bool) -> None:
        """Something has happened and is committed: tell everybody, and see what is to happen next."""
        if live.hub.listeners:
            live.hub.broadcast({"type": "event", "event": event_json(event), "state": live.encoded_state()})
            if event.kind == LogKind.JOINED:
                live.hub.seat(live.now.sides_of)
        self._clocks.watch(live)
        self._bots.look(live, ours)


def _out_of_date(live: LiveMatch) -> Problem:
    return Problem(
        409,
        "out-of-date",
        "Something else has happened in the meantime. Look at the board and try again.",
        state=live.state(),
    )
