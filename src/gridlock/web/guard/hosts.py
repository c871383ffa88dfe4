"""Host and Origin checks: requests must be for this site, and not from another site's page.

The Host check prevents DNS rebinding: another site resolves its own name to this machine's address, so that
browsers let its page read our responses. The Host header still has the other site's name.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.types import Scope

from gridlock.errors import InvalidChoice, excerpt
from gridlock.web.guard.addresses import header
from gridlock.web.problems import Problem

_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_LOCAL = "localhost"
_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-._")


def read_hosts(texts: Iterable[str]) -> tuple[str, ...]:
    """Normalise host names and addresses; InvalidChoice if one is malformed."""
    return tuple(map(_read_host, texts))


class Hosts:
    """The hosts this server answers for."""

    def __init__(self, public: Iterable[str], base_url: str = "") -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        self._names = {*read_hosts(public), machine, short, f"{short}.local"}
        if base_url:
            self._names.add(_read_host(urlsplit(base_url).hostname or ""))

    def check(self, scope: Scope) -> None:
        """Check the Host header; Problem if it names another host, or is missing from an HTTP/1.1 request."""
        lines = [value for key, value in scope["headers"] if key == b"host"]
        if not lines and scope.get("http_version") == "1.0":
            return
        host = _host_of(lines[0].decode("latin-1")) if len(lines) == 1 else None
        if host is None:
            raise Problem(
                400, "invalid", "A request needs exactly one Host header, with a name or an address."
            )
        if not self._is_own(host, scope):
            raise Problem(
                421,
                "other-host",
                f"This server doesn't answer for {excerpt(host)}. "
                "If it should, add the option --public-host with that name.",
            )

    def _is_own(self, host: str, scope: Scope) -> bool:
        """Whether a host is one of our names, a loopback address, or the address the request arrived at."""
        if host in self._names or host == _LOCAL or host.endswith(f".{_LOCAL}"):
            return True
        address = _address(host)
        arrived_at = scope.get("server")
        own = _address(arrived_at[0]) if arrived_at else None
        return address is not None and (_is_loopback(address) or address == own)


@lru_cache(maxsize=4096)
def _host_of(text: str) -> str | None:
    """Return the host of a Host header without its port; None if it is malformed."""
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        if not bracket or _address(name) is None or ":" not in name or (port and port[0] != ":"):
            return None
        port = port[1:]
    else:
        name, _, port = text.partition(":")
    if port and not (port.isascii() and port.isdigit()):
        return None
    return _normalise(name)


def _normalise(name: str) -> str | None:
    """Normalise a host name or address; None if it is malformed."""
    address = _address(name)
    if address is not None:
        return address
    name = name.lower().removesuffix(".")
    return name if name and len(name) < 256 and _NAME.issuperset(name) else None


def _address(text: str) -> str | None:
    """Normalise an address, IPv4-mapped ones to IPv4; None if it isn't an address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return str((address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address)


def _is_loopback(address: str) -> bool:
    return ip_address(address).is_loopback


def _read_host(text: str) -> str:
    name = text.strip().strip("[]")
    try:
        host = _normalise(name) or _normalise(name.encode("idna").decode())
    except UnicodeError:
        host = None
    if host is None:
        raise InvalidChoice(
            "--public-host takes a host name or an address, "
            f"such as games.example.org, not {excerpt(text, 80)}."
        )
    return host


def is_own_origin(scope: Scope, base_url: str) -> bool:
    """Whether a request's Origin is this site, or missing.

    This site is the base URL if there is one, otherwise the Host header. Browsers always send an Origin;
    programs need not.
    """
    origin = header(scope, b"origin")
    if not origin:
        return not any(key == b"origin" for key, _ in scope["headers"])
    site = _site(origin)
    if site is None:
        return False
    if base_url:
        return site == _site(base_url)
    scheme = urlsplit(origin).scheme.lower()
    return site == _site(f"{scheme}://{header(scope, b'host')}")


def _site(url: str) -> str | None:
    """Return a URL's host and port, normalised; None if it isn't an HTTP URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme.lower() not in _DEFAULT_PORTS or not parts.netloc:
        return None
    return parts.netloc.lower().removesuffix(_DEFAULT_PORTS[parts.scheme.lower()])
