"""The matches of a server: creating, joining and playing them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, NamedTuple, Protocol, TypeVar

import orjson

from gridlock.errors import GridlockError
from gridlock.web.matches.actions import Action, PendingEvent, plan
from gridlock.web.matches.bots import Bots
from gridlock.web.matches.clocks import Clocks, ServerTime
from gridlock.web.matches.create import MatchOrder, new_match, new_rematch
from gridlock.web.matches.janitor import Janitor
from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.match_state import OPEN
from gridlock.web.matches.presence import Presence
from gridlock.web.matches.replication import Replication
from gridlock.web.matches.repository import Repository, no_such_match, problem_if_unavailable
from gridlock.web.matches.seats import read_name, request_key
from gridlock.web.matches.state_json import event_json
from gridlock.web.matches.storage import Storage
from gridlock.web.matches.turning_points import TurningPoints
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings
from gridlock.web.store import LogEvent, LogKind, MatchRow, Store, event_size, match_size
from gridlock.web.tasks import hint
from gridlock.web.views.analysis import HintJson
from gridlock.web.workers import Pool

_HINT_SECONDS = 5.0
_TRIES = 5  # to join while other events happen

Result = TypeVar("Result")


class RunTask(Protocol):
    """Runs a function in a worker process for a client."""

    async def __call__(self, function: Callable[..., Result], *arguments: Any, seconds: float) -> Result:
        """Run a function in a worker process and return its result."""


class ActionResult(NamedTuple):
    """The result of an action."""

    number: int
    """The number of its event."""
    hint: HintJson | None = None


class Matches:
    """All matches of a server. Clocks and bots run inside its ``async with`` block."""

    def __init__(self, settings: ServerSettings, pool: Pool, time: Callable[[], int] | None = None) -> None:
        """``time`` returns the milliseconds since 1970; by default it is the server time."""
        self.store = Store(settings.database)
        self._server_time = ServerTime()
        self._now = now = time or self._server_time
        self._repository = Repository(self.store, self._on_event)
        self._clocks = Clocks(now, self.end_if_out_of_time)
        self._bots = Bots(pool, self._add, now)
        self._turning_points = TurningPoints(pool, self._add)
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
            stack.push_async_callback(self._turning_points.close)
            stack.push_async_callback(self._clocks.close)
            stack.push_async_callback(self._replication.close)
            stack.push_async_callback(self._presence.close)
            stack.push_async_callback(self._janitor.close)

    @property
    def in_memory(self) -> int:
        """Number of matches in memory."""
        return len(self._repository)

    # Reading --------------------------------------------------------------------------------------

    async def get(self, id: str) -> LiveMatch:
        """Return an up-to-date match; Problem if there is no such match."""
        return await self._repository.get_fresh(id)

    # Writing --------------------------------------------------------------------------------------

    async def create(self, order: MatchOrder, holder: str, address: str) -> LiveMatch:
        """Create a match for the holder of a secret at ``address``.

        A repeated request returns the same match.
        """
        row, events = new_match(order, holder, self.store.hash_address(address), self._now())
        try:
            await self._ensure_room(row.creator, new=True)
        except Problem:
            existing = await self._created_before(row)
            if existing is None:
                raise
            return existing
        live = await self._repository.write_new(row, events)
        if live is not None:
            self.storage.add(row.creator, match_size(row, events))
            return live
        existing = await self._created_before(row)
        if existing is None:  # created and deleted since
            raise no_such_match()
        return existing

    async def _created_before(self, row: MatchRow) -> LiveMatch | None:
        """Return the match that an earlier copy of this request created, if any."""
        assert row.key is not None
        with problem_if_unavailable():
            existing = await self.store.match_of_request(row.key)
        return None if existing is None else await self.get(existing)

    async def join(self, id: str, name: str | None, request: str, holder: str) -> LiveMatch:
        """Take the open seat for the holder, unless they have one; Problem if both seats are taken."""
        chosen = read_name(name)
        live = await self.get(id)
        if live.now.waiting and not live.now.sides_of(holder):
            await self._ensure_room(live.now.row.creator, new=False)
        for _ in range(_TRIES):  # no await between checking the seats and writing the event
            if live.now.sides_of(holder):
                return live
            if not live.now.waiting:
                raise Problem(409, "taken", "Both seats are taken. You can watch.", state=live.state())
            pending = PendingEvent(LogKind.JOINED, live.now.seats.index(OPEN) + 1, chosen)
            await self._add(live, pending, request=request_key(holder, request), secret=holder)
        raise _out_of_date(live)

    async def act(self, live: LiveMatch, action: Action, holder: str, run: RunTask) -> ActionResult:
        """Carry out an action; Problem if it isn't allowed. A repeated request is carried out only once."""
        done = self._earlier_result(live, action, holder)
        if done is not None:
            return done
        if action.after > live.number:
            await self._repository.refresh([live])
        sides = live.now.sides_of(holder)
        await self._end_if_expired(live)
        if sides and action.after != live.number:
            raise _out_of_date(live)
        try:
            pending = plan(live.now, action, sides, self._now())
            if pending.kind is not LogKind.RESIGNED:  # resigning may free storage
                await self._ensure_room(live.now.row.creator, new=pending.kind is LogKind.REMATCH)
            answer = (
                await run(hint, live.match.position, seconds=_HINT_SECONDS) if action.kind == "hint" else None
            )
            added = action.after == live.number and await self._add(
                live, pending, request=request_key(holder, action.request), answer=answer
            )
        except GridlockError as error:
            raise Problem.of(error) from None
        if added:
            return ActionResult(action.after + 1, answer)
        done = self._earlier_result(live, action, holder)
        if done is None:
            raise _out_of_date(live)
        return done

    async def _ensure_room(self, creator: str, *, new: bool) -> None:
        with problem_if_unavailable():
            await self.storage.ensure_room(creator, new=new)

    def _earlier_result(self, live: LiveMatch, action: Action, holder: str) -> ActionResult | None:
        event = live.event_of_request(holder, action.request)
        if event is None:
            return None
        return ActionResult(event.number, orjson.loads(event.answer) if event.answer else None)

    # Events without a player -----------------------------------------------------------------------

    async def end_if_out_of_time(self, id: str) -> None:
        """End a match if the side to move has run out of time."""
        await self._end_if_expired(await self.get(id))

    async def correct_time(self) -> None:
        """Adjust the server time to the database's clock."""
        self._server_time.correct(await self.store.clock())

    async def run_bot(self, id: str) -> None:
        """Run a match's bot, whose lease this server has."""
        self._bots.update(await self.get(id), ours=True)

    async def _end_if_expired(self, live: LiveMatch) -> None:
        expiry = live.now.out_of_time
        if expiry is not None and expiry <= self._now():
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
        """Add an event to a match. Return True once it is committed, False if another event came first."""
        at = max(self._now(), live.now.at)
        new = new_rematch(live.now, at) if pending.kind is LogKind.REMATCH else None
        text = new[0].id if new else pending.text
        encoded = orjson.dumps(answer).decode() if answer else None
        event = LogEvent(
            live.id, live.number + 1, pending.kind, pending.side, text, at, request, secret, encoded
        )
        added = await self._repository.write(live, event, live.now.after(event, pending.move), new)
        if added:
            size = event_size(event) + (match_size(*new) if new else 0)
            self.storage.add(live.now.row.creator, size)
        return added

    def _on_event(self, live: LiveMatch, event: LogEvent, ours: bool) -> None:
        """Handle a committed event: broadcast it, and update the clock and the bot."""
        if live.hub.listeners:
            live.hub.broadcast({"type": "event", "event": event_json(event), "state": live.encoded_state()})
            if event.kind == LogKind.JOINED:
                live.hub.update_sides(live.now.sides_of)
        self._clocks.watch(live)
        self._bots.update(live, ours)
        if ours:
            self._turning_points.update(live)


def _out_of_date(live: LiveMatch) -> Problem:
    return Problem(
        409,
        "out-of-date",
        "The match has moved on. Look at the board and try again.",
        state=live.state(),
    )
