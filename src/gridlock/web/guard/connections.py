"""Open connections and sockets, counted by address and in total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from gridlock.web.guard.addresses import networks
from gridlock.web.problems import Problem

Full = Literal["server", "address"]
"""Who has too many: everyone together, or one address."""

_RETRY_AFTER = 30  # seconds
_SENTENCES: dict[Full, str] = {
    "server": "The server has as many visitors as it can take. Please try again later.",
    "address": "There are too many connections from your address. Close some windows first.",
}


class Connections:
    """How many are open, with a limit for each address and one for all of them."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._total = total
        self._number = 0
        self._by_network: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._number

    def open(self, address: str | None) -> Place:
        """Count one more, if there is room for it. Without an address, only the total is limited."""
        shares = networks(address) if address is not None else ()
        return Place(self, tuple(network for network, _ in shares), self._full(shares))

    def _full(self, shares: tuple[tuple[str, int], ...]) -> Full | None:
        if self._number >= self._total:
            return "server"
        if any(self._by_network[network] >= self._each * times for network, times in shares):
            return "address"
        return None

    def count(self, networks: tuple[str, ...], change: Literal[1, -1]) -> None:
        """Note that one was opened or closed."""
        self._number += change
        for network in networks:
            self._by_network[network] += change
            if not self._by_network[network]:
                del self._by_network[network]


class Place:
    """One of the connections that are counted, unless there was no room for it."""

    __slots__ = ("_connections", "_networks", "full", "is_limited")

    def __init__(self, connections: Connections, networks: tuple[str, ...], full: Full | None) -> None:
        self.full = full
        """Why there was no room."""
        self._networks = networks
        self.is_limited = bool(networks)
        """Whether an address has only a limited number of them."""
        self._connections = None if full else connections
        if self._connections is not None:
            self._connections.count(networks, 1)

    def leave(self) -> None:
        """Make room for another; only the first time counts."""
        if self._connections is not None:
            self._connections.count(self._networks, -1)
            self._connections = None


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
