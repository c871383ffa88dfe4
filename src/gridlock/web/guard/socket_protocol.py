"""The WebSocket protocol, parsed in small pieces and with a limit on frames."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridlock.web.guard.connections import Slot
from gridlock.web.guard.stalls import StallTimeout

if TYPE_CHECKING:
    from gridlock.web.guard.guard import Guard

PIECE = 1 << 10
"""Bytes to parse at once: at most 170 frames, about a millisecond."""

FRAMES_PER_TURN = 64
"""Frames or pieces to parse before yielding to the event loop."""

_TRY_LATER = 1013  # WebSocket close code


class MeteredWebSocket(StallTimeout, WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol, parsed in small pieces that the guard counts.

    Parsing continues once the application has taken the last message. Until then received data waits here,
    and the rest in the system's buffers.
    """

    def __init__(self, config: Config, *arguments: Any, **more: Any) -> None:
        super().__init__(config, *arguments, **more)
        self._guard: Guard = config.app.state.guard  # type: ignore[union-attr]
        self.slot: Slot | None = None
        """The slot that counts this connection."""
        self._unparsed = bytearray()
        self._turn: asyncio.Handle | None = None
        self._frames = 0  # in the current piece
        self._late_pong = b""

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything the connection holds, including what reference cycles would keep alive."""
        super().connection_lost(exc)
        self._unparsed.clear()
        self.frames.clear()
        self.conn.parser.close()
        if self._turn is not None:
            self._turn.cancel()
        if self.slot is not None:
            self.slot.release()

    def data_received(self, data: bytes) -> None:
        """Parse the handshake at once and frames in turns. No data may precede the handshake's response."""
        if not self.handshake_initiated:
            self._parse_handshake(data)
        elif not self.handshake_complete:
            self.transport.abort()
        else:
            self._unparsed += data
            if self._turn is None:
                self._parse_some()

    def _parse_handshake(self, data: bytes) -> None:
        super().data_received(data)
        if not self.handshake_initiated:  # uvicorn wouldn't send the rejection
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def receive(self) -> Any:
        """Return the next message for the application, then continue parsing."""
        message = await super().receive()
        self._schedule_parsing()
        return message

    async def send(self, message: Any) -> None:
        """Send a message for the application, then continue parsing."""
        await super().send(message)
        self._schedule_parsing()

    def resume_writing(self) -> None:
        """Send the pong that was held back while the client wasn't reading."""
        super().resume_writing()
        self.transport.write(self._late_pong)
        self._late_pong = b""

    def handle_ping(self) -> None:
        """Answer a ping. While the client isn't reading, answer only the last one, so pongs don't pile up.

        RFC 6455 (5.5.3) allows that.
        """
        if self.writable.is_set():
            super().handle_ping()
        else:
            self._late_pong = (self.conn.data_to_send() or [self._late_pong])[-1]

    def _schedule_parsing(self) -> None:
        """Schedule parsing if there is unparsed data, and stop reading until it is parsed."""
        if self._unparsed and self._turn is None and not self.transport.is_closing():
            self.transport.pause_reading()
            if self._may_parse():
                self._turn = self.loop.call_soon(self._parse_some)

    def _may_parse(self) -> bool:
        return not self.read_paused and not self.transport.is_closing()

    def _parse_some(self) -> None:
        self._turn = None
        spent = 0
        while self._unparsed and spent < FRAMES_PER_TURN and self._may_parse():
            spent += self._parse_piece()
        if self._unparsed:
            self._schedule_parsing()
        elif self._may_parse():
            self.transport.resume_reading()

    def _parse_piece(self) -> int:
        """Parse a piece and have the guard count its frames; a piece without frames counts as one."""
        piece = bytes(self._unparsed[:PIECE])
        del self._unparsed[:PIECE]
        self._frames = 0
        super().data_received(piece)
        spent = max(1, self._frames)
        if not self.transport.is_closing() and not self._guard.spend_frames(self._address, spent):
            self.conn.fail(_TRY_LATER, "Too many frames. Please reconnect later.")
            self.handle_parser_exception()
        return spent

    @cached_property
    def _address(self) -> str:
        return self._guard.address_of({**self.scope})

    def handle_events(self) -> None:
        """Handle the frames of a piece."""
        self._frames = len(self.conn.events)
        super().handle_events()
