"""What a search may use, and what it says meanwhile."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from gridlock.errors import GridlockError

ALL_THEOREMS = 2**64 - 1


class OutOfTime(GridlockError):
    """A search that was stopped, by its time limit or by its owner, before it had the answer."""


class Status(NamedTuple):
    """How far a search has come."""

    nodes: int
    seconds: float
    table: float
    """The part of the allowed memory that the table has taken, from 0 to 1."""


def processors() -> int:
    """How many processors this process may use at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Limits:
    """What a search may use, and whom it tells."""

    memory: int = 1 << 30
    """Bytes for the table. If the system refuses so much, the search makes do with less."""
    threads: int = processors()
    """At most so many threads; never more than there are processors."""
    seconds: float | None = None
    """How long a question may take; None for as long as it needs."""
    theorems: int = ALL_THEOREMS
    """Which theorems may be used: bits, as :func:`gridlock.search.dispatch.theorems_of` names them."""
    progress: Callable[[Status], None] | None = None
    """Called about twenty times a second during a long search."""
    cancelled: threading.Event | None = None
    """Set it to stop a search."""
