"""Who is told what happens in a match, and who is here."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import orjson

from gridlock.web.matches.socket_messages import PresenceJson, SocketMessage

_MOST = 100  # messages that may wait for somebody who reads slowly
_MOST_CHARACTERS = 1 << 20  # likewise; a message that asks for all events of a long match has half as many
_PAUSE = 0.2  # seconds in which changes of presence are gathered, so that a crowd is told of itself once


class Listener:
    """Somebody at a socket. What is told waits in a queue of its own, so that nobody delays others."""

    __slots__ = ("_characters", "_cut_off", "_send", "_sending", "_waiting", "holder", "sides")

    def __init__(self, send: Callable[[str], Awaitable[None]], cut_off: Callable[[], None]) -> None:
        self.holder: str | None = None
        """The hash of the secret that they know, if they have said one."""
        self.sides: tuple[int, ...] = ()
        """The sides that they may act for; none if they watch."""
        self._send = send
        self._cut_off = cut_off
        self._waiting: deque[str] = deque()
        self._characters = 0
        self._sending: asyncio.Task[None] | None = None

    def send(self, message: SocketMessage) -> None:
        """Send a message to this one alone."""
        self.send_text(encoded(message))

    def send_text(self, text: str) -> None:
        """Send a message when it is its turn. A client that lets too much wait is sent nothing more."""
        if self._is_full(text):
            self._cut_off()
            return
        self._waiting.append(text)
        self._characters += len(text)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_all())

    def _is_full(self, message: str) -> bool:
        """Whether a message is too much for what waits already. Any message may wait alone."""
        if not self._waiting:
            return False
        return len(self._waiting) >= _MOST or self._characters + len(message) > _MOST_CHARACTERS

    def close(self) -> None:
        """Send nothing more."""
        self._forget()
        if self._sending is not None:
            self._sending.cancel()

    async def finish(self) -> None:
        """Wait until everything is sent."""
        if self._sending is not None:
            await self._sending

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting[0])
                if self._waiting:
                    self._characters -= len(self._waiting.popleft())
        except (OSError, RuntimeError):  # the other end has gone, which whoever reads from it notices too
            self._forget()
        finally:
            self._sending = None

    def _forget(self) -> None:
        self._waiting.clear()
        self._characters = 0


class Present(NamedTuple):
    """Who is at a match."""

    here: tuple[int, ...] = ()
    """The sides whose people are there."""
    watchers: int = 0


class Hub:
    """Everybody who is told of one match."""

    __slots__ = ("_elsewhere", "_later", "listeners")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._elsewhere: dict[str, Present] = {}
        self._later: asyncio.TimerHandle | None = None

    def add(self, listener: Listener) -> None:
        """Somebody has come."""
        self.listeners.add(listener)
        self.presence_changed()

    def remove(self, listener: Listener) -> None:
        """Somebody has gone."""
        self.listeners.discard(listener)
        self.presence_changed()

    def broadcast(self, message: SocketMessage) -> None:
        """Send a message to everyone."""
        text = encoded(message)
        for listener in tuple(self.listeners):
            listener.send_text(text)

    def present(self) -> Present:
        """Who is at this server."""
        here = {side for listener in self.listeners for side in listener.sides}
        return Present(tuple(sorted(here)), sum(not listener.sides for listener in self.listeners))

    def presence(self) -> PresenceJson:
        """Which sides are here, and how many watch, at all servers."""
        all_present = [self.present(), *self._elsewhere.values()]
        here = sorted({side for present in all_present for side in present.here})
        return {"here": here, "watchers": sum(present.watchers for present in all_present)}

    def note_presence(self, server: str, present: Present | None) -> bool:
        """Note who is at another server, or that it says nothing any more; whether it is a new one."""
        before = self._elsewhere.pop(server, None)
        if present is not None:
            self._elsewhere[server] = present
        if present != before:
            self.presence_changed()
        return before is None

    def seat(self, sides_of: Callable[[str | None], tuple[int, ...]]) -> None:
        """Somebody has taken a seat, perhaps one of those who are here."""
        for listener in self.listeners:
            listener.sides = sides_of(listener.holder)
        self.presence_changed()

    def presence_changed(self) -> None:
        """Tell everybody soon who is here."""
        if self._later is None and self.listeners:
            self._later = asyncio.get_running_loop().call_later(_PAUSE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._later = None
        self.broadcast({"type": "presence", **self.presence()})


def encoded(message: SocketMessage) -> str:
    """A message as it is sent."""
    return orjson.dumps(message).decode()
