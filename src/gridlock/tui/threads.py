"""Work in another thread, for which nobody waits when the app is left."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

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
