"""Limits on connections, bytes, requests and frames, and no memory leaks."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI, Request, WebSocket
from starlette.requests import HTTPConnection

from gridlock.web import ServerSettings, create_app
from gridlock.web import server as web_server
from gridlock.web.guard import http_protocol
from gridlock.web.guard.addresses import SITE_FACTOR, Addresses, networks
from gridlock.web.guard.buckets import Buckets
from gridlock.web.guard.http_protocol import _MALFORMED as MALFORMED
from gridlock.web.guard.http_protocol import MAX_HEADERS, MAX_PIPELINED, LimitedHttpProtocol
from gridlock.web.guard.socket_protocol import FRAMES_PER_TURN, PIECE, MeteredWebSocket
from gridlock.web.problems import Problem
from gridlock.web.settings import Allowance
from waiting import DEADLINE, eventually

pytestmark = pytest.mark.slow

HOST = b"Host: 127.0.0.1\r\n"
GET = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
CHUNKED = b"POST /api/why-not HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
MASK = bytes(4)
EMPTY = b"\x00\x80" + MASK
"""An empty frame that continues a message."""
BEGIN = b"\x01\x80" + MASK
"""An empty frame that begins a message."""
PING = b"\x89\xfd" + MASK + b"x" * 125
PONG = b"\x8a\x7d" + b"x" * 125
MANY = Allowance(frames=10**7)


def text(message: str) -> bytes:
    """A short message in one frame."""
    return bytes([0x81, 0x80 | len(message)]) + MASK + message.encode()


@dataclass
class Wall:
    """A server in this process, with its protocols."""

    app: FastAPI
    port: int
    connections: list[weakref.ref[LimitedHttpProtocol]] = field(default_factory=list)
    sockets: list[weakref.ref[MeteredWebSocket]] = field(default_factory=list)
    release: asyncio.Event = field(default_factory=asyncio.Event)
    """Releases what waits at ``/api/wait`` and on the sockets."""
    received: list[str] = field(default_factory=list)
    """The messages received on sockets."""

    async def connect(self, address: str = "127.0.0.1") -> Line:
        """Connect from a local address."""
        return Line(
            *await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=10_000_000)
        )

    async def open_socket(self, path: bytes = b"/api/listen") -> Line:
        """Open a WebSocket."""
        line = await self.connect()
        line.send(b"GET " + path + b" HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n")
        assert (await line.head()).startswith(b"HTTP/1.1 101 ")
        return line

    def number_open(self) -> int:
        """Return the number of connections the server counts."""
        lines = self.app.state.guard.metrics.text().decode().splitlines()
        (count,) = [line.split()[1] for line in lines if line.startswith("gridlock_connections ")]
        return round(float(count))


class Line:
    """The client's end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def send_until_closed(self, data: bytes, most: int = 10_000_000) -> None:
        """Send the same data repeatedly; the server must close the connection before taking all of it."""
        with suppress(ConnectionError):
            for _ in range(most // len(data)):
                self.send(data)
                await asyncio.wait_for(self.writer.drain(), DEADLINE)
            pytest.fail(f"it has taken {most} bytes")
        await self.close()

    async def head(self) -> bytes:
        return await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), DEADLINE)

    async def answer(self) -> tuple[int, dict[str, Any]]:
        """Return the status and body of the next response."""
        head = await self.head()
        size = int(head.lower().partition(b"content-length: ")[2].split()[0])
        body = await asyncio.wait_for(self.reader.readexactly(size), DEADLINE)
        return int(head.split()[1]), json.loads(body)

    async def rest(self) -> bytes:
        """Read until the server closes the connection."""
        arrived = b""
        with suppress(ConnectionError):
            while some := await asyncio.wait_for(self.reader.read(1 << 16), DEADLINE):
                arrived += some
        await self.close()
        return arrived

    async def close(self) -> None:
        self.writer.transport.abort()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


def remembering(kind: type, found: list[Any]) -> Callable[..., Any]:
    """Create protocols, and keep weak references to them."""

    def make(*arguments: Any, **more: Any) -> Any:
        protocol = kind(*arguments, **more)
        found.append(weakref.ref(protocol))
        return protocol

    return make


