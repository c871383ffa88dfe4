"""Questions of people: each is charged to an address, and ends when the client leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridlock.web.problems import Problem

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

_GONE = 499  # what web servers note when nobody is left to be answered


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
    request: Request, function: Callable[..., Any], *arguments: Any, seconds: float = 10.0
) -> Any:
    """Ask a worker for a request: its address pays for it, and the question ends when the client leaves."""
    address = charge(request)
    pool = request.app.state.pool
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
