"""Progress on a terminal's status line during long work."""

from __future__ import annotations

import itertools
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from gridlock.printing import StatusLine

if TYPE_CHECKING:
    from gridlock.search import Limits, Status

_BAR = 30  # characters
_TICK = 0.1  # seconds between updates
_CANCEL_TIMEOUT = 2.0  # seconds
_SPINNER = "|/-\\"
_PREPARING = "Getting ready (each game's search is compiled once) ..."

Step = TypeVar("Step")


@contextmanager
def progress_line(text: Callable[[Step], str]) -> Iterator[Callable[[Step], None] | None]:
    """Yield a callback that shows each step of some work on the status line.

    Yield None if there is no terminal, so that the work needn't count its steps.
    """
    with StatusLine() as line:
        yield (lambda step: line.show(text(step))) if line.visible else None


def bar(done: float, whole: float) -> str:
    """Return a progress bar: ``[###   ]``."""
    return f"[{'#' * int(done * _BAR // whole):<{_BAR}}]"


def nodes_text(nodes: int) -> str:
    """Return a node count: ``2.5 million nodes``."""
    return f"{nodes / 1e6:,.1f} million nodes"


def run_with_progress(work: Callable[[Limits], object], limits: Limits, message: str = _PREPARING) -> None:
    """Run a search in a thread, with its progress on the status line.

    The line shows ``message`` until the search reports progress.

    Ctrl-C cancels the search and raises KeyboardInterrupt once the search has ended.
    """
    cancelled, done = threading.Event(), threading.Event()
    latest: list[Status] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            work(replace(limits, cancelled=cancelled, progress=latest.append))
        except BaseException as problem:  # raised again in the waiting thread
            problems.append(problem)
        finally:
            done.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        with _late_warnings():
            _wait(done, latest, message)
    except KeyboardInterrupt:
        cancelled.set()
        done.wait(_CANCEL_TIMEOUT)
        raise
    if problems:
        raise problems[0]


@contextmanager
def _late_warnings() -> Iterator[None]:
    """Show warnings once the status line is cleared, because they would end up in the middle of it."""
    show, pending = warnings.showwarning, []

    def keep(*warning: Any, **more: Any) -> None:
        pending.append((warning, more))

    warnings.showwarning = keep
    try:
        yield
    finally:
        warnings.showwarning = show
        for warning, more in pending:
            show(*warning, **more)


def _wait(done: threading.Event, latest: list[Status], message: str) -> None:
    """Show progress until the work is done.

    Wait for an event instead of joining the thread: after Ctrl-C interrupts a join, Python considers the
    thread dead.
    """
    with StatusLine() as line:
        for spinner in itertools.cycle(_SPINNER):
            if done.wait(_TICK):
                return
            line.show(f"{spinner} {_status_text(latest[-1]) if latest else message}")
            del latest[:-1]


def _status_text(status: Status) -> str:
    nodes, seconds, table = status
    speed = nodes / seconds if seconds else 0
    return f"{nodes_text(nodes)}, {speed / 1e6:.1f} a second, table {table:.0%}, {seconds:.0f} s"