@asynccontextmanager
async def serving_with(settings: ServerSettings | None = None) -> AsyncIterator[Wall]:
    """A server with real protocols but without matches and workers."""
    app = create_app(settings or ServerSettings())
    config = web_server._config(app)
    wall = Wall(app, 0)
    config.http = remembering(LimitedHttpProtocol, wall.connections)  # type: ignore[assignment]
    config.ws = remembering(MeteredWebSocket, wall.sockets)  # type: ignore[assignment]
    add_routes(app, wall)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        wall.port = listener.getsockname()[1]
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listener]))
        await eventually(lambda: server.started)
        yield wall
        wall.release.set()
        server.should_exit = True
        await task


def add_routes(app: FastAPI, wall: Wall) -> None:
    @app.get("/api/wait")
    async def wait(request: Request) -> dict[str, str]:
        await wall.release.wait()
        return {}

    @app.websocket("/api/listen")
    async def listen(websocket: WebSocket) -> None:
        await websocket.accept()
        async for message in websocket.iter_text():
            wall.received.append(message)
            await wall.release.wait()

    @app.websocket("/api/late")
    async def late(websocket: WebSocket) -> None:
        await wall.release.wait()
        await websocket.accept()


@pytest.fixture
async def wall() -> AsyncIterator[Wall]:
    async with serving_with(ServerSettings(allowance=MANY)) as started:
        yield started


# Requests: size and number ---------------------------------------------------------------------


async def test_trailers_are_refused(wall: Wall) -> None:
    line = await wall.connect()
    line.send(CHUNKED + b"\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n")
    status, problem = await line.answer()
    assert (status, problem["type"]) == (400, "/problems/invalid")
    assert await line.rest() == b""


@pytest.mark.parametrize(
    ("start", "endless"),
    [
        pytest.param(b"\r\n2\r\n{}\r\n0\r\n", b"X-Trailer: " + b"x" * 5000 + b"\r\n", id="trailers"),
        pytest.param(b"\r\n2\r\n{}\r\n0\r\nX-Trailer: ", b"x" * 5000, id="one trailer"),
        pytest.param(b"\r\n2;", b"x" * 5000, id="chunk extension"),
        pytest.param(b"\r\n", b"1;" + b"x" * 5000 + b"\r\nx\r\n", id="chunk extensions"),
        pytest.param(b"\r\n", b"1\r\nx\r\n" * 1000, id="tiny chunks"),
        pytest.param(b"", b"X: \r\n" * 1000, id="headers"),
        pytest.param(b"X: ", b"x" * 5000, id="one header"),
    ],
)
async def test_headers_and_framing_are_limited(wall: Wall, start: bytes, endless: bytes) -> None:
    line = await wall.connect()
    line.send(CHUNKED + start)
    await line.send_until_closed(endless, most=4_000_000)
    await eventually(lambda: wall.number_open() == 0)


async def test_chunked_bodies_are_read(wall: Wall) -> None:
    body = b'{"game":"spread","parts":[0]}'
    line = await wall.connect()
    line.send(CHUNKED + b"Content-Type: application/json\r\n\r\n")
    for at in range(0, len(body), 10):
        part = body[at : at + 10]
        line.send(b"%x;name=value\r\n%b\r\n" % (len(part), part))
    line.send(b"0\r\n\r\n" + GET)
    assert await line.answer() == (200, {"text": "", "cells": []})
    assert await line.answer() == (200, {"status": "ok"})
    await line.close()


