"""Running the server: what ``gridlock serve`` does."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn

from gridlock.errors import InvalidChoice
from gridlock.web.app import create_app
from gridlock.web.settings import Settings

__all__ = ["DEFAULT_PORT", "listening_at", "serve"]

DEFAULT_PORT = 8000
_TRIES = 20  # ports that are tried if the usual one is taken
_UNREAD = 20_000  # milliseconds after which somebody who takes nothing of what is sent has gone
_PATIENCE = 3  # seconds for open connections when the server is told to stop


def listening_at(host: str, port: int | None) -> socket.socket:
    """A socket that listens there, at the next free port if none was named; InvalidChoice says why it cannot."""
    first = DEFAULT_PORT if port is None else port
    for number in range(first, min(first + _TRIES, 65536)):
        with suppress(_Taken):
            free = _bound(host, number)
            if port is None or number == port:
                return free
            free.close()
            raise InvalidChoice(
                f"Port {port} is taken by another program. Port {number} is free: --port {number}"
            )
    raise InvalidChoice(
        f"Port {first} is taken, and so are those after it. Name another: --port {first + 100}"
    )


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


class _Server(uvicorn.Server):
    """A server that says when it listens, and for which being told to stop is no error."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._captured_signals.clear()
        await super().shutdown(sockets)


def serve(settings: Settings, listener: socket.socket, tell: Callable[[str], None]) -> None:
    """Serve until told to stop by a signal; ``tell`` is called with ``listening`` and ``ready``."""
    app = create_app(settings)
    options: dict[str, Any] = {
        "log_config": None,
        "access_log": False,
        "lifespan": "off",
        "server_header": False,
    }
    config = uvicorn.Config(app, timeout_graceful_shutdown=_PATIENCE, **options)
    server = _Server(config, lambda: tell("listening"))

    async def whole_life() -> None:
        async with app.router.lifespan_context(app):
            await server.serve([listener])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(whole_life())
