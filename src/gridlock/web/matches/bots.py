"""Makes the moves that need no person: the bots', and those after a side is stuck for good."""

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

_TRIES = 2  # before a failing bot forfeits
_PAUSE = 1.0  # seconds before a retry
_PLAY_OUT = 0.5  # seconds for all moves after a side is stuck for good

_log = logging.getLogger(__name__)


class _BotTask(NamedTuple):
    number: int
    task: asyncio.Task[None]


class Bots:
    """Runs the bots of the matches whose lease this server has."""

    def __init__(
        self,
        pool: Pool,
        add_event: Callable[[LiveMatch, PendingEvent], Awaitable[bool]],
        now: Callable[[], int],
    ) -> None:
        """``add_event`` adds an event to a match; ``now`` returns the server time."""
        self._pool = pool
        self._add_event = add_event
        self._now = now
        self._running: dict[str, _BotTask] = {}
        self._closed = False

    @property
    def running(self) -> list[str]:
        """The matches whose bots are running here."""
        return list(self._running)

    def update(self, live: LiveMatch, ours: bool) -> None:
        """Update after an event: stop a bot that thinks about an old position, and start one if it is due."""
        running = self._running.get(live.id)
        if running is not None and running.number != live.number:
            del self._running[live.id]
            running.task.cancel()
            running = None
        if ours and not self._closed and running is None and live.now.moves_itself:
            task = asyncio.create_task(self._run(live, live.now), name=f"bot of {live.id}")
            self._running[live.id] = _BotTask(live.number, task)

    async def close(self) -> None:
        """Stop all bots."""
        self._closed = True
        tasks = [running.task for running in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, live: LiveMatch, now: MatchState) -> None:
        """Get the bot's move and add it to the match; a bot that fails forfeits."""
        pending = await self._choose_event(now)
        if self._running.get(live.id, (None,))[0] == now.number:
            del self._running[live.id]  # too late to cancel
        if live.number == now.number:
            try:
                await self._add_event(live, pending)
            except Problem as problem:  # the janitor will retry
                _log.warning("Could not save the bot's move in %s: %s", live.id, problem.detail)

    async def _choose_event(self, now: MatchState) -> PendingEvent:
        if now.plays_out:
            return await _next_to_play_out(now)
        side, failure = now.turn, ""
        for _ in range(_TRIES):
            try:
                return PendingEvent.of_move(side, await self._choose_move(now))
            except (GridlockError, Problem) as error:
                failure = str(error)
                _log.warning("%s failed in %s: %s", now.bot_due, now.row.id, error)
                await asyncio.sleep(_PAUSE)
        return PendingEvent(LogKind.FORFEIT, side, f"Player {side} forfeits. {failure}")

    async def _choose_move(self, now: MatchState) -> Move:
        """Return the bot's move; wait while the workers are busy."""
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


async def _next_to_play_out(now: MatchState) -> PendingEvent:
    """Wait for a moment, so that people can follow, and return the next move that decides nothing."""
    rest = now.match.copy()
    moves = []
    while rest.stuck_side is not None:
        moves.append(rest.play_out())
    await asyncio.sleep(_PLAY_OUT / rest.played_out)
    return PendingEvent(LogKind.PLAYED_OUT, now.turn, str(moves[0]))
