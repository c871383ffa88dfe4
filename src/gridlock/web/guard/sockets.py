"""Open sockets, counted by address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gridlock.web.guard.connections import Connections, Full
from gridlock.web.problems import Problem

_RETRY_AFTER = 30  # seconds
_SENTENCES: dict[Full, str] = {
    "server": "The server has as many visitors as it can take. Please try again later.",
    "address": "There are too many connections from your address. Close some windows first.",
}


class Sockets(Connections):
    """How many sockets are open, by address and in all."""

    @contextmanager
    def opened(self, address: str) -> Iterator[None]:
        """Count a socket in here; Problem if it is one too many."""
        place = self.open(address)
        if place.full:
            raise Problem(429, "too-many", _SENTENCES[place.full], retry_after=_RETRY_AFTER)
        try:
            yield
        finally:
            place.leave()
