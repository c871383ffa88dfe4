"""The HTTP protocol, with limits on connections and on the size and duration of requests."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gridlock.web.guard.connections import Full, Slot
from gridlock.web.guard.headers import NOT_FRAMED
from gridlock.web.guard.socket_protocol import MeteredWebSocket
from gridlock.web.guard.stalls import StallTimeout
from gridlock.web.problems import Problem

if TYPE_CHECKING:
    from gridlock.web.guard.guard import Guard

HEADER_SECONDS = 10.0
"""Time limit for a request's headers."""

MAX_HEADERS = 100
"""Maximum number of headers."""

MAX_PIPELINED = 4
"""Maximum number of pipelined requests waiting on a connection."""

PAUSE = 1.0
"""Seconds for which reading pauses after a rate-limited request."""

SLOW_DOWN = "gridlock.slow_down"
"""The key in a request's ``state`` of a function to call when the request is rate-limited."""

_MAX_OVERHEAD = 1 << 16  # bytes of headers and chunk framing
_MAX_BODY = 1 << 24  # bytes of a rejected request's body to read before aborting
_PIECE = 1 << 14  # bytes to parse before checking the limits again
_RETRY_AFTER = 10  # seconds
_GRACE = 0.1  # extra seconds to read headers that arrived in time


class LimitedHttpProtocol(StallTimeout, HttpToolsProtocol):
    """Uvicorn's HTTP protocol, with limits on the time and memory that connections and requests take.

    The application's guard counts the connections.
    """

    def __init__(self, config: Config, *arguments: Any, **more: Any) -> None:
        super().__init__(config, *arguments, **more)
        self._guard: Guard = config.app.state.guard  # type: ignore[union-attr]
        self._slot: Slot | None = None
        self._header_timer: asyncio.TimerHandle | None = None
        self._pause_timer: asyncio.TimerHandle | None = None
        self._head_is_complete = False
        self._overhead = 0  # bytes of headers and framing in the current request
        self._body = 0  # bytes of its body

    # Connections ----------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Count a new connection, or refuse it if a limit is reached."""
        super().connection_made(transport)
        self._slot = self._guard.count_connection(self.client)
        if self._slot.full:
            self._respond_and_close(_FULL[self._slot.full])
        else:
            self._start_header_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything the connection holds, including what reference cycles would keep alive."""
        self._cancel_header_timer()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._release()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection's slot over to the WebSocket protocol."""
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, MeteredWebSocket):
            socket.slot, self._slot = self._slot, None
        self._release()

    def _release(self) -> None:
        if self._slot is not None:
            self._slot.release()
        if self._pause_timer is not None:
            self._pause_timer.cancel()
        self.pipeline.clear()
        self.parser = self.cycle = self.scope = None  # type: ignore[assignment]
        self.headers = []

    # Requests -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse data in small pieces, until a limit is reached."""
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self.parser is None:
                return
            self._parse(data[start : start + _PIECE])

    def _parse(self, piece: bytes) -> None:
        body = self._body
        super().data_received(piece)
        self._overhead += len(piece) - (self._body - body)
        if self.transport.is_closing() or self.parser is None:
            return
        if self._overhead > _MAX_OVERHEAD:
            self.send_400_response("This request is too long.")
        elif self._body > _MAX_BODY:
            self.transport.abort()
        elif self.cycle is None or self.cycle.response_complete:
            self._start_header_timer()  # for the rest of the headers, or of an ignored body

    def on_message_begin(self) -> None:
        """Start a request."""
        if len(self.pipeline) >= MAX_PIPELINED:
            raise _TooLarge("Too many pipelined requests.")
        super().on_message_begin()
        self._head_is_complete = False
        self._overhead = self._body = 0
        self.scope["state"][SLOW_DOWN] = self._slow_down
        self._start_header_timer()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header. Trailers after a chunked body are refused, because there is no limit to them."""
        if self._head_is_complete or len(self.headers) >= MAX_HEADERS:
            raise _TooLarge("Too many headers, or headers after the body.")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop the header timeout."""
        self._head_is_complete = True
        self._cancel_header_timer()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count a part of the body."""
        self._body += len(body)
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Reject a malformed request with a problem."""
        self._respond_and_close(_MALFORMED)

    def _respond_and_close(self, response: bytes) -> None:
        self._cancel_header_timer()
        self.transport.write(response)
        self.transport.close()

    def _slow_down(self) -> None:
        """Stop reading from a rate-limited client for a moment, in case it doesn't wait by itself.

        Since connections per address are limited, this limits the number of refusals, too. Connections of a
        trusted proxy carry other clients' requests, so they are not paused.
        """
        if self._pause_timer is None and self._slot is not None and self._slot.is_limited:
            self.flow.pause_reading()
            self._pause_timer = self.loop.call_later(PAUSE, self._resume)

    def on_response_complete(self) -> None:
        """Continue with the next request, unless reading is paused."""
        super().on_response_complete()
        if self._pause_timer is not None:
            self.flow.pause_reading()

    def _resume(self) -> None:
        self._pause_timer = None
        self.flow.resume_reading()

    # Time -----------------------------------------------------------------------------------------

    def _start_header_timer(self) -> None:
        if self._header_timer is None:
            self._header_timer = self.loop.call_later(HEADER_SECONDS, self._on_header_timeout)

    def _cancel_header_timer(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _on_header_timeout(self) -> None:
        """Abort soon, unless the headers have arrived but the server was too busy to read them."""
        self._header_timer = self.loop.call_later(_GRACE, self._abort)

    def _abort(self) -> None:
        self._header_timer = None
        self.transport.abort()


class _TooLarge(Exception):
    """Stops parsing; the request is rejected."""


def _closing_response(problem: Problem) -> bytes:
    """Return a problem as a raw response that closes the connection."""
    response = problem.response()
    response.headers["connection"] = "close"
    first = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}".encode()
    lines = [name + b": " + value for name, value in (*response.raw_headers, *NOT_FRAMED)]
    return b"\r\n".join([first, *lines, b"", bytes(response.body)])


_MALFORMED = _closing_response(Problem(400, "invalid", "The request could not be parsed."))
_FULL: dict[Full, bytes] = {
    "server": _closing_response(
        Problem(
            503,
            "unavailable",
            "The server is full. Please try again later.",
            retry_after=_RETRY_AFTER,
        )
    ),
    "address": _closing_response(
        Problem(
            429,
            "too-many",
            "Too many connections from your address. Close some and try again.",
            retry_after=_RETRY_AFTER,
        )
    ),
}
