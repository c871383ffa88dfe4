"""People who play over a server that may vanish at any moment, and who note all they are told.

Each acts by requests or over a socket. Whoever gets no answer asks again with the same request id, perhaps
at another server; what was answered or told once must be true for ever.
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
"""Whoever waits longer asks again."""
LOST = (httpx.TransportError, OSError, websockets.WebSocketException, TimeoutError, asyncio.TimeoutError)
PAUSE = 0.1
LONGEST_PAUSE = 2.0
"""Hundreds who try again and again would keep a server from starting that shares the machine with them."""


class Fact(NamedTuple):
    """An event as it was told."""

    kind: str
    side: int | None
    text: str


class Refused(Exception):
    """The server has decided against a request, and said why."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("detail", ""))
        self.kind = str(problem["type"]).rpartition("/")[2]
        self.problem = problem


class Notebook:
    """All that anybody was told."""

    def __init__(self) -> None:
        self.facts: dict[str, dict[int, Fact]] = defaultdict(dict)
        self.answered: dict[str, set[int]] = defaultdict(set)
        """The numbers under which somebody's own actions were accepted."""
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()

    def note(self, match: str, event: dict[str, Any]) -> None:
        """Note an event; it must be what others were told under the same number."""
        fact = Fact(event["kind"], event["side"], event["text"])
        known = self.facts[match].setdefault(event["number"], fact)
        if known != fact:
            self.faults.append(f"{match} {event['number']}: {known} became {fact}")

    def note_answer(self, match: str, number: int, fact: Fact) -> None:
        """Note that somebody's own action was accepted under this number, which no other can be."""
        if number in self.answered[match]:
            self.faults.append(f"{match} {number}: {fact} and another were both accepted")
        self.answered[match].add(number)
        self.note(match, {"number": number, "kind": fact.kind, "side": fact.side, "text": fact.text})
        self.counts[fact.kind] += 1


class Web:
    """The servers that people can ask, any of which may be away."""

    def __init__(self, urls: Sequence[str], random: Random, notebook: Notebook) -> None:
        self.urls = list(urls)
        self.random = random
        self.notebook = notebook
        self._looking = asyncio.Lock()
        limits = httpx.Limits(max_connections=40)  # each request looks at all of them
        self._client = httpx.AsyncClient(timeout=ANSWER_SECONDS, limits=limits)

    async def close(self) -> None:
        await self._client.aclose()

    async def rest(self, tries: int) -> None:
        """Wait before trying again, the longer the more often it was tried, and until somebody listens."""
        await asyncio.sleep(self.random.uniform(0.5, 1) * min(LONGEST_PAUSE, PAUSE * 2**tries))
        async with self._looking:
            while not await self._somebody_listens():
                await asyncio.sleep(PAUSE)

    async def _somebody_listens(self) -> bool:
        for place in map(urlsplit, self.urls):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection(place.hostname, place.port)
                writer.close()
                return True
        return False

    def any(self) -> str:
        """One of the servers."""
        return self.random.choice(self.urls)

    async def ask(self, method: str, path: str, secret: str = "", **body: Any) -> dict[str, Any]:
        """Ask until somebody answers; Refused if the answer is no."""
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
            told: dict[str, Any] = answer.json()
            if answer.is_error:
                raise Refused(told)
            return told
        raise AssertionError


class Person:
    """Somebody with a seat, who acts by requests."""

    def __init__(self, web: Web, match: str, side: int, secret: str) -> None:
        self.web, self.match, self.side, self.secret = web, match, side, secret
        self.state: dict[str, Any] = {"number": 0}

    async def act(self, kind: str, after: int, **more: Any) -> int:
        """Do something; the number of the event that it became."""
        order = {"kind": kind, "after": after, "request": secrets.token_hex(8), **more}
        answer = await self.web.ask("POST", f"/api/matches/{self.match}/actions", self.secret, **order)
        self.learn(answer["state"])
        return int(answer["number"])

    async def look(self) -> dict[str, Any]:
        """What the match is now, with all events noted."""
        since = self.state["number"]
        told = await self.web.ask("GET", f"/api/matches/{self.match}/events?since={since}")
        for event in told["events"]:
            self.web.notebook.note(self.match, event)
        self.learn(told["state"])
        return self.state

    def learn(self, state: dict[str, Any]) -> None:
        if state["number"] >= self.state["number"]:
            self.state = state

    async def close(self) -> None:
        """Leave."""


class Connected(Person):
    """Somebody with a seat, who acts over a socket, and connects again whenever it breaks."""

    def __init__(self, web: Web, match: str, side: int, secret: str) -> None:
        super().__init__(web, match, side, secret)
        self.last = 0
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._socket: websockets.ClientConnection | None = None
        self._changed = asyncio.Event()
        self._reading = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
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
                told = json.loads(text)
                if told["type"] == "welcome":
                    self._socket = socket
                    if told["side"] != self.side:
                        self._fault(f"side {self.side} is {told['side']} to the server")
                self._hear(told)
                self._changed.set()

    def _hear(self, told: dict[str, Any]) -> None:
        events = told.get("events", [told["event"]] if told["type"] == "event" else [])
        for event in events:
            self.web.notebook.note(self.match, event)
            if event["number"] > self.last + 1:
                self._fault(f"{event['number']} came after {self.last}")
            if event["number"] <= self.last:
                self._fault(f"{event['number']} came again")
            self.last = event["number"]
        if "state" in told:
            self.learn(told["state"])
        answer = self._answers.get(told["request"]) if told["type"] in ("done", "refused") else None
        if answer and not answer.done():
            answer.set_result(told)

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
                told = await asyncio.wait_for(answer, ANSWER_SECONDS)
            except LOST:
                self.web.notebook.counts["sent again"] += 1
                await self.web.rest(0)  # or the socket's own end would never be noticed
                continue
            finally:
                del self._answers[request]
            if told["type"] == "done":
                return int(told["number"])
            refused = Refused(told["problem"])
            if refused.problem["status"] not in (429, 503):
                if refused.problem["status"] >= 500:
                    self._fault(f"{kind}: {refused.problem}")
                raise refused
            await asyncio.sleep(PAUSE)

    async def wait_for(self, number: int) -> None:
        """Wait until an event has arrived by itself."""
        while self.last < number:
            self._changed.clear()
            await self._changed.wait()

    async def close(self) -> None:
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
