"""Connections, and the requests that arrive on them: limits to their number, their size and their time."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gridlock.web.guard.connections import Full, Place
from gridlock.web.guard.headers import ALONE
from gridlock.web.guard.socket_protocol import MeteredWebSocket
from gridlock.web.guard.stalls import StallTimeout
from gridlock.web.problems import Problem

if TYPE_CHECKING:
    from gridlock.web.guard.guard import Guard

SECONDS = 10.0
"""Time in which the head of a request has to arrive."""

HEADERS = 100
"""Headers that a request may have."""

PIPELINE = 4
"""Requests that may wait on a connection for the answer to the one before them."""

REST = 1.0
"""Seconds for which a connection is not read from after a request that was one too many."""

SLOW_DOWN = "gridlock.slow_down"
"""What a request's ``state`` has, to be called if it was one too many."""

_MOST = 1 << 16  # bytes of a request without its body: its head, and what stands around its chunks
_MOST_BODY = 1 << 24  # bytes of a body that are read although the answer to it was no
_PIECE = 1 << 14  # bytes after which the limits are looked at again
_RETRY_AFTER = 10  # seconds
_LAST_LOOK = 0.1  # seconds after the time for the head, in which the server reads what has arrived by then


class LimitedHttpProtocol(StallTimeout, HttpToolsProtocol):
    """HTTP as uvicorn speaks it, with limits to the time and the room that connections and requests take.

    The application that is served has a guard, which counts the connections.
    """

    def __init__(self, config: Config, *arguments: Any, **more: Any) -> None:
        super().__init__(config, *arguments, **more)
        self._guard: Guard = config.app.state.guard  # type: ignore[union-attr]
        self._place: Place | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._head_is_complete = False
        self._around = 0  # bytes of the latest request that are not its body
        self._body = 0  # bytes that are

    # Connections ----------------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Somebody has connected, who may have too many connections already."""
        super().connection_made(transport)
        self._place = self._guard.connected(self.client)
        if self._place.full:
            self._end_with(_FULL[self._place.full])
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have left. Nothing of what they sent is kept, which a ring of references would do."""
        self._wait_no_more()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._leave()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket, whose protocol takes our place."""
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, MeteredWebSocket):
            socket.place, self._place = self._place, None
        self._leave()

    def _leave(self) -> None:
        if self._place is not None:
            self._place.leave()
        if self._resting is not None:
            self._resting.cancel()
        self.pipeline.clear()
        self.parser = self.cycle = self.scope = None  # type: ignore[assignment]
        self.headers = []

    # Requests -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, piece by piece, until it is too much."""
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self.parser is None:
                return
            self._parse(data[start : start + _PIECE])

    def _parse(self, piece: bytes) -> None:
        body = self._body
        super().data_received(piece)
        self._around += len(piece) - (self._body - body)
        if self.transport.is_closing() or self.parser is None:
            return
        if self._around > _MOST:
            self.send_400_response("This request is too long.")
        elif self._body > _MOST_BODY:
            self.transport.abort()
        elif self.cycle is None or self.cycle.response_complete:
            self._wait()  # for the rest of a head, or of a body that nobody reads

    def on_message_begin(self) -> None:
        """A request begins."""
        if len(self.pipeline) >= PIPELINE:
            raise _TooMuch("Too many requests wait for their answers.")
        super().on_message_begin()
        self._head_is_complete = False
        self._around = self._body = 0
        self.scope["state"][SLOW_DOWN] = self._slow_down
        self._wait()

    def on_header(self, name: bytes, value: bytes) -> None:
        """One more header. What follows a body in pieces is of no use here, and would have no end."""
        if self._head_is_complete or len(self.headers) >= HEADERS:
            raise _TooMuch("Too many headers, or headers after the body.")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        self._head_is_complete = True
        self._wait_no_more()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of its body."""
        self._body += len(body)
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, as every other refusal is told."""
        self._end_with(_UNREADABLE)

    def _end_with(self, answer: bytes) -> None:
        self._wait_no_more()
        self.transport.write(answer)
        self.transport.close()

    def _slow_down(self) -> None:
        """Let a client rest who has sent too many requests, as it might not wait itself.

        As an address has a limited number of connections, it also has a limited number of refusals then. A
        trusted proxy sends the requests of others on the same connection, who need not wait.
        """
        if self._resting is None and self._place is not None and self._place.is_limited:
            self.flow.pause_reading()
            self._resting = self.loop.call_later(REST, self._go_on)

    def on_response_complete(self) -> None:
        """An answer is sent. Go on with the next request, unless the client has to rest."""
        super().on_response_complete()
        if self._resting is not None:
            self.flow.pause_reading()

    def _go_on(self) -> None:
        self._resting = None
        self.flow.resume_reading()

    # Time -----------------------------------------------------------------------------------------

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(SECONDS, self._cut_off)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _cut_off(self) -> None:
        """Cut them off, unless the head has arrived while the server itself was too busy to read it."""
        self._waiting = self.loop.call_later(_LAST_LOOK, self._abort)

    def _abort(self) -> None:
        self._waiting = None
        self.transport.abort()


class _TooMuch(Exception):
    """Ends the parsing of a request, which is refused."""


def _last_answer(problem: Problem) -> bytes:
    """A problem as the last that is sent on a connection."""
    answer = problem.response()
    answer.headers["connection"] = "close"
    first = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}".encode()
    lines = [name + b": " + value for name, value in (*answer.raw_headers, *ALONE)]
    return b"\r\n".join([first, *lines, b"", bytes(answer.body)])


_UNREADABLE = _last_answer(Problem(400, "invalid", "This is not a request that can be read here."))
_FULL: dict[Full, bytes] = {
    "server": _last_answer(
        Problem(
            503,
            "unavailable",
            "The server has as many visitors as it can take. Please try again later.",
            retry_after=_RETRY_AFTER,
        )
    ),
    "address": _last_answer(
        Problem(
            429,
            "too-many",
            "There are too many connections from your address. Please close some first.",
            retry_after=_RETRY_AFTER,
        )
    ),
}
