"""Limits for a search, and its progress."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from gridlock.errors import GridlockError

ALL_THEOREMS = 2**64 - 1


class OutOfTime(GridlockError):
    """A search was stopped, by its time limit or its caller, before it had the answer."""


class Status(NamedTuple):
    """The progress of a search."""

    nodes: int
    """The number of positions searched so far."""
    seconds: float
    """The time since the search began."""
    table: float
    """The fraction of the allowed memory that the transposition table uses, from 0 to 1."""


def processors() -> int:
    """The number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """Resources for a search, and how to watch and stop it."""

    memory: int = 1 << 30
    """Bytes for the transposition table. The search works with less if the system won't provide that much."""
    threads: int = field(default_factory=processors)
    """The maximum number of threads: by default, and at most, the number of processors."""
    seconds: float | None = None
    """The time limit of a question; None for no limit."""
    theorems: int = ALL_THEOREMS
    """The theorems to use, as bits from ``gridlock.search.dispatch.theorems_of``."""
    progress: Callable[[Status], None] | None = None
    """A function to call with the status of a long search, about twenty times a second."""
    cancelled: threading.Event | None = None
    """An event that stops the search when another thread sets it."""
