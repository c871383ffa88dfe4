"""Lines that tell how far something long has come, on a terminal, and go away at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from gridlock.printing import StatusLine

_BAR = 30  # characters

Step = TypeVar("Step")


@contextmanager
def progress_line(text: Callable[[Step], str]) -> Iterator[Callable[[Step], None] | None]:
    """What is to be called with each step of some work, to be shown as ``text`` tells it.

    None if nobody watches, so that the work need not count its steps.
    """
    with StatusLine() as line:
        yield (lambda step: line.show(text(step))) if line.seen else None


def bar(done: float, whole: float) -> str:
    """A bar that fills up: ``[###   ]``."""
    return f"[{'#' * int(done * _BAR // whole):<{_BAR}}]"


def nodes_text(nodes: int) -> str:
    """How much was searched: ``2.5 million nodes``."""
    return f"{nodes / 1e6:,.1f} million nodes"
