"""Background threads: the screen stays responsive, and exit doesn't wait for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from gridlock.errors import GridlockError, problem_text

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

P = ParamSpec("P")
Result = TypeVar("Result")


async def run_in_thread(work: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Run a function in a daemon thread, which unlike asyncio's threads doesn't delay exit."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # it can't be cancelled any more, so setting the result is safe

    def run() -> None:
        try:
            future.set_result(work(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(future)


async def run_search(
    app: GridlockApp, search: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
) -> Result | None:
    """Run a search in another thread, once the solver is ready; warn and return None if it fails."""
    await app.solver_ready()
    try:
        return await run_in_thread(search, *args, **kwargs)
    except Exception as error:  # the match on the screen must survive any failure
        known = isinstance(error, GridlockError | OSError)
        app.warn(f"The solver failed. {problem_text(error) if known else repr(error)}")
        return None
