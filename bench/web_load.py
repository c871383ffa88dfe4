"""A load generator: many sockets that play on a server and measure when moves arrive. Run by bench/web.py.

It is lean, so that it measures the server and not itself: it has its own minimal WebSocket code, and knows
the moves in advance, so that it needn't read positions.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import secrets
import struct
import sys
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import httpx
import uvloop

from gridlock import make

AT_ONCE = 20  # matches being created
_NUMBER = re.compile(rb'"number":(\d+)')
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Load(NamedTuple):
    """What to play, and for how long."""

    url: str
    matches: int
    seconds: int
    game: str
    size: str


def long_line(game: str, size: str, moves: int) -> list[str]:
    """The moves of a long match: close to the edge and to each other, which leaves room."""
    rows, _, cols = size.partition("x")
    rules = make(game, int(rows), int(cols))
    best: list[str] = []
    for seed in range(2000):
        random, position, line = Random(seed), rules.start(), []
        while position.legal:
            following = [(move, position.play(move)) for move in position.legal_moves()]
            random.shuffle(following)
            move, position = min(following, key=lambda step: len(step[1].legal_moves()) or 99)
            line.append(str(move))
        best = max(best, line, key=len)
        if len(best) >= moves:
            break
    return best


class Socket(asyncio.Protocol):
    """A minimal WebSocket client: no compression, zero masks, frames of any length."""

    def __init__(self, table: Table, secret: str) -> None:
        self.table, self.secret = table, secret
        self.welcomed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._held = bytearray()
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's class isn't a Transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            f"GET /api/matches/{self.table.id}/socket HTTP/1.1\r\nHost: {self.table.host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, text: bytes, kind: int = _TEXT) -> None:
        """Send a message; a mask of zeros leaves it unchanged."""
        length = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + struct.pack(">H", len(text))
        self._transport.write(bytes([0x80 | kind]) + length + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        self._held += data
        if not self._open:
            head, found, rest = self._held.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.table.results.fault(head.split(b"\r\n")[0].decode())
                return
            self._open, self._held = True, rest
            self.send(json.dumps({"type": "hello", "secret": self.secret, "since": 0}).encode())
        self._frames()

    def _frames(self) -> None:
        held = self._held
        while len(held) >= 2:
            length, start = held[1], 2
            if length == 126:
                length, start = int.from_bytes(held[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(held[2:10], "big"), 10
            if len(held) < start + length:
                return
            kind, text = held[0] & 15, bytes(held[start : start + length])
            del held[: start + length]
            if kind == _TEXT:
                self._heard(text)
            elif kind == _PING:
                self.send(text, _PONG)
            elif kind == _CLOSE:
                self.table.results.fault(f"closed: {text!r}")

    def _heard(self, text: bytes) -> None:
        self.table.results.messages += 1
        self.table.results.bytes += len(text)
        if text.startswith(b'{"type":"event"'):
            found = _NUMBER.search(text)
            assert found is not None
            self.table.on_event(self, int(found[1]))
        elif text.startswith(b'{"type":"welcome"'):
            self.welcomed.set_result(json.loads(text)["state"]["number"])
        elif text.startswith(b'{"type":"refused"'):
            self.table.results.fault(text.decode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.table.results.over:
            self.table.results.fault(f"lost: {error}")


class Results:
    """The results of all sockets."""

    def __init__(self) -> None:
        self.opponent: list[float] = []
        """Seconds from sending a move until the opponent sees it."""
        self.own: list[float] = []
        """The same for the sender."""
        self.late: list[float] = []
        """How much later than planned moves were sent, because the load generator was busy."""
        self.faults: dict[str, int] = {}
        self.moves = self.messages = self.bytes = 0
        self.over = False

    def fault(self, text: str) -> None:
        """Count an error."""
        self.faults[text[:300]] = self.faults.get(text[:300], 0) + 1


class Table:
    """A match with its two sockets."""

    def __init__(self, match: str, host: str, results: Results, line: list[str]) -> None:
        self.id, self.host, self.results = match, host, results
        self.line = line
        self.sockets: list[Socket] = []
        self.last = 0
        self.played = 0
        self._sent = 0.0
        self._expected = 0

    def begin(self, loop: asyncio.AbstractEventLoop, when: float, end: float) -> None:
        """Play a move every second from this time on."""
        self._loop, self._when, self._end = loop, when, end
        loop.call_at(when, self._turn)

    def _turn(self) -> None:
        self.results.late.append(self._loop.time() - self._when)
        self._when += 1
        if self._when <= self._end:
            self._loop.call_at(self._when, self._turn)
        if self._expected > self.last:
            self.results.fault("a move was not seen within a second")
            return
        order = {"type": "move", "move": self.line[self.played], "after": self.last}
        self._expected = self.last + 1
        self._sent = perf_counter()
        self.sockets[self.played % 2].send(json.dumps(order | {"request": f"{self.played}"}).encode())
        self.results.moves += 1

    def on_event(self, socket: Socket, number: int) -> None:
        """Handle an event that arrived at a socket."""
        if number != self._expected:
            self.results.fault(f"event {number} instead of {self._expected}")
        took = perf_counter() - self._sent
        if socket is self.sockets[self.played % 2]:
            self.results.own.append(took)
        else:
            self.results.opponent.append(took)
        self.last, before = number, self.last
        if before == number:  # both sockets have it
            self.played += 1


async def _create_match(
    client: httpx.AsyncClient, load: Load, gate: asyncio.Semaphore
) -> tuple[str, str, str]:
    """Create a match and take both seats; return its id and the seats' secrets."""
    first, second = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    order = {"game": load.game, "size": load.size, "seats": ["me", "open"], "request": "make"}
    async with gate:
        response = await client.post("/api/matches", json=order, headers={"Authorization": f"Bearer {first}"})
        response.raise_for_status()
        match = response.json()["id"]
        bearer = {"Authorization": f"Bearer {second}"}
        joined = await client.post(f"/api/matches/{match}/join", json={"request": "join"}, headers=bearer)
        joined.raise_for_status()
    return match, first, second


