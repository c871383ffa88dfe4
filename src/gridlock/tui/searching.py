"""Asking the solver without keeping the screen waiting, and without falling with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from gridlock.errors import GridlockError, problem_text
from gridlock.tui.threads import in_thread

if TYPE_CHECKING:
    from gridlock.tui.app import GridlockApp

P = ParamSpec("P")
Answer = TypeVar("Answer")


async def searched(
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
