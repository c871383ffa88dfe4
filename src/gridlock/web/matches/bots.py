"""Bots that are to move: of several servers one asks, and what it hears becomes an event."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import NamedTuple

from gridlock.errors import GridlockError
from gridlock.rules import Move
from gridlock.web.matches.actions import PendingEvent
from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.match_state import MatchState
from gridlock.web.problems import Problem
from gridlock.web.store import LogKind
from gridlock.web.workers import Pool, TimeLeft, bot_move

_TRIES = 2  # for a bot that fails
_PAUSE = 1.0  # seconds before it is asked again

_log = logging.getLogger(__name__)


class _Asking(NamedTuple):
    number: int
    task: asyncio.Task[None]


class Bots:
    """Asks the bots of the matches that this server is responsible for."""

    def __init__(
        self,
        pool: Pool,
        play: Callable[[LiveMatch, PendingEvent], Awaitable[bool]],
        now: Callable[[], int],
    ) -> None:
        """``play`` adds an event to a match; ``now`` is the time that matches are timed by."""
        self._pool = pool
        self._play = play
        self._now = now
        self._asking: dict[str, _Asking] = {}
        self._closed = False

    @property
    def asking(self) -> list[str]:
        """The matches whose bots are being asked."""
        return list(self._asking)

    def look(self, live: LiveMatch, ours: bool) -> None:
        """Something has happened in a match: ask its bot if that is ours, and not about what was before."""
        asking = self._asking.get(live.id)
        if asking is not None and asking.number != live.number:
            del self._asking[live.id]
            asking.task.cancel()
            asking = None
        if ours and not self._closed and asking is None and live.now.bot_due is not None:
            task = asyncio.create_task(self._ask(live, live.now), name=f"bot of {live.id}")
            self._asking[live.id] = _Asking(live.number, task)

    async def close(self) -> None:
        """Ask nobody any more."""
        self._closed = True
        tasks = [asking.task for asking in self._asking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, live: LiveMatch, now: MatchState) -> None:
        """Ask until there is a move; a bot that fails loses."""
        pending = await self._answer(now)
        if self._asking.get(live.id, (None,))[0] == now.number:
            del self._asking[live.id]  # from here on there is nothing to be cancelled
        if live.number == now.number:
            try:
                await self._play(live, pending)
            except Problem as problem:  # the sweep finds it again
                _log.warning("What the bot of %s has played is not written: %s", live.id, problem.detail)

    async def _answer(self, now: MatchState) -> PendingEvent:
        side, failure = now.turn, ""
        for _ in range(_TRIES):
            try:
                return PendingEvent.of_move(side, await self._asked(now))
            except (GridlockError, Problem) as error:
                failure = str(error)
                _log.warning("%s failed in %s: %s", now.bot_due, now.row.id, error)
                await asyncio.sleep(_PAUSE)
        return PendingEvent(LogKind.FORFEIT, side, f"Player {side} forfeits. {failure}")

    async def _asked(self, now: MatchState) -> Move:
        """The bot's move; if the workers have too much to do, later."""
        spec = now.bot_due
        assert spec is not None
        while True:
            try:
                return await bot_move(
                    self._pool, now.match.position, spec, self._time_left(now), address=now.row.creator
                )
            except Problem as problem:
                if problem.retry_after is None:
                    raise
            await asyncio.sleep(_PAUSE)

    def _time_left(self, now: MatchState) -> TimeLeft | None:
        clock, until = now.match.clock, now.out_of_time
        if clock is None or until is None:
            return None
        return TimeLeft(clock.control, monotonic() + (until - self._now()) / 1000)