async def run(load: Load) -> Results:
    """Create the matches, connect, report, and play when told to continue."""
    results, place = Results(), urlsplit(load.url)
    line = long_line(load.game, load.size, load.seconds)
    if len(line) < load.seconds:
        raise SystemExit(
            f"The longest match that was found has {len(line)} moves: too few for {load.seconds} s."
        )
    gate = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(base_url=load.url, timeout=60) as client:
        created = await asyncio.gather(*(_create_match(client, load, gate) for _ in range(load.matches)))
    tables = []
    _report("made")
    loop = asyncio.get_running_loop()
    for match, *seats in created:
        table = Table(match, place.netloc, results, line)
        for secret in seats:
            _, socket = await loop.create_connection(
                partial(Socket, table, secret), place.hostname or "", place.port or 80
            )
            table.sockets.append(socket)
        tables.append(table)
    for table in tables:
        table.last = table._expected = max(await asyncio.gather(*(end.welcomed for end in table.sockets)))
    _report("connected")
    random, start = Random(1), loop.time() + 0.5
    for table in tables:
        table.begin(loop, start + random.random(), start + load.seconds)
    await asyncio.sleep(load.seconds + 2.5)
    results.over = True
    _report("played")
    return results


def _report(what: str) -> None:
    """Report to the parent process and wait until it has taken its snapshot."""
    print(what, flush=True)
    sys.stdin.readline()


def main() -> None:
    """Put load on the server given by the arguments, and print the results as JSON."""
    load = Load(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5])
    results = uvloop.run(run(load))
    payload: dict[str, Any] = {name: value for name, value in vars(results).items() if name != "over"}
    print(json.dumps(payload))


if __name__ == "__main__":
    main()
