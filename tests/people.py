"""Players for servers that may crash at any moment. They record every event and answer.

Each acts by requests or over a socket. After a timeout they retry with the same request id, perhaps on
another server. Recorded events and answers must never change.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import websockets

ANSWER_SECONDS = 60.0
"""How long to wait before retrying."""
LOST = (httpx.TransportError, OSError, websockets.WebSocketException, TimeoutError, asyncio.TimeoutError)
PAUSE = 0.1
LONGEST_PAUSE = 2.0
"""Limits the retries of hundreds of players, which would keep a server on the same machine from starting."""


class Fact(NamedTuple):
    """An event as it was received."""

    kind: str
    side: int | None
    text: str


class Refused(Exception):
    """The server rejected a request."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", ""))
        self.kind = str(problem["type"]).rpartition("/")[2]
        self.problem = problem


class Notebook:
    """The events and answers of all players, with the faults in them."""

    def __init__(self) -> None:
        self.facts: dict[str, dict[int, Fact]] = defaultdict(dict)
        self.answered: dict[str, set[int]] = defaultdict(set)
        """The event numbers of the players' accepted actions."""
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()

    def note(self, match: str, event: dict[str, Any]) -> None:
        """Record an event; it must equal what others received under the same number."""
        fact = Fact(event["kind"], event["side"], event["text"])
        known = self.facts[match].setdefault(event["number"], fact)
        if known != fact:
            self.faults.append(f"{match} {event['number']}: {known} became {fact}")

    def note_answer(self, match: str, number: int, fact: Fact) -> None:
        """Record that an action was accepted under this number; no other action can have it."""
        if number in self.answered[match]:
            self.faults.append(f"{match} {number}: {fact} and another were both accepted")
        self.answered[match].add(number)
        self.note(match, {"number": number, "kind": fact.kind, "side": fact.side, "text": fact.text})
        self.counts[fact.kind] += 1


