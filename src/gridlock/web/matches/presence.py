"""Presence across servers: who is connected where. It isn't stored, but repeated regularly."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

from gridlock.web.matches.hub import Attendance
from gridlock.web.matches.repository import Repository
from gridlock.web.store import Store, Unavailable

_TICK = 0.5  # seconds to collect changes before publishing
_REPEAT = 20.0  # seconds between full repeats
_EXPIRY = 50.0  # seconds until a silent server is considered gone
_PER_MESSAGE = 100  # matches per message


class Presence:
    """Publishes who is connected here, and receives the same from other servers."""

    def __init__(self, store: Store, repository: Repository) -> None:
        self._store = store
        self._repository = repository
        self._name = secrets.token_hex(4)
        self._published: dict[str, Attendance] = {}
        self._received: dict[tuple[str, str], float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, if the database can be shared."""
        if self._store.shared:
            self._store.on_message(self.receive)
            self._task = asyncio.create_task(self._run(), name="presence")

    async def close(self) -> None:
        """Stop publishing."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def receive(self, message: str) -> None:
        """Handle a message: a line for each match. The server's own messages arrive here, too."""
        server, _, lines = message.partition("\n")
        if server == self._name:
            return
        for line in lines.splitlines():
            with suppress(ValueError, TypeError):  # from another version
                self._note_match(server, *line.split())

    def _note_match(self, server: str, match: str, here: str, watchers: str) -> None:
        live = self._repository.find(match)
        if live is None:
            return
        attendance = Attendance(tuple(int(side) for side in here if side != "-"), int(watchers))
        self._received[server, match] = time.monotonic()
        if live.hub.set_presence(server, attendance if attendance != Attendance() else None):
            self._published.pop(match, None)  # tell the new server who is connected here

    async def _run(self) -> None:
        repeated = time.monotonic()
        while True:
            await asyncio.sleep(_TICK)
            if time.monotonic() > repeated + _REPEAT:
                repeated = time.monotonic()
                self._published = {match: Attendance() for match in self._published}
                self._drop_silent_servers()
            with suppress(Unavailable):  # repeated later
                await self._publish(self._changes())

    def _changes(self) -> dict[str, Attendance]:
        """Return who is connected here, for the matches where that has changed."""
        now = {live.id: live.hub.attendance() for live in self._repository.known() if live.hub.listeners}
        gone = {match: Attendance() for match in self._published.keys() - now.keys()}
        return {
            match: attendance
            for match, attendance in (now | gone).items()
            if self._published.get(match) != attendance or match in gone
        }

    async def _publish(self, changes: dict[str, Attendance]) -> None:
        lines = [
            f"{match} {''.join(map(str, attendance.here)) or '-'} {attendance.watchers}"
            for match, attendance in changes.items()
        ]
        for begin in range(0, len(lines), _PER_MESSAGE):
            await self._store.publish("\n".join([self._name, *lines[begin : begin + _PER_MESSAGE]]))
        self._published = {
            match: attendance
            for match, attendance in (self._published | changes).items()
            if attendance != Attendance()
        }

    def _drop_silent_servers(self) -> None:
        deadline = time.monotonic() - _EXPIRY
        for server, match in [key for key, when in self._received.items() if when < deadline]:
            del self._received[server, match]
            live = self._repository.find(match)
            if live is not None:
                live.hub.set_presence(server, None)
