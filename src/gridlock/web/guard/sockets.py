"""Open sockets, counted by address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from gridlock.web.problems import Problem

__all__ = ["Sockets"]

_RETRY_AFTER = 30  # seconds


class Sockets:
    """How many sockets are open, by address and in all."""

    def __init__(self, each: int, all: int) -> None:
        self._each = each
        self._all = all
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    @contextmanager
    def opened(self, address: str) -> Iterator[None]:
        """Count a socket in here; Problem if it is one too many."""
        if len(self) >= self._all:
            raise _too_many("The server has as many visitors as it can take. Please try again later.")
        if self._open[address] >= self._each:
            raise _too_many("There are too many connections from your address. Close some windows first.")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def _too_many(sentence: str) -> Problem:
    return Problem(429, "too-many", sentence, retry_after=_RETRY_AFTER)
