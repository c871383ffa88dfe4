"""Work in other threads: the screen stays alive, and nothing waits for it when the app is left."""

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
Answer = TypeVar("Answer")


async def in_thread(work: Callable[P, Answer], *given: P.args, **named: P.kwargs) -> Answer:
    """Do work in a thread of its own. Unlike asyncio's, it does not keep the program from ending."""
    answer: Future[Answer] = Future()
    answer.set_running_or_notify_cancel()  # from now on it gets its result, whether anybody waits or not

    def run() -> None:
        try:
            answer.set_result(work(*given, **named))
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(answer)


async def run_search(
    app: GridlockApp, search: Callable[P, Answer], *given: P.args, **named: P.kwargs
) -> Answer | None:
    """Search in another thread; None, and a sentence in the corner, if the search fails.

    If the solver is not ready for the game that is on the screen, wait for it and say so.
    """
    await app.solver_ready()
    try:
        return await in_thread(search, *given, **named)
    except Exception as error:  # whatever it was, the match on the screen goes on
        known = isinstance(error, GridlockError | OSError)
        app.tell(f"The solver has failed. {problem_text(error) if known else repr(error)}")
        return None
