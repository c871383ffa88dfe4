"""Lines that tell how far something long has come, on a terminal, and go away at the end."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from gridlock.printing import StatusLine

if TYPE_CHECKING:
    from gridlock.search import Limits, Status

_BAR = 30  # characters
_TICK = 0.1  # seconds between two looks
_PATIENCE = 2.0  # seconds that a cancelled search is given to end
_SPINNER = "|/-\\"
_READYING = "Getting ready (each game's search is compiled once) ..."

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


def watched(work: Callable[[Limits], object], limits: Limits, meanwhile: str = _READYING) -> None:
    """Do work that searches, with a line of progress on a terminal's standard error.

    As long as the work says nothing of its progress, the line is ``meanwhile``.

    Ctrl-C cancels the search; KeyboardInterrupt is raised once it has ended.
    """
    cancelled, done = threading.Event(), threading.Event()
    latest: list[Status] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            work(replace(limits, cancelled=cancelled, progress=latest.append))
        except BaseException as problem:  # handed on to the thread that waits
            problems.append(problem)
        finally:
            done.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        _wait(done, latest, meanwhile)
    except KeyboardInterrupt:
        cancelled.set()
        done.wait(_PATIENCE)
        raise
    if problems:
        raise problems[0]


def _wait(done: threading.Event, latest: list[Status], meanwhile: str) -> None:
    """Wait until the work is done, and show meanwhile what it says.

    Not by joining its thread: Python takes a thread for dead once Ctrl-C has interrupted who joins it.
    """
    with StatusLine() as line:
        for turn in itertools.cycle(_SPINNER):
            if done.wait(_TICK):
                return
            line.show(f"{turn} {_line(latest[-1]) if latest else meanwhile}")
            del latest[:-1]


def _line(latest: Status) -> str:
    nodes, seconds, table = latest
    speed = nodes / seconds if seconds else 0
    return f"{nodes_text(nodes)}, {speed / 1e6:.1f} a second, table {table:.0%}, {seconds:.0f} s"
