"""Works out which move lost each match: in the background, while its last moves are played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from gridlock.records import Ending
from gridlock.review.explanations import better_move
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, OutOfTime, analyze, solve
from gridlock.web.matches.actions import PendingEvent
from gridlock.web.matches.live import LiveMatch
from gridlock.web.matches.match_state import MatchState, TurningPoint
from gridlock.web.problems import Problem
from gridlock.web.store import LogKind
from gridlock.web.workers import Pool
from gridlock.web.workers.messages import WorkerError

_SECONDS = {False: 1.0, True: 8.0}  # for a position, during a match and after its end
_TRIES = 5  # when the workers are busy
_PAUSE = 1.0  # seconds before a retry

_log = logging.getLogger(__name__)


class TurningPoints:
    """Judges the positions of matches, the latest first, and adds the turning point once a match is over.

    Nobody waits for this, so it only runs while the workers have nothing else to do. If it doesn't finish,
    the match has no turning point.
    """

    def __init__(self, pool: Pool, add_event: Callable[[LiveMatch, PendingEvent], Awaitable[bool]]) -> None:
        self._pool = pool
        self._add_event = add_event
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def update(self, live: LiveMatch) -> None:
        """Judge what is new after an event that this server wrote."""
        running = self._tasks.get(live.id)
        has_point = live.now.turning_point is not None
        if self._closed or running is not None or has_point or len(live.match.moves) <= live.now.opening:
            return
        task = asyncio.create_task(self._run(live), name=f"turning point of {live.id}")
        self._tasks[live.id] = task

    async def close(self) -> None:
        """Stop."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, live: LiveMatch) -> None:
        """Judge positions until nothing is left to judge; add the turning point of a finished match."""
        try:
            number = -1
            while number != live.number:  # there were new events
                number = live.number
                try:
                    point = await self._find(live)
                except OutOfTime:
                    continue
                if point is not None and live.now.turning_point is None:
                    text = f"{point.number} {point.better}".strip()
                    await self._add_event(live, PendingEvent(LogKind.TURNING_POINT, None, text))
        except (Problem, WorkerError) as problem:
            _log.info("No turning point for %s: %s", live.id, problem)
        finally:
            del self._tasks[live.id]

    async def _find(self, live: LiveMatch) -> TurningPoint | None:
        """Return the turning point of a finished match; None if the match goes on, or moves on meanwhile."""
        now = live.now
        if now.match.outcome is not None:
            return await self._last_chance(live, now, other(now.match.outcome.winner))
        for number in range(len(now.match.moves), now.opening, -1):
            await self._chance(live, number)
            if live.number != now.number:
                return None
        return None

    async def _last_chance(self, live: LiveMatch, now: MatchState, loser: int) -> TurningPoint:
        match = now.match
        if match.ending is not Ending.STUCK:
            end = await self._chance(live, len(match.moves) + 1)
            if (end is not None) == (match.position.turn == loser):
                return TurningPoint(len(match.moves) + 1, str(end or ""))
        for number in range(len(match.moves) - match.played_out, now.opening, -1):
            turn = match.positions[number - 1].turn
            if turn == loser and (better := await self._chance(live, number)) is not None:
                return TurningPoint(number, str(better))
        return TurningPoint(0, "")

    async def _chance(self, live: LiveMatch, number: int) -> Move | None:
        """Return a winning move instead of a move, given by its number, if there is one."""
        positions, moves = live.match.positions, live.match.moves
        key = positions[number - 1], moves[number - 1] if number <= len(moves) else None
        if key not in live.chances:
            live.chances[key] = await self._ask(live, *key)
        return live.chances[key]

    async def _ask(self, live: LiveMatch, before: Position, played: Move | None) -> Move | None:
        for tries_left in reversed(range(_TRIES)):
            try:
                return await self._pool.run(
                    winning_move,
                    before,
                    played,
                    seconds=_SECONDS[live.over],
                    address=live.now.row.creator,
                    idle=True,
                )
            except Problem as problem:
                if problem.retry_after is None or not tries_left:
                    raise
            await asyncio.sleep(_PAUSE)
        raise AssertionError("unreachable")


def winning_move(before: Position, played: Move | None, *, limits: Limits) -> Move | None:
    """Return a winning move instead of the one played, the same as in the review; None if there is none."""
    if solve(before, winner_only=True, limits=limits).winner != before.turn:
        return None
    return better_move(before, played, analyze(before, limits=limits))
