"""WebSocket frames as they arrive: few at a time, and not too many."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridlock.web.guard.connections import Place
from gridlock.web.guard.stalls import StallTimeout

if TYPE_CHECKING:
    from gridlock.web.guard.guard import Guard

PIECE = 1 << 10
"""Bytes that are parsed at once: at most 170 frames, in about a millisecond."""

TURN = 64
"""Frames, or pieces, after which everyone else gets a turn before parsing goes on."""

_TRY_LATER = 1013  # how a socket is closed


class MeteredWebSocket(StallTimeout, WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, but parsed in small pieces that the guard counts.

    It goes on parsing when the application has taken the last message. What has been received until then
    waits here, and the rest waits in the system's buffers.
    """

    def __init__(self, config: Config, *arguments: Any, **more: Any) -> None:
        super().__init__(config, *arguments, **more)
        self._guard: Guard = config.app.state.guard  # type: ignore[union-attr]
        self.place: Place | None = None
        """The place of this connection among all that are counted, until it ends."""
        self._unparsed = bytearray()
        self._turn: asyncio.Handle | None = None
        self._frames = 0  # in the latest piece
        self._late_pong = b""

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget everything that was received, also what only a ring of references keeps."""
        super().connection_lost(exc)
        self._unparsed.clear()
        self.frames.clear()
        self.conn.parser.close()
        if self._turn is not None:
            self._turn.cancel()
        if self.place is not None:
            self.place.leave()

    def data_received(self, data: bytes) -> None:
        """Take the request at once, and frames when it is their turn; there are none before the answer."""
        if not self.handshake_initiated:
            self._take_request(data)
        elif not self.handshake_complete:
            self.transport.abort()
        else:
            self._unparsed += data
            if self._turn is None:
                self._parse_some()

    def _take_request(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # it has an answer that uvicorn would not send
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def receive(self) -> Any:
        """The next message for the application, which makes room for another."""
        message = await super().receive()
        self._take_turn()
        return message

    async def send(self, message: Any) -> None:
        """Send something for the application; after it has closed, what still arrives is not for it."""
        await super().send(message)
        self._take_turn()

    def resume_writing(self) -> None:
        """The other end has read what waited for it, and gets the answer to its last ping."""
        super().resume_writing()
        self.transport.write(self._late_pong)
        self._late_pong = b""

    def handle_ping(self) -> None:
        """Answer pings, but only the last of those that come while the other end reads nothing.

        RFC 6455 (5.5.3) allows that, and the pongs would fill the memory.
        """
        if self.writable.is_set():
            super().handle_ping()
        else:
            self._late_pong = (self.conn.data_to_send() or [self._late_pong])[-1]

    def _take_turn(self) -> None:
        """If something has arrived that is not parsed, read no more, and go on with it if nothing hinders."""
        if self._unparsed and self._turn is None and not self.transport.is_closing():
            self.transport.pause_reading()
            if self._may_parse():
                self._turn = self.loop.call_soon(self._parse_some)

    def _may_parse(self) -> bool:
        return not self.read_paused and not self.transport.is_closing()

    def _parse_some(self) -> None:
        self._turn = None
        spent = 0
        while self._unparsed and spent < TURN and self._may_parse():
            spent += self._parse_piece()
        if self._unparsed:
            self._take_turn()
        elif self._may_parse():
            self.transport.resume_reading()

    def _parse_piece(self) -> int:
        """Parse a piece, and have the guard count its frames; a piece without any counts as one."""
        piece = bytes(self._unparsed[:PIECE])
        del self._unparsed[:PIECE]
        self._frames = 0
        super().data_received(piece)
        spent = max(1, self._frames)
        if not self.transport.is_closing() and not self._guard.spend_frames(self._address, spent):
            self.conn.fail(_TRY_LATER, "Too many frames. Please connect again later.")
            self.handle_parser_exception()
        return spent

    @cached_property
    def _address(self) -> str:
        return self._guard.address_of({**self.scope})

    def handle_events(self) -> None:
        """Handle the frames of a piece."""
        self._frames = len(self.conn.events)
        super().handle_events()
