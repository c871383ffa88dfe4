"""Which site a request is for, and which site's page sends it: only ours.

A page of another site can have its own name resolved to this machine's address (DNS rebinding). Browsers then
take both for one site, and let that page read what is answered here. They still send that other name.
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

_USUAL_PORTS = {"http": ":80", "https": ":443"}
_LOCAL = "localhost"
_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-._")


def read_hosts(texts: Iterable[str]) -> tuple[str, ...]:
    """Host names and addresses in the form in which they are compared; InvalidChoice if one is neither."""
    return tuple(map(_read, texts))


class Hosts:
    """Knows which hosts this server answers for."""

    def __init__(self, public: Iterable[str], base_url: str = "") -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        self._names = {*read_hosts(public), machine, short, f"{short}.local"}
        if base_url:
            self._names.add(_read(urlsplit(base_url).hostname or ""))

    def check(self, scope: Scope) -> None:
        """Let a request pass that is meant for this server; Problem if it names another host, or several.

        Only programs that speak HTTP/1.0 may leave the host out.
        """
        lines = [value for key, value in scope["headers"] if key == b"host"]
        if not lines and scope.get("http_version") == "1.0":
            return
        host = _host(lines[0].decode("latin-1")) if len(lines) == 1 else None
        if host is None:
            raise Problem(400, "invalid", "A request needs one Host header, with a name or an address.")
        if not self._is_own(host, scope):
            raise Problem(
                421,
                "other-host",
                f"This server doesn't answer for {excerpt(host)}. "
                "If it should, add the option --public-host with that name.",
            )

    def _is_own(self, host: str, scope: Scope) -> bool:
        """Whether it is one of our names, or an address: of loopback, or the one the request arrived at."""
        if host in self._names or host == _LOCAL or host.endswith(f".{_LOCAL}"):
            return True
        address = _address(host)
        arrived_at = scope.get("server")
        own = _address(arrived_at[0]) if arrived_at else None
        return address is not None and (_is_loopback(address) or address == own)


@lru_cache(maxsize=4096)
def _host(text: str) -> str | None:
    """The host of a Host header, without its port; None if it has none."""
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        if not bracket or _address(name) is None or ":" not in name or (port and port[0] != ":"):
            return None
        port = port[1:]
    else:
        name, _, port = text.partition(":")
    if port and not (port.isascii() and port.isdigit()):
        return None
    return _plain(name)


def _plain(name: str) -> str | None:
    """A name or address written in one way only; None if it is neither."""
    address = _address(name)
    if address is not None:
        return address
    name = name.lower().removesuffix(".")
    return name if name and len(name) < 256 and _NAME.issuperset(name) else None


def _address(text: str) -> str | None:
    """The address that a text is, written in one way only; one mapped into IPv6 is an IPv4 address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return str((address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address)


def _is_loopback(address: str) -> bool:
    return ip_address(address).is_loopback


def _read(text: str) -> str:
    name = text.strip().strip("[]")
    try:
        found = _plain(name) or _plain(name.encode("idna").decode())
    except UnicodeError:
        found = None
    if found is None:
        raise InvalidChoice(
            f"--public-host is a host name or an address, such as games.example.org, not {excerpt(text, 80)}."
        )
    return found


def own_origin(scope: Scope, base_url: str) -> bool:
    """Whether a request comes from a page of this site, or from no page at all.

    The site is the one that the server was told it is, or else the one that the request asks for. Browsers
    always say which page they act for; programs, which have no page, need not.
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
    """Host and port of an address, written in one way only."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if parts.scheme.lower() not in _USUAL_PORTS or not parts.netloc:
        return None
    return parts.netloc.lower().removesuffix(_USUAL_PORTS[parts.scheme.lower()])
