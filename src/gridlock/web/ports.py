"""Listening sockets and their URLs."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress

from gridlock.errors import InvalidChoice

DEFAULT_PORT = 8000
_TRIES = 20  # ports to try
_USER_TIMEOUT = 20_000  # milliseconds until an unacknowledged connection is dropped
_WILDCARDS = ("0.0.0.0", "::")


def listen_at(host: str, port: int | None) -> socket.socket:
    """Return a listening socket, on the next free port if ``port`` is None; InvalidChoice if that fails."""
    first = DEFAULT_PORT if port is None else port
    for number in range(first, min(first + _TRIES, 65536)):
        with suppress(_PortInUse):
            free = _bind(host, number)
            if port is None or number == port:
                return free
            free.close()
            raise InvalidChoice(f"Port {port} is already in use. This one is free: --port {number}.")
    raise InvalidChoice(
        f"Port {first} and the ports after it are in use. Choose another, such as --port {first + 100}."
    )


def local_url(listener: socket.socket) -> str:
    """Return the URL to open on this machine."""
    host, port = listener.getsockname()[:2]
    name = "localhost" if host in _WILDCARDS else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


class _PortInUse(Exception):
    """The port is in use."""


def _bind(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _set_user_timeout(listener)
            listener.bind(address)
            listener.listen(1024)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _PortInUse from None
        reason = (error.strerror or str(error)).lower()
        raise InvalidChoice(f"Cannot listen on {host}, port {port}: {reason}.") from None
    return listener


def _set_user_timeout(listener: socket.socket) -> None:
    """Have the system drop connections whose peer acknowledges nothing; they would stay open forever."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _USER_TIMEOUT)