class Web:
    """The servers, any of which may be down."""

    def __init__(self, urls: Sequence[str], random: Random, notebook: Notebook) -> None:
        self.urls = list(urls)
        self.random = random
        self.notebook = notebook
        self._looking = asyncio.Lock()
        limits = httpx.Limits(max_connections=40)  # httpx scans all of them on every request
        self._client = httpx.AsyncClient(timeout=ANSWER_SECONDS, limits=limits)

    async def close(self) -> None:
        await self._client.aclose()

    async def rest(self, tries: int) -> None:
        """Back off before a retry, and wait until a server accepts connections."""
        await asyncio.sleep(self.random.uniform(0.5, 1) * min(LONGEST_PAUSE, PAUSE * 2**tries))
        async with self._looking:
            while not await self._is_any_up():
                await asyncio.sleep(PAUSE)

    async def _is_any_up(self) -> bool:
        for place in map(urlsplit, self.urls):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(place.hostname, place.port)
                writer.close()
                return True
        return False

    def any(self) -> str:
        """Return one of the servers."""
        return self.random.choice(self.urls)

    async def ask(self, method: str, path: str, secret: str = "", **body: Any) -> dict[str, Any]:
        """Send a request until a server answers. Raise Refused if the request is rejected."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        for tries in itertools.count():
            url = self.any() + path
            try:
                answer = await self._client.request(method, url, json=body or None, headers=headers)
            except LOST:
                self.notebook.counts["asked again"] += 1
                await self.rest(tries)
                continue
            if answer.status_code in (429, 503):
                self.notebook.counts[str(answer.status_code)] += 1
                await self.rest(tries)
                continue
            if answer.status_code >= 500:
                self.notebook.faults.append(f"{method} {path}: {answer.status_code} {answer.text}")
            payload: dict[str, Any] = answer.json()
            if answer.is_error:
                raise Refused(payload)
            return payload
        raise AssertionError


class Person:
    """A player who acts by requests."""

    def __init__(self, web: Web, match: str, side: int, secret: str) -> None:
        self.web, self.match, self.side, self.secret = web, match, side, secret
        self.state: dict[str, Any] = {"number": 0}

    async def act(self, kind: str, after: int, **more: Any) -> int:
        """Send an action and return the number of its event."""
        order = {"kind": kind, "after": after, "request": secrets.token_hex(8), **more}
        answer = await self.web.ask("POST", f"/api/matches/{self.match}/actions", self.secret, **order)
        self.learn(answer["state"])
        return int(answer["number"])

    async def look(self) -> dict[str, Any]:
        """Return the current state of the match, and record all new events."""
        since = self.state["number"]
        message = await self.web.ask("GET", f"/api/matches/{self.match}/events?since={since}")
        for event in message["events"]:
            self.web.notebook.note(self.match, event)
        self.learn(message["state"])
        return self.state

    def learn(self, state: dict[str, Any]) -> None:
        if state["number"] >= self.state["number"]:
            self.state = state

    async def close(self) -> None:
        """Disconnect."""


class Connected(Person):
    """A player who acts over a socket and reconnects whenever it breaks."""

    def __init__(self, web: Web, match: str, side: int, secret: str) -> None:
        super().__init__(web, match, side, secret)
        self.last = 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._socket: websockets.ClientConnection | None = None
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._keep_connected())

    async def _keep_connected(self) -> None:
        tries = 0
        while True:
            try:
                await self._listen()
            except LOST:
                self.web.notebook.counts["connected again"] += 1
            tries = 0 if self._socket else tries + 1
            self._socket = None
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(TimeoutError())
            await self.web.rest(tries)

    async def _listen(self) -> None:
        address = f"{self.web.any().replace('http', 'ws', 1)}/api/matches/{self.match}/socket"
        async with websockets.connect(
            address, compression=None, open_timeout=ANSWER_SECONDS, close_timeout=1
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": self.secret, "since": self.last}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "welcome":
                    self._socket = socket
                    if message["side"] != self.side:
                        self._fault(f"side {self.side} is {message['side']} to the server")
                self._hear(message)
                self._changed.set()

    def _hear(self, message: dict[str, Any]) -> None:
        events = message.get("events", [message["event"]] if message["type"] == "event" else [])
        for event in events:
            self.web.notebook.note(self.match, event)
            if event["number"] > self.last + 1:
                self._fault(f"{event['number']} came after {self.last}")
            if event["number"] <= self.last:
                self._fault(f"{event['number']} came again")
            self.last = event["number"]
        if "state" in message:
            self.learn(message["state"])
        answer = self._answers.get(message["request"]) if message["type"] in ("done", "refused") else None
        if answer and not answer.done():
            answer.set_result(message)

    def _fault(self, text: str) -> None:
        self.web.notebook.faults.append(f"{self.match}: {text}")

    async def act(self, kind: str, after: int, **more: Any) -> int:
        request = secrets.token_hex(8)
        order = json.dumps({"type": kind, "after": after, "request": request, **more})
        while True:
            answer = self._answers[request] = asyncio.get_running_loop().create_future()
            try:
                while self._socket is None:
                    await asyncio.sleep(PAUSE / 4)
                await self._socket.send(order)
                message = await asyncio.wait_for(answer, ANSWER_SECONDS)
            except LOST:
                self.web.notebook.counts["sent again"] += 1
                await self.web.rest(0)  # lets the reader notice that the socket has closed
                continue
            finally:
                del self._answers[request]
            if message["type"] == "done":
                return int(message["number"])
            refused = Refused(message["problem"])
            if refused.problem["status"] not in (429, 503):
                if refused.problem["status"] >= 500:
                    self._fault(f"{kind}: {refused.problem}")
                raise refused
            await asyncio.sleep(PAUSE)

    async def wait_for(self, number: int) -> None:
        """Wait until an event has been pushed."""
        while self.last < number:
            self._changed.clear()
            await self._changed.wait()

    async def close(self) -> None:
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
