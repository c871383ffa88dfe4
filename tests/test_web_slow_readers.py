"""Clients that don't read: their queues are limited, and they are disconnected in the end."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI, Response
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from gridlock.web import ServerSettings, create_app
from gridlock.web.guard import stalls
from gridlock.web.guard.http_protocol import LimitedHttpProtocol
from gridlock.web.guard.socket_protocol import MeteredWebSocket
from gridlock.web.guard.stalls import MIN_READ, SECONDS, StallTimeout
from gridlock.web.matches import hub
from gridlock.web.matches.actions import _MAX_EVENTS
from gridlock.web.matches.hub import Listener
from gridlock.web.matches.live import LiveMatch
from gridlock.web.settings import Allowance
from gridlock.web.store import LogEvent, LogKind
from hosts import Host, host, in_folder, new_holder  # noqa: F401  (a fixture)
from waiting import eventually
from web_apps import ANN, Web, Workers, enter, hear, tell

SMALL = 1 << 12  # small socket buffers, which fill up quickly


# Queues -----------------------------------------------------------------------------------------


class Deaf:
    """A listener whose client never reads."""

    def __init__(self) -> None:
        self.cut_off = 0
        self.listener = Listener(self._send, self._cut)

    async def _send(self, message: str) -> None:
        await asyncio.Event().wait()

    def _cut(self) -> None:
        self.cut_off += 1

    def characters(self) -> int:
        return sum(map(len, self.listener._queue))


async def test_the_size_of_queued_messages_is_limited() -> None:
    deaf = Deaf()
    third = hub._MAX_CHARACTERS // 3
    for number in range(1, 10):
        deaf.listener.send_text("x" * third)
        await asyncio.sleep(0)
        assert deaf.cut_off == max(0, number - 3)
        assert deaf.characters() <= hub._MAX_CHARACTERS
    deaf.listener.close()


async def test_the_number_of_queued_messages_is_limited() -> None:
    deaf = Deaf()
    for _ in range(hub._MAX_MESSAGES + 10):
        deaf.listener.send_text("x")
    assert (deaf.cut_off, len(deaf.listener._queue)) == (10, hub._MAX_MESSAGES)
    deaf.listener.close()


async def test_a_single_message_can_have_any_size() -> None:
    deaf = Deaf()
    deaf.listener.send_text("x" * (3 * hub._MAX_CHARACTERS))
    assert deaf.cut_off == 0
    deaf.listener.send_text("x")
    assert deaf.cut_off == 1
    deaf.listener.close()


async def test_sent_messages_do_not_count() -> None:
    sent: list[str] = []

    async def send(message: str) -> None:
        sent.append(message)

    listener = Listener(send, lambda: pytest.fail("it reads everything"))
    for _ in range(2 * hub._MAX_MESSAGES):
        listener.send_text("x" * (hub._MAX_CHARACTERS - 1))
        await listener.finish()
    assert len(sent) == 2 * hub._MAX_MESSAGES


async def test_every_event_of_the_longest_match_fits(host: Host) -> None:  # noqa: F811
    """A client can request all events while the welcome, which has them, too, is being sent."""
    live: LiveMatch = await host.make(new_holder(), "me", "me", game="blockade", size="8x8", name="Ann")
    rename = LogEvent(live.id, 2, LogKind.RENAMED, 1, "\N{GRINNING FACE}" * 30, live.events[0].at)
    for number in range(2, _MAX_EVENTS + 1):
        assert live.take(rename._replace(number=number))
    everything = json.dumps({"events": live.since(0), "state": live.state()}, ensure_ascii=False)
    assert 2 * len(everything) <= hub._MAX_CHARACTERS


# Timeouts ---------------------------------------------------------------------------------------


class Clock:
    """An event loop with only timers, in virtual time."""

    def __init__(self) -> None:
        self.timers: dict[asyncio.Handle, tuple[Callable[..., None], tuple[Any, ...]]] = {}

    def call_later(self, seconds: float, callback: Callable[..., None], *arguments: Any) -> Any:
        assert seconds == SECONDS
        timer = Timer(self)
        self.timers[timer] = callback, arguments  # type: ignore[index]
        return timer

    def pass_time(self) -> None:
        """Let every current deadline pass."""
        for timer, (callback, arguments) in list(self.timers.items()):
            del self.timers[timer]
            callback(*arguments)


class Timer:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def cancel(self) -> None:
        self._clock.timers.pop(self, None)  # type: ignore[call-overload]


class Transport:
    """A transport with a write buffer."""

    def __init__(self) -> None:
        self.unread = 10 * MIN_READ
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.aborted = True


@pytest.fixture
def stalled() -> StallTimeout:
    """A protocol whose write buffer is full."""
    protocol = StallTimeout()
    protocol.loop, protocol.transport = Clock(), Transport()  # type: ignore[assignment]
    protocol.pause_writing()
    return protocol


def clock_of(protocol: StallTimeout) -> Clock:
    assert isinstance(protocol.loop, Clock)
    return protocol.loop


@pytest.mark.parametrize("read", [0, 1, MIN_READ - 1])
def test_a_client_that_reads_too_little_is_disconnected(stalled: StallTimeout, read: int) -> None:
    stalled.transport.unread -= read
    clock_of(stalled).pass_time()
    assert stalled.transport.aborted


def test_a_client_that_reads_slowly_stays_connected(stalled: StallTimeout) -> None:
    for _ in range(9):
        stalled.transport.unread -= MIN_READ
        clock_of(stalled).pass_time()
        assert not stalled.transport.aborted
    clock_of(stalled).pass_time()
    assert stalled.transport.aborted, "it has stopped reading"


def test_a_client_that_has_caught_up_has_no_deadline(stalled: StallTimeout) -> None:
    stalled.resume_writing()
    assert clock_of(stalled).timers == {}
    stalled.pause_writing()
    assert len(clock_of(stalled).timers) == 1


def test_a_lost_connection_has_no_deadline(stalled: StallTimeout) -> None:
    stalled.connection_lost(None)
    assert clock_of(stalled).timers == {}


# Real connections -------------------------------------------------------------------------------


@asynccontextmanager
async def serving(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """Start a server with small buffers and short timeouts, and return its port."""
    monkeypatch.setattr(stalls, "SECONDS", 0.3)
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)  # inherited by every connection
    config = uvicorn.Config(
        app,
        log_config=None,
        lifespan="off",
        http=LimitedHttpProtocol,
        ws=MeteredWebSocket,
        ws_per_message_deflate=False,
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve([listener]))
    await eventually(lambda: server.started)
    try:
        yield server, listener.getsockname()[1]
    finally:
        server.should_exit = True
        await running


@pytest.fixture
async def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Web]:
    """An application with workers that do nothing."""
    monkeypatch.setattr("gridlock.web.app.Pool", Workers)
    settings = ServerSettings(database=in_folder(tmp_path), allowance=Allowance().times(1000))
    app = create_app(settings)
    async with app.router.lifespan_context(app), serving(app, monkeypatch) as (server, port):
        web = Web(app, port)
        web.app.state.connections = server.server_state.connections
        yield web
        await web.client.aclose()


class Line:
    """A connection with small buffers that a test reads explicitly."""

    def __init__(self, port: int) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self._socket.connect(("127.0.0.1", port))
        self._socket.setblocking(False)
        self._port = port

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self._socket, data)

    async def read(self, most: int = 1) -> bytes:
        return await asyncio.get_running_loop().sock_recv(self._socket, most)

    async def open_socket(self, match: str) -> None:
        """Open a WebSocket and watch a match."""
        protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{self._port}/api/matches/{match}/socket"))
        protocol.send_request(protocol.connect())
        await self.send(b"".join(protocol.data_to_send()))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += await self.read()
        await self.say({"type": "hello", "since": 0})

    async def say(self, message: dict[str, Any]) -> None:
        """Send a message, unless the connection is closed."""
        with suppress(ConnectionError):
            await self.send(Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True))

    async def trickle(self) -> None:
        """Read a byte now and then while the connection is open."""
        with suppress(ConnectionError):
            while await self.read():
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("trickles", [False, True])
async def test_an_unread_socket_is_disconnected(web: Web, trickles: bool) -> None:
    match = await web.make("me", "me", size="8x8")
    with Line(int(web.place.rpartition(":")[2])) as deaf:
        async with web.connect(match) as bystander:
            await enter(bystander, ANN)
            await deaf.open_socket(match)
            for number in range(20):
                await tell(bystander, "rename", name=f"Name {number}", after=number + 1, request=f"r{number}")
                assert (await hear(bystander, "done"))["number"] == number + 2, "nobody waits for the other"
                await deaf.say({"type": "since", "since": 0})
            reading = asyncio.create_task(deaf.trickle() if trickles else asyncio.sleep(0))
            await eventually(lambda: len(web_sockets(web)) == 1)
            await eventually(lambda: len(web.app.state.guard._sockets) == 1)
            reading.cancel()


def web_sockets(web: Web) -> list[MeteredWebSocket]:
    """Return the server's open sockets."""
    return [each for each in web.app.state.connections if isinstance(each, MeteredWebSocket)]


async def test_an_unread_response_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app()

    @app.get("/long")
    async def long() -> Response:
        return Response(b"x" * (64 * MIN_READ))

    async with serving(app, monkeypatch) as (server, port):
        with Line(port) as line:
            await line.send(b"GET /long HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await eventually(lambda: server.server_state.total_requests == 1)
            await eventually(lambda: not server.server_state.connections)
