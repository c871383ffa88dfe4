"""Who is here, told among servers. Nothing of it is stored: what is lost is said again."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

from gridlock.web.matches.hub import Present
from gridlock.web.matches.repository import Repository
from gridlock.web.store import Store, Unavailable

_TICK = 0.5  # seconds in which changes are gathered
_REPEAT = 20.0  # seconds after which everything is said again
_TRUST = 50.0  # seconds for which another server is believed, since it may have been killed
_MOST = 100  # matches that one message tells of


class Presence:
    """Tells other servers who is here, and hears from them who is there."""

    def __init__(self, store: Store, repository: Repository) -> None:
        self._store = store
        self._repository = repository
        self._name = secrets.token_hex(4)
        self._published: dict[str, Present] = {}
        self._heard: dict[tuple[str, str], float] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, if there can be other servers."""
        if self._store.shared:
            self._store.on_message(self.receive)
            self._task = asyncio.create_task(self._run(), name="presence")

    async def close(self) -> None:
        """Say nothing more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def receive(self, message: str) -> None:
        """Another server, or this one, says who is there: a line for each match."""
        server, _, lines = message.partition("\n")
        if server == self._name:
            return
        for line in lines.splitlines():
            with suppress(ValueError, TypeError):  # it is of another version
                self._note_match(server, *line.split())

    def _note_match(self, server: str, match: str, here: str, watchers: str) -> None:
        live = self._repository.find(match)
        if live is None:
            return
        present = Present(tuple(int(side) for side in here if side != "-"), int(watchers))
        self._heard[server, match] = time.monotonic()
        if live.hub.note_presence(server, present if present != Present() else None):
            self._published.pop(match, None)  # whoever is new there does not know yet who is here

    async def _run(self) -> None:
        repeated = time.monotonic()
        while True:
            await asyncio.sleep(_TICK)
            if time.monotonic() > repeated + _REPEAT:
                repeated = time.monotonic()
                self._published = {match: Present() for match in self._published}
                self._forget_the_silent()
            with suppress(Unavailable):  # it is said again
                await self._publish(self._news())

    def _news(self) -> dict[str, Present]:
        """Who is here now, of the matches where that has changed."""
        now = {live.id: live.hub.present() for live in self._repository.known() if live.hub.listeners}
        gone = {match: Present() for match in self._published.keys() - now.keys()}
        return {
            match: who
            for match, who in (now | gone).items()
            if self._published.get(match) != who or match in gone
        }

    async def _publish(self, news: dict[str, Present]) -> None:
        lines = [
            f"{match} {''.join(map(str, who.here)) or '-'} {who.watchers}" for match, who in news.items()
        ]
        for begin in range(0, len(lines), _MOST):
            await self._store.publish("\n".join([self._name, *lines[begin : begin + _MOST]]))
        self._published = {match: who for match, who in (self._published | news).items() if who != Present()}

    def _forget_the_silent(self) -> None:
        late = time.monotonic() - _TRUST
        for server, match in [key for key, when in self._heard.items() if when < late]:
            del self._heard[server, match]
            live = self._repository.find(match)
            if live is not None:
                live.hub.note_presence(server, None)
