"""The sockets of a match: broadcasts and presence."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import orjson

from gridlock.web.matches.socket_messages import PresenceJson, SocketMessage

_MAX_MESSAGES = 100  # messages queued for a slow client
_MAX_CHARACTERS = 1 << 20  # queued for a slow client; all events of the longest match are half as many
_PAUSE = 0.2  # seconds to collect presence changes before broadcasting them


class Listener:
    """A client at a socket, with its own queue so that slow clients don't delay others."""

    __slots__ = ("_characters", "_disconnect", "_queue", "_send", "_sending", "holder", "sides")

    def __init__(self, send: Callable[[str], Awaitable[None]], disconnect: Callable[[], None]) -> None:
        self.holder: str | None = None
        """The hash of the client's seat secret, if it sent one."""
        self.sides: tuple[int, ...] = ()
        """The sides the client may act for; empty for a watcher."""
        self._send = send
        self._disconnect = disconnect
        self._queue: deque[str] = deque()
        self._characters = 0
        self._sending: asyncio.Task[None] | None = None

    def send(self, message: SocketMessage) -> None:
        """Send a message to this client."""
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        """Queue an encoded message; a client whose queue is full is disconnected."""
        if self._is_full(text):
            self._disconnect()
            return
        self._queue.append(text)
        self._characters += len(text)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    def _is_full(self, message: str) -> bool:
        """Whether a message would overflow the queue. An empty queue takes any message."""
        if not self._queue:
            return False
        return len(self._queue) >= _MAX_MESSAGES or self._characters + len(message) > _MAX_CHARACTERS

    def close(self) -> None:
        """Stop sending."""
        self._clear()
        if self._sending is not None:
            self._sending.cancel()

    async def finish(self) -> None:
        """Wait until the queue is empty."""
        if self._sending is not None:
            await self._sending

    async def _send_all(self) -> None:
        try:
            while self._queue:
                await self._send(self._queue[0])
                if self._queue:
                    self._characters -= len(self._queue.popleft())
        except (OSError, RuntimeError):  # disconnected; the reader notices, too
            self._clear()
        finally:
            self._sending = None

    def _clear(self) -> None:
        self._queue.clear()
        self._characters = 0


class Attendance(NamedTuple):
    """Who is connected to a match."""

    here: tuple[int, ...] = ()
    """The sides whose players are connected."""
    watchers: int = 0


class Hub:
    """All clients at one match."""

    __slots__ = ("_other_servers", "_timer", "listeners")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._other_servers: dict[str, Attendance] = {}
        self._timer: asyncio.TimerHandle | None = None

    def add(self, listener: Listener) -> None:
        """Add a client."""
        self.listeners.add(listener)
        self.schedule_presence()

    def remove(self, listener: Listener) -> None:
        """Remove a client."""
        self.listeners.discard(listener)
        self.schedule_presence()

    def broadcast(self, message: SocketMessage) -> None:
        """Send a message to every client."""
        text = encode(message)
        for listener in tuple(self.listeners):
            listener.send_text(text)

    def attendance(self) -> Attendance:
        """Return who is connected to this server."""
        here = {side for listener in self.listeners for side in listener.sides}
        return Attendance(tuple(sorted(here)), sum(not listener.sides for listener in self.listeners))

    def presence(self) -> PresenceJson:
        """Return which sides are connected, and how many watch, on all servers."""
        everywhere = [self.attendance(), *self._other_servers.values()]
        here = sorted({side for attendance in everywhere for side in attendance.here})
        return {"here": here, "watchers": sum(attendance.watchers for attendance in everywhere)}

    def set_presence(self, server: str, attendance: Attendance | None) -> bool:
        """Set who is connected to another server, None if it is gone; return whether that server is new."""
        before = self._other_servers.pop(server, None)
        if attendance is not None:
            self._other_servers[server] = attendance
        if attendance != before:
            self.schedule_presence()
        return before is None

    def update_sides(self, sides_of: Callable[[str | None], tuple[int, ...]]) -> None:
        """Update the clients' sides after a seat was taken."""
        for listener in self.listeners:
            listener.sides = sides_of(listener.holder)
        self.schedule_presence()

    def schedule_presence(self) -> None:
        """Broadcast the presence soon."""
        if self._timer is None and self.listeners:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._broadcast_presence)

    def _broadcast_presence(self) -> None:
        self._timer = None
        self.broadcast({"type": "presence", **self.presence()})


def encode(message: SocketMessage) -> str:
    """Encode a message as JSON."""
    return orjson.dumps(message).decode()
