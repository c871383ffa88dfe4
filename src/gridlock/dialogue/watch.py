"""Watching a search: a line on the terminal that lives as long as the search does."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable
from dataclasses import replace

from gridlock.search import Limits, Progress

__all__ = ["watched"]

_TICK = 0.1  # seconds between two looks
_PATIENCE = 2.0  # seconds that a cancelled search is given to end
_SPINNER = "|/-\\"


def watched(work: Callable[[Limits], None], limits: Limits) -> None:
    """Do work that searches, with a line of progress on a terminal's standard error.

    Ctrl-C cancels the search; KeyboardInterrupt is raised once it has ended.
    """
    cancelled = threading.Event()
    latest: list[Progress] = []
    problems: list[BaseException] = []

    def run() -> None:
        try:
            work(replace(limits, cancelled=cancelled, progress=latest.append))
        except BaseException as problem:  # handed on to the thread that waits
            problems.append(problem)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        _wait(worker, latest)
    except KeyboardInterrupt:
        cancelled.set()
        worker.join(_PATIENCE)
        raise
    if problems:
        raise problems[0]


def _wait(worker: threading.Thread, latest: list[Progress]) -> None:
    """Wait for the worker, and show meanwhile what it says."""
    width = 0
    try:
        for turn in itertools.cycle(_SPINNER):
            worker.join(_TICK)
            if not worker.is_alive():
                return
            if sys.stderr.isatty():
                line = f"{turn} {_line(latest)}"
                sys.stderr.write("\r" + line.ljust(width))
                sys.stderr.flush()
                width = len(line)
            del latest[:-1]
    finally:
        if width:
            sys.stderr.write("\r" + " " * width + "\r")
            sys.stderr.flush()


def _line(latest: list[Progress]) -> str:
    if not latest:
        return "Getting ready (the search of each game is compiled once) ..."
    nodes, seconds, table = latest[-1]
    speed = nodes / seconds if seconds else 0
    return f"{nodes / 1e6:,.1f} million nodes, {speed / 1e6:.1f} a second, table {table:.0%}, {seconds:.0f} s"