@pytest.mark.parametrize(("number", "status"), [(MAX_HEADERS, 200), (MAX_HEADERS + 1, 400)])
async def test_the_number_of_headers_is_limited(wall: Wall, number: int, status: int) -> None:
    line = await wall.connect()
    line.send(b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: y\r\n" * (number - 1) + b"\r\n")
    assert (await line.answer())[0] == status
    await line.close()


async def test_pipelined_requests_are_answered_in_order(wall: Wall) -> None:
    line = await wall.connect()
    line.send(GET.replace(b"/healthz", b"/api/wait") + GET * MAX_PIPELINED)
    (protocol,) = [found() for found in wall.connections]
    assert protocol is not None
    await eventually(lambda: len(protocol.pipeline) == MAX_PIPELINED)
    wall.release.set()
    assert [(await line.answer())[0] for _ in range(1 + MAX_PIPELINED)] == [200] * (1 + MAX_PIPELINED)
    await line.close()


async def test_too_many_pipelined_requests_are_refused(wall: Wall) -> None:
    line = await wall.connect()
    line.send(GET.replace(b"/healthz", b"/api/wait") + GET * 5000)
    assert await line.rest() in (b"", MALFORMED), "who is cut off in the middle may not hear why"


# Requests: time ---------------------------------------------------------------------------------


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use very short timeouts."""
    monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 0.1)


@pytest.mark.usefixtures("hasty")
async def test_empty_lines_do_not_keep_a_connection_open(wall: Wall) -> None:
    line = await wall.connect()
    line.send(GET)
    assert (await line.answer())[0] == 200
    line.send(b"\r\n")
    assert await line.rest() == b""


@pytest.mark.usefixtures("hasty")
async def test_an_ignored_body_does_not_keep_a_connection_open() -> None:
    async with serving_with(ServerSettings(allowance=Allowance(requests=1))) as wall:
        line = await wall.connect()
        request = b"POST /api/why-not HTTP/1.1\r\n" + HOST
        line.send(request + b"Content-Length: 2\r\n\r\n{}")
        assert (await line.answer())[0] == 422
        line.send(request + b"Content-Length: 1000000\r\n\r\n{}")
        assert (await line.answer())[0] == 429
        line.send(b" ")
        assert await line.rest() == b""


async def test_the_size_of_an_ignored_body_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "_MAX_BODY", 100_000)
    async with serving_with(ServerSettings(allowance=Allowance(requests=1))) as wall:
        line = await wall.connect()
        request = b"POST /api/why-not HTTP/1.1\r\n" + HOST
        line.send(request + b"Content-Length: 2\r\n\r\n{}" + request + b"Content-Length: 100000000\r\n\r\n")
        assert [(await line.answer())[0] for _ in range(2)] == [422, 429]
        await line.send_until_closed(b"x" * 10_000)


# Rate limits ------------------------------------------------------------------------------------


class SlowStore:
    """A database that responds when it is released."""

    def __init__(self) -> None:
        self.questions = 0
        self.release = asyncio.Event()

    async def number(self, match: str) -> None:
        self.questions += 1
        await self.release.wait()


async def test_concurrent_health_checks_query_the_database_once(wall: Wall) -> None:
    store = SlowStore()
    wall.app.state.pool, wall.app.state.matches = SimpleNamespace(ready=True), SimpleNamespace(store=store)
    lines = [await wall.connect() for _ in range(20)]
    for line in lines:
        line.send(GET.replace(b"/healthz", b"/readyz"))
    await eventually(lambda: number_waiting(wall) == 20)
    store.release.set()
    assert [await line.answer() for line in lines] == [(200, {"status": "ready"})] * 20
    assert store.questions == 1
    lines[0].send(GET.replace(b"/healthz", b"/readyz"))
    assert await lines[0].answer() == (200, {"status": "ready"})
    assert store.questions == 2, "a new question gets a new answer"
    for line in lines:
        await line.close()


def number_waiting(wall: Wall) -> int:
    """Return the number of requests in progress."""
    protocols = [found() for found in wall.connections]
    return sum(bool(protocol and protocol.cycle) for protocol in protocols)


async def test_files_and_health_checks_have_their_own_limit() -> None:
    async with serving_with(ServerSettings(allowance=Allowance(files=3, requests=1))) as wall:
        line = await wall.connect()
        for _ in range(3):
            line.send(GET)
            assert (await line.answer())[0] == 200
        line.send(GET.replace(b"/healthz", b"/api/games"))
        assert (await line.answer())[0] == 200
        line.send(GET.replace(b"/healthz", b"/assets/x/y"))
        assert (await line.answer())[0] == 429
        refused = await wall.connect()
        assert (await refused.answer())[0] == 429
        other = await wall.connect("127.0.0.2")
        other.send(GET)
        assert (await other.answer())[0] == 200
        for connection in (line, refused, other):
            await connection.close()


@pytest.mark.parametrize("trusted", [(), ("127.0.0.1",)])
async def test_reading_pauses_after_a_refusal(
    trusted: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "PAUSE", 10 * DEADLINE)
    settings = ServerSettings(allowance=Allowance(requests=1), trusted_proxies=trusted)
    async with serving_with(settings) as wall:
        line = await wall.connect()
        request = GET.replace(b"/healthz", b"/api/games")
        for status in (200, 429):
            line.send(request)
            assert (await line.answer())[0] == status
        (protocol,) = [found() for found in wall.connections]
        assert protocol is not None
        await eventually(lambda: protocol.cycle.response_complete)
        assert protocol.flow.read_paused is not bool(trusted)
        if not trusted:
            protocol._resume()
        line.send(GET)
        assert (await line.answer())[0] == 200
        await line.close()


# Connections ------------------------------------------------------------------------------------


async def test_connections_per_address_are_limited() -> None:
    async with serving_with(ServerSettings(allowance=Allowance(connections=3))) as wall:
        lines = [await wall.connect() for _ in range(3)]
        await eventually(lambda: wall.number_open() == 3)
        refused = await wall.connect()
        status, problem = await refused.answer()
        assert (status, problem["type"]) == (429, "/problems/too-many")
        assert await refused.rest() == b""
        other = await wall.connect("127.0.0.2")
        other.send(GET)
        assert (await other.answer())[0] == 200, "others have their own"
        await lines.pop().close()
        await eventually(lambda: wall.number_open() == 3)
        again = await wall.connect()
        again.send(GET)
        assert (await again.answer())[0] == 200
        for line in (*lines, other, again):
            await line.close()
        await eventually(lambda: wall.number_open() == 0)
        assert b'gridlock_refused_total{kind="connections"} 1.0' in wall.app.state.guard.metrics.text()


async def test_a_socket_counts_as_one_connection() -> None:
    async with serving_with(ServerSettings(allowance=Allowance(connections=2))) as wall:
        lines = [await wall.open_socket() for _ in range(2)]
        assert wall.number_open() == 2
        refused = await wall.connect()
        assert (await refused.answer())[0] == 429
        for line in (*lines, refused):
            await line.close()
        await eventually(lambda: wall.number_open() == 0)


async def test_a_trusted_proxy_has_no_connection_limit() -> None:
    allowance = Allowance(connections=1, all_connections=5)
    async with serving_with(ServerSettings(allowance=allowance, trusted_proxies=("127.0.0.1",))) as wall:
        lines = [await wall.connect() for _ in range(5)]
        await eventually(lambda: wall.number_open() == 5)
        refused = await wall.connect("127.0.0.2")
        status, problem = await refused.answer()
        assert (status, problem["type"]) == (503, "/problems/unavailable"), "there are not more in total"
        for line in (*lines, refused):
            await line.close()


# Networks ---------------------------------------------------------------------------------------


def test_an_ipv6_address_counts_for_its_64_and_48() -> None:
    assert networks("203.0.113.9") == (("203.0.113.9", 1),)
    assert networks("unknown") == (("unknown", 1),)
    assert networks("2001:db8:1:2::/64") == (("2001:db8:1:2::/64", 1), ("2001:db8:1::/48", SITE_FACTOR))


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("2002:cb00:7109:1::1", "203.0.113.9"),  # 6to4: the address between the 2002 and the network
        ("2002:cb00:7109:2::1", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
    ],
)
def test_ipv4_mapped_and_6to4_addresses_count_as_ipv4(peer: str, counted: str) -> None:
    assert Addresses([]).of_peer((peer, 1)) == counted
    assert Addresses([]).of(from_address(peer).scope) == counted


def from_address(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 50000), "headers": []})


@pytest.mark.parametrize("kind", ["requests", "moves", "matches", "searches"])
def test_a_48_has_the_request_limit_of_four_64s(kind: str) -> None:
    guard = create_app(ServerSettings(allowance=Allowance(**{kind: 3}))).state.guard
    people = [from_address(f"2001:db8:1:{number:x}::1") for number in range(SITE_FACTOR + 1)]
    for person in people[:SITE_FACTOR]:
        for _ in range(3):
            guard.spend(person, kind)
        with pytest.raises(Problem):
            guard.spend(person, kind)
    with pytest.raises(Problem):
        guard.spend(people[-1], kind)
    guard.spend(from_address("2001:db8:2:1::1"), kind)


def test_a_48_has_the_connection_limits_of_four_64s() -> None:
    guard = create_app(ServerSettings(allowance=Allowance(sockets=2, connections=2))).state.guard
    addresses = [f"2001:db8:1:{number:x}::1" for number in range(SITE_FACTOR + 1)]
    slots = [guard.count_connection((address, 1)) for address in addresses[:SITE_FACTOR] for _ in range(2)]
    assert {slot.full for slot in slots} == {None}
    assert guard.count_connection((addresses[0], 1)).full == "address"
    assert guard.count_connection((addresses[-1], 1)).full == "address"
    assert guard.count_connection(("2001:db8:2:1::1", 1)).full is None
    for slot in slots:
        slot.release()
        slot.release()
    assert guard.count_connection((addresses[-1], 1)).full is None
    opened = [guard.count_socket(from_address(address)) for address in addresses[:SITE_FACTOR] for _ in "ab"]
    for socket_slot in opened:
        socket_slot.__enter__()
    with pytest.raises(Problem), guard.count_socket(from_address(addresses[-1])):
        pass


def test_spending_from_several_buckets_is_all_or_nothing() -> None:
    buckets = Buckets(lambda: 100.0)
    assert buckets.spend_all({"wide": 2, "small": 1}) == 0
    assert buckets.spend_all({"wide": 2, "small": 1}) == pytest.approx(60)
    assert buckets.spend_all({"wide": 2, "other": 1}) == 0, "the refusal has cost nothing"
    assert buckets.spend_all({"wide": 2, "third": 1}) == pytest.approx(30)
    assert buckets.spend_all({"amount": 10}, 11) == pytest.approx(6)
    assert buckets.spend_all({"amount": 10}, 10) == 0


# Frames -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param(BEGIN + EMPTY * 110, id="empty frames"),
        pytest.param(PING * 110, id="pings"),
        pytest.param(b"\x8a\x80" + MASK + (b"\x8a\x80" + MASK) * 110, id="pongs"),
        pytest.param(text("{}") * 110, id="messages"),
        pytest.param((b"\x81\xfe\x30\x00" + MASK + b"x" * 0x3000) * 10, id="kilobytes"),
    ],
)
async def test_frames_and_kilobytes_are_counted(frames: bytes) -> None:
    async with serving_with(ServerSettings(allowance=Allowance(frames=100))) as wall:
        wall.release.set()
        line = await wall.open_socket()
        line.send(frames)
        assert b"\x03\xf5Too many frames" in await line.rest(), "code 1013"
        assert b'gridlock_refused_total{kind="frames"} 1.0' in wall.app.state.guard.metrics.text()


async def test_frames_are_counted_by_address() -> None:
    async with serving_with(ServerSettings(allowance=Allowance(frames=100))) as wall:
        one, two = await wall.open_socket(), await wall.open_socket()
        one.send(PING * 60)
        assert await asyncio.wait_for(one.reader.readexactly(60 * len(PONG)), DEADLINE) == PONG * 60
        two.send(PING * 60)
        assert b"\x03\xf5Too many frames" in await two.rest()
        await one.close()


async def test_a_socket_within_its_limits_is_not_affected(wall: Wall) -> None:
    wall.release.set()
    line = await wall.open_socket()
    for number in range(20):
        line.send(text(str(number)))
    await eventually(lambda: len(wall.received) == 20)
    assert wall.received == [str(number) for number in range(20)]
    await line.close()


async def test_frames_are_parsed_in_turns(wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed, counts = 0, [0]
    spend = wall.app.state.guard.spend_frames

    def count(address: str, number: int) -> bool:
        nonlocal parsed
        parsed += number
        return bool(spend(address, number))

    monkeypatch.setattr(wall.app.state.guard, "spend_frames", count)
    line = await wall.open_socket()
    number = 50_000
    line.send(BEGIN + EMPTY * number)
    async with asyncio.timeout(DEADLINE):
        while parsed <= number:
            await asyncio.sleep(0)  # one turn of the loop
            counts.append(parsed)
    steps = [after - before for before, after in pairwise(counts)]
    assert max(steps) <= FRAMES_PER_TURN + PIECE // len(EMPTY) + 1
    await line.close()


async def test_messages_wait_for_the_application(wall: Wall) -> None:
    line = await wall.open_socket()
    messages = [f"{number:04}" for number in range(5000)]
    line.send(b"".join(map(text, messages)))
    await eventually(lambda: wall.received)
    (protocol,) = [found() for found in wall.sockets]
    assert protocol is not None
    await eventually(lambda: protocol.read_paused)
    assert protocol.queue.qsize() <= PIECE // len(text("0000")) + 1
    assert len(protocol._unparsed) <= 1 << 18, "one read at most"
    wall.release.set()
    await eventually(lambda: len(wall.received) == len(messages))
    assert wall.received == messages
    await line.close()


async def test_unread_pongs_do_not_pile_up(wall: Wall) -> None:
    line = await wall.open_socket()
    line.reader._transport.pause_reading()  # type: ignore[attr-defined]
    (protocol,) = [found() for found in wall.sockets]
    assert protocol is not None
    protocol.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    last = b"y" * 125
    line.send(PING * 20_000 + PING.replace(b"x" * 125, last))
    await eventually(lambda: last in protocol._late_pong)
    assert protocol.transport.get_write_buffer_size() <= 1 << 17, "twice what may wait in a transport"
    line.reader._transport.resume_reading()  # type: ignore[attr-defined]
    pongs = await asyncio.wait_for(line.reader.readuntil(last), DEADLINE)
    assert pongs.replace(PONG, b"") == PONG.replace(b"x" * 125, last), "the last ping is answered"
    await line.close()


async def test_frames_before_the_handshake_are_refused(wall: Wall) -> None:
    line = await wall.connect()
    line.send(b"GET /api/late HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n")
    await eventually(lambda: wall.sockets)
    line.send(BEGIN + EMPTY * 1000)
    assert await line.rest() == b""


async def test_malformed_handshakes_get_a_response(wall: Wall) -> None:
    line = await wall.connect()
    line.send(b"GET /api/listen HTTP/1.1\r\n" + HOST + UPGRADE + b"X: " + b"x" * 9000 + b"\r\n\r\n")
    assert (await line.head()).startswith(b"HTTP/1.1 4")
    await line.rest()
    await eventually(lambda: wall.number_open() == 0)


# Memory -----------------------------------------------------------------------------------------


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(GET, id="a request"),
        pytest.param(GET * 5, id="several requests"),
        pytest.param(CHUNKED + b"\r\n2\r\n{}\r\n0\r\nX-Trailer: 1\r\n\r\n", id="a trailer"),
        pytest.param(CHUNKED + b"\r\n2\r\n{}\r\n", id="half a body"),
        pytest.param(b"GET / HTTP/1.1\r\nX-Half: ", id="half a head"),
        pytest.param(b"nonsense\r\n\r\n", id="nonsense"),
        pytest.param(GET.replace(HOST, b"Host: elsewhere.example\r\n"), id="another host"),
        pytest.param(b"GET /api/listen HTTP/1.1\r\n" + HOST + UPGRADE + b"\r\n", id="a socket"),
    ],
)
async def test_closed_connections_free_their_memory(wall: Wall, sent: bytes) -> None:
    with no_garbage_collection():
        line = await wall.connect()
        line.send(sent)
        await eventually(lambda: wall.connections)
        await asyncio.sleep(0.1)  # some responses arrive; either way nothing may leak
        await line.close()
        ended: list[weakref.ref[Any]] = [*wall.connections, *wall.sockets]
        await eventually(lambda: not any(protocol() for protocol in ended))
