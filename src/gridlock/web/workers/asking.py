"""Questions of people: each waits only as long as whoever has asked does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridlock.web.problems import Problem

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["ask_for"]

_GONE = 499  # what web servers note when nobody is left to be answered


async def ask_for(
    request: Request, function: Callable[..., Any], *arguments: Any, seconds: float = 10.0
) -> Any:
    """Ask a worker for a request: its address pays for it, and the question ends when the client leaves."""
    state = request.app.state
    state.guard.spend(request, "searches")
    address = state.guard.address(request)
    asking = asyncio.ensure_future(state.pool.ask(function, *arguments, seconds=seconds, address=address))
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
