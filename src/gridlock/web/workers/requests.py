"""Jobs for clients' requests and bots' moves, charged to an address."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from gridlock.clock import Clock, TimeControl
from gridlock.players import Player, make_player
from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime
from gridlock.web.problems import Problem

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from gridlock.web.workers.pool import Pool

Result = TypeVar("Result")

BOT_SECONDS = 8.0
"""Time limit for a bot without a clock."""

_TICK = 0.05  # seconds between checks whether time is up
_CLIENT_CLOSED = 499  # nginx's status for a client that disconnected


# Clients ---------------------------------------------------------------------------------------


def charge(connection: HTTPConnection) -> str:
    """Count a solver request, and return the hashed address its time is charged to.

    Matches store the same hash for their creators, so an address pays for its bots, too. Problem if the
    address has sent too many requests.
    """
    state = connection.app.state
    state.guard.spend(connection, "searches")
    address: str = state.matches.store.hash_address(state.guard.address(connection))
    return address


async def run_for(
    request: Request, function: Callable[..., Result], *arguments: Any, seconds: float = 10.0
) -> Result:
    """Run a function in a worker for a request, charge the client, and stop if the client disconnects."""
    address = charge(request)
    pool: Pool = request.app.state.pool
    task = asyncio.ensure_future(pool.run(function, *arguments, seconds=seconds, address=address))
    disconnect = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((task, disconnect), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Problem(_CLIENT_CLOSED, "gone", "The client disconnected.")
    finally:
        disconnect.cancel()
        task.cancel()


async def _disconnected(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Bots ------------------------------------------------------------------------------------------


class TimeLeft(NamedTuple):
    """The clock of the side to move, for another process."""

    control: TimeControl
    until: float
    """When the side to move runs out of time, by the system's monotonic clock."""

    def clock(self, side: int) -> Clock:
        """Return a clock that is running for this side."""
        clock = Clock(self.control)
        clock.set_left(side, max(0.0, self.until - time.monotonic()))
        clock.start(side)
        return clock


async def bot_move(
    pool: Pool, position: Position, spec: str, clock: TimeLeft | None = None, *, address: str
) -> Move:
    """Return a built-in player's move; its time is charged to ``address``.

    The errors are those of :meth:`Pool.run`.
    """
    needed = position.game.id if _searches(spec) else None
    return await pool.run(
        choose_move, position, spec, clock, seconds=BOT_SECONDS, game=needed, address=address, bot=True
    )


@lru_cache(maxsize=1000)
def _searches(spec: str) -> bool:
    """Whether a built-in player needs compiled code."""
    return bool(getattr(make_player(spec), "searches", False))


def choose_move(position: Position, spec: str, clock: TimeLeft | None, *, limits: Limits) -> Move:
    """Return a built-in player's move for the side to move; OutOfTime if the search was stopped."""
    player = make_player(spec, limits=limits)
    with _time_limited(player, limits):
        move = player.choose(position, clock.clock(position.turn) if clock else None)
    if getattr(player, "searches", False):  # other bots can't be stopped
        raise_if_stopped(limits)
    return move


@contextmanager
def _time_limited(player: Player, limits: Limits) -> Iterator[None]:
    """Make the player choose at once when its time is up or the job is cancelled."""
    chosen = threading.Event()
    end = time.monotonic() + limits.seconds if limits.seconds is not None else float("inf")

    def watch() -> None:
        while not chosen.wait(_TICK):
            if time.monotonic() > end or (limits.cancelled is not None and limits.cancelled.is_set()):
                player.close()

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        chosen.set()


# In a worker ------------------------------------------------------------------------------------


def raise_if_stopped(limits: Limits) -> None:
    """Raise OutOfTime if a search was cancelled or interrupted, so its partial result isn't used."""
    if limits.cancelled is not None and limits.cancelled.is_set():
        raise OutOfTime("The search was stopped.")
