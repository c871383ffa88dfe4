"""Questions to the workers, charged to an address: those of clients, and the moves of bots."""

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
"""A bot without a clock has chosen after this many seconds of a worker's time."""

_TICK = 0.05  # seconds between two looks whether the choice has to be made at once
_GONE = 499  # what web servers log when the client has left before the answer


# Clients ---------------------------------------------------------------------------------------


def charge(connection: HTTPConnection) -> str:
    """Count a question of a client, and return the address that its time is charged to.

    It's the hash that matches have of their creators, so that an address pays for its bots and its questions
    alike. Problem if it has asked too many.
    """
    state = connection.app.state
    state.guard.spend(connection, "searches")
    address: str = state.matches.store.hash_address(state.guard.address(connection))
    return address


async def ask_for(
    request: Request, function: Callable[..., Result], *arguments: Any, seconds: float = 10.0
) -> Result:
    """Ask a worker for a request: its address pays for it, and the question ends when the client leaves."""
    address = charge(request)
    pool: Pool = request.app.state.pool
    asking = asyncio.ensure_future(pool.ask(function, *arguments, seconds=seconds, address=address))
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
        if asking.done():
            return asking.result()
        raise Problem(_GONE, "gone", "Nobody waits for this answer any more.")
    finally:
        leaving.cancel()
        asking.cancel()


async def _gone(request: Request) -> None:
    """Wait until the client has left."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Bots ------------------------------------------------------------------------------------------


class TimeLeft(NamedTuple):
    """The clock of the side to move, as another process can read it."""

    control: TimeControl
    until: float
    """When the time of the side to move has run out, by the monotonic clock that all processes share."""

    def clock(self, side: int) -> Clock:
        """The clock, running for this side."""
        clock = Clock(self.control)
        clock.set_left(side, max(0.0, self.until - time.monotonic()))
        clock.start(side)
        return clock


async def bot_move(
    pool: Pool, position: Position, spec: str, clock: TimeLeft | None = None, *, address: str
) -> Move:
    """The move that a built-in player chooses; its time is charged to ``address``.

    The errors are those of :meth:`Pool.ask`.
    """
    needed = position.game.id if _searches(spec) else None
    return await pool.ask(
        choose_move, position, spec, clock, seconds=BOT_SECONDS, game=needed, address=address, bot=True
    )


@lru_cache(maxsize=1000)
def _searches(spec: str) -> bool:
    """Whether a built-in player needs compiled code."""
    return bool(getattr(make_player(spec), "searches", False))


def choose_move(position: Position, spec: str, clock: TimeLeft | None, *, limits: Limits) -> Move:
    """The move that a built-in player chooses for the side to move; OutOfTime if it was stopped."""
    player = make_player(spec, limits=limits)
    with _hurried(player, limits):
        move = player.choose(position, clock.clock(position.turn) if clock else None)
    if getattr(player, "searches", False):  # others have chosen as they always do
        raise_if_stopped(limits)
    return move


@contextmanager
def _hurried(player: Player, limits: Limits) -> Iterator[None]:
    """In here, let the player choose at once when its time is up or nobody waits any more."""
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
    """Raise OutOfTime if a search was stopped: what it knows so far is no answer.

    Either nobody waits for it any more, or it was interrupted for another one and goes on later.
    """
    if limits.cancelled is not None and limits.cancelled.is_set():
        raise OutOfTime("The search was stopped.")
