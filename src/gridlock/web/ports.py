"""Where a server listens, and what its address is then."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress

from gridlock.errors import InvalidChoice

DEFAULT_PORT = 8000
_TRIES = 20  # ports that are tried if the usual one is taken
_UNREAD = 20_000  # milliseconds after which somebody who takes nothing of what is sent has gone
_EVERYWHERE = ("0.0.0.0", "::")


def listen_at(host: str, port: int | None) -> socket.socket:
    """A socket that listens there, at the next free port if none was named; InvalidChoice if none can."""
    first = DEFAULT_PORT if port is None else port
    for number in range(first, min(first + _TRIES, 65536)):
        with suppress(_Taken):
            free = _bound(host, number)
            if port is None or number == port:
                return free
            free.close()
            raise InvalidChoice(
                f"Port {port} is taken by another program; this one is free: --port {number}."
            )
    raise InvalidChoice(
        f"Port {first} is taken, and so are those after it: name another, such as --port {first + 100}."
    )


def local_url(listener: socket.socket) -> str:
    """What people on this machine type to get there."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in _EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


class _Taken(Exception):
    """Another program listens at this port."""


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        try:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _let_go_of_who_never_reads(found)
            found.bind(address)
            found.listen(1024)
        except OSError:
            found.close()
            raise
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _Taken from None
        reason = (error.strerror or str(error)).lower()
        raise InvalidChoice(f"Cannot listen at {host}, port {port}: {reason}.") from None
    return found


def _let_go_of_who_never_reads(listener: socket.socket) -> None:
    """Have the system end connections to which it cannot deliver: what waits for them would wait for good."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD)
