"""Client addresses: the peer's, or the one a trusted proxy forwards for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from gridlock.errors import InvalidChoice, excerpt

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

SITE_FACTOR = 4
"""An IPv6 /48 network as a whole gets this many times the limit of one address."""

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
_HOME_PREFIX, _SITE_PREFIX = 64, 48  # IPv6 prefix lengths of a household and of an organisation
_ENCRYPTED = {"http": "https", "ws": "wss"}
_UNKNOWN = "unknown"


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Parse addresses and networks; InvalidChoice if one is malformed."""
    parsed = []
    for text in texts:
        try:
            parsed.append(ip_network(text.strip(), strict=False))
        except ValueError:
            raise InvalidChoice(
                "--trust-proxy takes an address or a network, "
                f"such as 127.0.0.1 or 10.0.0.0/8, not {excerpt(text)}."
            ) from None
    return tuple(parsed)


def header(scope: Scope, name: bytes) -> str:
    """Return a header, joined by commas if it was sent several times; empty if missing."""
    values = [value for key, value in scope["headers"] if key == name]
    return b",".join(values).decode("latin-1")


class Addresses:
    """Finds client addresses, given the trusted proxies."""

    def __init__(self, trusted: Sequence[str]) -> None:
        self._trusted = read_networks(trusted)

    def of(self, scope: Scope) -> str:
        """Return the client that a request counts for."""
        client = scope.get("client")
        if not client:
            return _UNKNOWN
        peer = _parse(client[0])
        if peer is None:
            return _UNKNOWN
        if self._trusted and self._trusts(peer):
            return _key_of(self._forwarded(scope, peer))
        return _key_of(peer)

    def scheme(self, scope: Scope) -> str:
        """Return the scheme the client used; a trusted proxy may have received the request over TLS."""
        scheme: str = scope.get("scheme", "http")
        peer = _parse(scope["client"][0]) if self._trusted and scope.get("client") else None
        if peer is not None and self._trusts(peer):
            forwarded = header(scope, b"x-forwarded-proto").rpartition(",")[2].strip().lower()
            return _ENCRYPTED.get(scheme, scheme) if forwarded in _ENCRYPTED.values() else scheme
        return scheme

    def is_direct(self, scope: Scope) -> bool:
        """Whether a request comes from this machine or a private network, and not through a proxy."""
        peer = _parse(scope["client"][0]) if scope.get("client") else None
        own = peer is not None and (peer.is_loopback or peer.is_private)
        return own and not any(map(_is_from_proxy, scope["headers"]))

    def of_peer(self, client: tuple[str, int] | None) -> str | None:
        """Return the client that a connection counts for; None for a trusted proxy, which serves many."""
        peer = _parse(client[0]) if client else None
        if peer is None:
            return _UNKNOWN
        return None if self._trusts(peer) else _key_of(peer)

    def _forwarded(self, scope: Scope, peer: Address) -> Address:
        """Return the client behind trusted proxies: the last untrusted address in X-Forwarded-For."""
        client = peer
        for text in reversed(header(scope, b"x-forwarded-for").split(",")):
            address = _parse(text.strip())
            if address is None:
                break
            client = address
            if not self._trusts(address):
                break
        return client

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self._trusted)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Address | None:
    """Parse an address without a port; an IPv4-mapped IPv6 address becomes IPv4."""
    try:
        address = ip_address(text.partition("%")[0].strip("[]"))
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


@lru_cache(maxsize=4096)
def _key_of(address: Address) -> str:
    """Return the key an address is counted by: IPv6 by its /64, or by its IPv4 address under 6to4."""
    if isinstance(address, IPv6Address):
        return str(address.sixtofour or ip_network((address, _HOME_PREFIX), strict=False))
    return str(address)


@lru_cache(maxsize=4096)
def networks(address: str) -> tuple[tuple[str, int], ...]:
    """Return the networks that a client counts for, each with a multiple of the per-address limit.

    For IPv6 that includes the /48, because providers hand out 65,536 /64 networks at once.
    """
    if ":" not in address:
        return ((address, 1),)
    return ((address, 1), (str(ip_network(address).supernet(new_prefix=_SITE_PREFIX)), SITE_FACTOR))


def _is_from_proxy(line: tuple[bytes, bytes]) -> bool:
    return line[0] in _PROXY_HEADERS or line[0].startswith(_PROXY_PREFIX)
