"""Whose request it is: the address at the other end, or the one that a trusted proxy speaks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from gridlock.errors import InvalidChoice, excerpt

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

WIDER_TIMES = 4
"""How many times one address's share all addresses of an IPv6 /48 together have."""

_PROXY_HEADERS = {
    b"cdn-loop",
    b"cf-connecting-ip",
    b"fastly-client-ip",
    b"fly-client-ip",
    b"forwarded",
    b"true-client-ip",
    b"via",
    b"x-client-ip",
    b"x-cluster-client-ip",
    b"x-envoy-external-address",
    b"x-original-forwarded-for",
    b"x-real-ip",
}
_PROXY_PREFIX = b"x-forwarded"
_HOME, _SITE = 64, 48  # leading bits of the IPv6 networks that a customer and a company are given
_ENCRYPTED = {"http": "https", "ws": "wss"}
_UNKNOWN = "unknown"


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """The networks that texts name; InvalidChoice if one names none."""
    found = []
    for text in texts:
        try:
            found.append(ip_network(text.strip(), strict=False))
        except ValueError:
            raise InvalidChoice(
                f"A proxy is an address or a network, such as 127.0.0.1 or 10.0.0.0/8, not {excerpt(text)}."
            ) from None
    return tuple(found)


def header(scope: Scope, name: bytes) -> str:
    """A header of a request, or an empty text; if it was sent several times, all of them."""
    values = [value for key, value in scope["headers"] if key == name]
    return b",".join(values).decode("latin-1")


class Addresses:
    """Knows which proxies can be trusted."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._trusted = read_networks(trusted)

    def of(self, scope: Scope) -> str:
        """Who sends a request, as a text by which they are counted."""
        client = scope.get("client")
        if not client:
            return _UNKNOWN
        peer = _read(client[0])
        if peer is None:
            return _UNKNOWN
        if self._trusted and self._trusts(peer):
            return _counted(self._forwarded(scope, peer))
        return _counted(peer)

    def scheme(self, scope: Scope) -> str:
        """How a request was sent, by whoever it comes from: a proxy may have received it encrypted."""
        scheme: str = scope.get("scheme", "http")
        peer = _read(scope["client"][0]) if self._trusted and scope.get("client") else None
        if peer is not None and self._trusts(peer):
            told = header(scope, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
            return _ENCRYPTED.get(scheme, scheme) if told in _ENCRYPTED.values() else scheme
        return scheme

    def direct(self, scope: Scope) -> bool:
        """Whether a request comes from this machine or its own network, and from no proxy there."""
        peer = _read(scope["client"][0]) if scope.get("client") else None
        own = peer is not None and (peer.is_loopback or peer.is_private)
        return own and not any(map(_is_from_proxy, scope["headers"]))

    def of_peer(self, client: tuple[str, int] | None) -> str | None:
        """The address a connection counts for; None for a trusted proxy, which connects for many people."""
        peer = _read(client[0]) if client else None
        if peer is None:
            return _UNKNOWN
        return None if self._trusts(peer) else _counted(peer)

    def _forwarded(self, scope: Scope, peer: Address) -> Address:
        """Whom proxies speak for: each adds where its request came from, so the last untrusted one counts."""
        found = peer
        for text in reversed(header(scope, b"x-forwarded-for").split(",")):
            address = _read(text.strip())
            if address is None:
                break
            found = address
            if not self._trusts(address):
                break
        return found

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)


@lru_cache(maxsize=4096)
def _read(text: str) -> Address | None:
    """The address that a text names, without a port; one of the old kind in the new kind's clothes is old."""
    try:
        address = ip_address(text.partition("%")[0].strip("[]"))
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(maxsize=4096)
def _counted(address: Address) -> str:
    """An IPv6 address counts as its /64, except under 6to4, where the IPv4 address that owns it counts."""
    if isinstance(address, IPv6Address):
        return str(address.sixtofour or ip_network((address, _HOME), strict=False))
    return str(address)


@lru_cache(maxsize=4096)
def networks(address: str) -> tuple[tuple[str, int], ...]:
    """What a counted address counts for, each with how many times one address's share it has.

    That is the address itself, and for IPv6 also its /48: providers hand out 65,536 /64 networks at once.
    """
    if ":" not in address:
        return ((address, 1),)
    return ((address, 1), (str(ip_network(address).supernet(new_prefix=_SITE)), WIDER_TIMES))


def _is_from_proxy(line: tuple[bytes, bytes]) -> bool:
    return line[0] in _PROXY_HEADERS or line[0].startswith(_PROXY_PREFIX)
