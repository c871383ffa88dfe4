"""Runs the server, for ``gridlock serve``."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import uvicorn
from alembic.util import CommandError
from asyncpg import PostgresError
from fastapi import FastAPI
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from gridlock.errors import GridlockError, problem_text, shortened
from gridlock.web.app import create_app
from gridlock.web.guard.http_protocol import LimitedHttpProtocol
from gridlock.web.guard.socket_protocol import MeteredWebSocket
from gridlock.web.settings import ServerSettings
from gridlock.web.store import Unavailable

MAX_MESSAGE = 1 << 14
"""Maximum size of a WebSocket message, in bytes."""

_SHUTDOWN_SECONDS = 3  # seconds for open connections to finish at shutdown
_PING = 20.0  # seconds between WebSocket pings, and until one times out
_FILES = 200  # file descriptors besides connections, with room to spare
_GC_THRESHOLDS = (5_000, 5, 1_000)  # garbage collection thresholds of the three generations
_NEWER = (
    "was written by a newer version of Gridlock, which this one cannot read. "
    "Install that version, or use another database."
)


class _Server(uvicorn.Server):
    """A server that reports when it listens and treats SIGINT and SIGTERM as a normal exit."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, notify: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._on_listening = notify

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        _tune_garbage_collection()
        self._on_listening()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._captured_signals.clear()
        self._app.state.pool.stop()  # fail pending requests now instead of waiting for them
        await super().shutdown(sockets)


def serve(settings: ServerSettings, listener: socket.socket, notify: Callable[[str], None]) -> None:
    """Serve until a signal arrives. Calls ``notify`` with ``listening`` and later ``ready``.

    GridlockError if the server cannot start.
    """
    app = create_app(settings)
    _raise_file_limit(settings.allowance.all_connections + _FILES)
    config = _config(app)
    server = _Server(config, app, lambda: notify("listening"))

    async def run() -> None:
        async with _lifespan(app, settings), _announce_when_ready(app, lambda: notify("ready")):
            await server.serve([listener])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())


def _config(app: FastAPI) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # malformed requests are not our errors
    options: dict[str, Any] = {
        "http": LimitedHttpProtocol,
        "ws": MeteredWebSocket,
        "log_config": None,
        "access_log": False,
        "lifespan": "off",
        "server_header": False,
        "proxy_headers": False,  # the guard handles X-Forwarded-For
        "ws_max_size": MAX_MESSAGE,
        "ws_per_message_deflate": False,  # costs more memory per socket than it saves bandwidth
        "ws_ping_interval": _PING,
        "ws_ping_timeout": _PING,
        "timeout_graceful_shutdown": _SHUTDOWN_SECONDS,
    }
    return uvicorn.Config(app, **options)


@asynccontextmanager
async def _lifespan(app: FastAPI, settings: ServerSettings) -> AsyncIterator[None]:
    """Run the application's lifespan, with startup errors explained."""
    life = app.router.lifespan_context(app)
    with explain_startup_errors(settings.database):
        await life.__aenter__()
    try:
        yield
    finally:
        await life.__aexit__(None, None, None)


@asynccontextmanager
async def _announce_when_ready(app: FastAPI, notify: Callable[[], None]) -> AsyncIterator[None]:
    async def wait() -> None:
        await app.state.pool.until_ready()
        notify()

    waiting = asyncio.create_task(wait(), name="ready")
    try:
        yield
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError):
            await waiting


def _tune_garbage_collection() -> None:
    """Make full garbage collections rare: each can block for half a second and finds little."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GC_THRESHOLDS)


def _raise_file_limit(number: int) -> None:
    """Raise the limit on open files to this number, as far as the system allows."""
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@contextmanager
def explain_startup_errors(database: str) -> Iterator[None]:
    """Turn database errors into a GridlockError that says what is wrong."""
    subject = f"The database {_redacted(database)}" if database else "The database"
    try:
        yield
    except CommandError:  # an unknown migration
        raise GridlockError(f"{subject} {_NEWER}") from None
    except DBAPIError as error:
        raise GridlockError(f"{subject} cannot be used: {_reason(error.orig or error)}") from None
    except (PostgresError, OSError, Unavailable) as error:
        raise GridlockError(f"{subject} cannot be used: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    """Return the error's message on one line."""
    message = " ".join(problem_text(error).split()) if isinstance(error, Exception) else str(error)
    return shortened(message, 300)


def _redacted(database: str) -> str:
    """Return the database's URL without its password."""
    try:
        return make_url(database).render_as_string(hide_password=True)
    except ArgumentError:
        return "you named"
