"""Running the server: what ``gridlock serve`` does."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import uvicorn
from fastapi import FastAPI

from gridlock.web.app import create_app
from gridlock.web.guard.http_protocol import LimitedHttpProtocol
from gridlock.web.guard.socket_protocol import MeteredWebSocket
from gridlock.web.settings import ServerSettings
from gridlock.web.startup_errors import explain_startup_errors

LONGEST_MESSAGE = 1 << 14
"""Bytes that somebody may send over a socket at once."""

_PATIENCE = 3  # seconds for open connections when the server is told to stop
_PING = 20.0  # seconds between two looks whether a socket's other end is still there
_FILES = 200  # open files of other kinds, with much to spare
_COLLECTING = (5_000, 5, 1_000)  # when Python looks for garbage: among the newest, the newer and all objects


class _Server(uvicorn.Server):
    """A server that says when it listens, and for which being told to stop is no error."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _collect_seldom()
        self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._captured_signals.clear()
        self._app.state.pool.stop()  # nobody has to wait for answers that will not come
        await super().shutdown(sockets)


def serve(settings: ServerSettings, listener: socket.socket, tell: Callable[[str], None]) -> None:
    """Serve until told to stop by a signal; ``tell`` is called with ``listening`` and ``ready``.

    GridlockError says why the server cannot start.
    """
    app = create_app(settings)
    _allow_files(settings.allowance.all_connections + _FILES)
    config = _config(app)
    server = _Server(config, app, lambda: tell("listening"))

    async def whole_life() -> None:
        async with _lifespan(app, settings), _announce_when_ready(app, lambda: tell("ready")):
            await server.serve([listener])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(whole_life())


def _config(app: FastAPI) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what strangers send is none of our errors
    options: dict[str, Any] = {
        "http": LimitedHttpProtocol,
        "ws": MeteredWebSocket,
        "log_config": None,
        "access_log": False,
        "lifespan": "off",
        "server_header": False,
        "proxy_headers": False,  # whom proxies speak for, and which of them, is the guard's to know
        "ws_max_size": LONGEST_MESSAGE,
        "ws_per_message_deflate": False,  # costs more memory for each socket than it saves on the way
        "ws_ping_interval": _PING,
        "ws_ping_timeout": _PING,
        "timeout_graceful_shutdown": _PATIENCE,
    }
    return uvicorn.Config(app, **options)


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: ServerSettings) -> AsyncIterator[None]:
    """What runs as long as the server does; why it cannot begin is told in a sentence."""
    life = app.router.lifespan_context(app)
    with explain_startup_errors(settings.database):
        await life.__aenter__()
    try:
        yield
    finally:
        await life.__aexit__(None, None, None)


@asynccontextmanager
async def _announce_when_ready(app: FastAPI, tell: Callable[[], None]) -> AsyncIterator[None]:
    async def wait() -> None:
        await app.state.pool.until_ready()
        tell()

    waiting = asyncio.create_task(wait(), name="ready")
    try:
        yield
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting


def _collect_seldom() -> None:
    """Let Python look for garbage among new objects, and seldom among all: that would take half a second in
    which nobody is answered, and of the matches in memory hardly anything is garbage.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTING)


def _allow_files(number: int) -> None:
    """Let this process have so many files and connections open, as far as the system lets it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
