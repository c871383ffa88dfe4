"""Limits on open connections and WebSockets, per address and in total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from gridlock.web.guard.addresses import networks
from gridlock.web.problems import Problem

Full = Literal["server", "address"]
"""Which limit is reached: the server's or the address's."""

_RETRY_AFTER = 30  # seconds
_DETAILS: dict[Full, str] = {
    "server": "The server is full. Please try again later.",
    "address": "Too many connections from your address. Close some windows and try again.",
}


class Connections:
    """Counts open connections, with a limit per address and a total limit."""

    def __init__(self, per_address: int, total: int) -> None:
        self._per_address = per_address
        self._total = total
        self._number = 0
        self._by_network: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._number

    def open(self, address: str | None) -> Slot:
        """Count one more, if the limits allow it. Without an address, only the total is limited."""
        shares = networks(address) if address is not None else ()
        return Slot(self, tuple(network for network, _ in shares), self._full(shares))

    def _full(self, shares: tuple[tuple[str, int], ...]) -> Full | None:
        if self._number >= self._total:
            return "server"
        if any(self._by_network[network] >= self._per_address * factor for network, factor in shares):
            return "address"
        return None

    def count(self, networks: tuple[str, ...], change: Literal[1, -1]) -> None:
        """Count a connection that was opened or closed."""
        self._number += change
        for network in networks:
            self._by_network[network] += change
            if not self._by_network[network]:
                del self._by_network[network]


class Slot:
    """A counted connection, unless a limit was reached."""

    __slots__ = ("_connections", "_networks", "full", "is_limited")

    def __init__(self, connections: Connections, networks: tuple[str, ...], full: Full | None) -> None:
        self.full = full
        """The limit that was reached, if any."""
        self._networks = networks
        self.is_limited = bool(networks)
        """Whether the per-address limit applies."""
        self._connections = None if full else connections
        if self._connections is not None:
            self._connections.count(networks, 1)

    def release(self) -> None:
        """Stop counting the connection; calling it again does nothing."""
        if self._connections is not None:
            self._connections.count(self._networks, -1)
            self._connections = None


class Sockets(Connections):
    """Counts open WebSockets."""

    @contextmanager
    def occupy(self, address: str) -> Iterator[None]:
        """Count a WebSocket inside the block; Problem if a limit is reached."""
        slot = self.open(address)
        if slot.full:
            raise Problem(429, "too-many", _DETAILS[slot.full], retry_after=_RETRY_AFTER)
        try:
            yield
        finally:
            slot.release()
