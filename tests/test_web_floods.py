"""Too much of everything: connections, searches, slow readers and slow writers. Others must not notice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import websockets

from gridlock.web.listening import listening_at
from guests import BEHIND_PROXY, Guest, Seats, kind_of
from servers import WebServer

pytest_plugins = ["guests"]

QUICK = 3.0
"""Seconds within which others are answered, whatever somebody does; on a machine that tests share."""
HARD = "/api/analysis?game=blockade&size=8x8"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server that lets nobody do much: 10 sockets, 8 matches and 60 moves a minute, 15 searches."""
    folder = tmp_path_factory.mktemp("strict")
    with WebServer(folder, *BEHIND_PROXY, "--allow", "0.25", "--workers", "1") as started:
        yield started
        assert "Traceback" not in started.told(), started.told()


@pytest.fixture
async def guest(strict: WebServer) -> AsyncIterator[Guest]:
    async with Guest(strict.url) as polite:
        yield polite


@contextlib.asynccontextmanager
async def unnoticed(server: WebServer) -> AsyncIterator[None]:
    """Two others play meanwhile: each move is seen by the opponent at once."""
    async with Guest(server.url) as polite:
        match, stop = await polite.sit(size="8x8"), asyncio.Event()
        late: list[float] = []

        async def play() -> None:
            state = match.state
            async with (
                polite.socket(match.id, match.secrets[1]) as one,
                polite.socket(match.id, match.secrets[2]) as two,
            ):
                while (len(late) < 3 or not stop.is_set()) and state["status"] != "over":
                    began, mover = time.monotonic(), (one if state["scene"]["turn"] == 1 else two)
                    order = {"after": state["number"], "move": state["scene"]["moves"][0]["move"]}
                    await mover.say({"type": "move", "request": f"m{state['number']}"} | order)
                    state = (await (two if mover is one else one).hear("event"))["state"]
                    late.append(time.monotonic() - began)
                    await asyncio.sleep(0.2)

        playing = asyncio.create_task(play())
        yield
        stop.set()
        await playing
        assert late
        assert max(late) < QUICK, late


def bare(server: WebServer) -> socket.socket:
    """A connection over which anything can be sent."""
    return socket.create_connection(("127.0.0.1", server.port), 10)


# Connections ------------------------------------------------------------------------------------


async def opened(guest: Guest, match: Seats, stack: contextlib.AsyncExitStack) -> bool:
    """Whether one more socket was let in; what is too much is refused or closed cleanly."""
    try:
        await stack.enter_async_context(guest.socket(match.id))
    except websockets.InvalidStatus as refused:
        assert refused.response.status_code in (403, 429, 503)
        return False
    except websockets.ConnectionClosed as closed:
        assert closed.rcvd is not None
        assert closed.rcvd.code == 1013
        return False
    return True


async def test_one_address_has_only_so_many_sockets(strict: WebServer, guest: Guest) -> None:
    match = await guest.sit()
    async with unnoticed(strict):
        async with contextlib.AsyncExitStack() as stack:
            assert sum([await opened(guest, match, stack) for _ in range(30)]) == 10
        async with contextlib.AsyncExitStack() as stack:
            await asyncio.sleep(0.5)
            assert await opened(guest, match, stack), "who has left makes room"


async def test_a_thousand_connections_that_say_nothing(strict: WebServer, guest: Guest) -> None:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(bare(strict)) for _ in range(1000)]
        for line in lines[::2]:
            line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never: ")
        async with unnoticed(strict):
            began = time.monotonic()
            assert (await guest.client.get("/healthz")).status_code == 200
            assert time.monotonic() - began < QUICK


async def test_bodies_that_come_a_byte_at_a_time(strict: WebServer, guest: Guest) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(bare(strict)) for _ in range(100)]
        for line in lines:
            line.sendall(head + b"Content-Length: 5000\r\n\r\n{")
        async with unnoticed(strict):
            for _ in range(10):
                for line in lines:
                    line.sendall(b" ")
                await asyncio.sleep(0.1)
            assert (await guest.client.get("/api/games")).status_code == 200


# Readers ----------------------------------------------------------------------------------------


async def test_a_slow_reader_delays_nobody_and_is_cut_off(server: WebServer) -> None:
    """One socket asks for everything and never reads; events flow on to others, and it can catch up later."""
    async with Guest(server.url) as guest:
        match = await guest.sit(size="8x8", game="blockade")
        late, number = [], match.state["number"]
        async with guest.socket(match.id, match.secrets[1]) as line:
            slow = await asyncio.to_thread(deaf_socket, server, match)
            for turn in range(150):
                began = time.monotonic()
                told = await line.ask("rename", after=number, name=f"Name {turn}")
                late.append(time.monotonic() - began)
                number = told["number"]
                await asyncio.to_thread(say, slow, {"type": "since", "since": 0}, times=4)
        assert max(late) < QUICK
        await asyncio.to_thread(is_cut_off, slow)
        async with guest.socket(match.id, since=3) as again:
            assert [event["number"] for event in again.welcome["events"]] == list(range(4, number + 1))


def deaf_socket(server: WebServer, match: Seats) -> socket.socket:
    """A socket of a match that has been opened and is never read from, with little room for what arrives."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        f"GET {match.path}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "X-Forwarded-For: 10.7.7.7\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):  # before that, no message may be sent
        head += line.recv(1)
    say(line, {"type": "hello", "since": 0})
    return line


def say(line: socket.socket, message: dict[str, Any], times: int = 1) -> None:
    """Send a message as a frame, if there is still somebody at the other end."""
    text = json.dumps(message).encode()
    with contextlib.suppress(ConnectionError):
        line.sendall((bytes([0x81, 0x80 | len(text)]) + struct.pack(">I", 0) + text) * times)


def is_cut_off(line: socket.socket) -> None:
    """Read what has still arrived, up to the end that the server has made: try again later."""
    line.settimeout(15)
    arrived = b""
    with line, contextlib.suppress(ConnectionError):
        while not arrived.endswith(b"\x88\x02" + struct.pack(">H", 1013)):
            some = line.recv(1 << 16)
            if not some:
                break
            arrived += some
            assert len(arrived) < 20_000_000


def test_the_system_lets_go_of_who_never_reads_at_all() -> None:
    """Who was cut off is gone after reading what was on its way; who never does is left to the system."""
    with listening_at("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) > 0


# Searches and requests --------------------------------------------------------------------------


async def test_a_flood_of_searches_is_refused_and_others_play_on(strict: WebServer) -> None:
    async with unnoticed(strict), contextlib.AsyncExitStack() as stack:
        floods = [await stack.enter_async_context(Guest(strict.url)) for _ in range(5)]
        tasks = [
            asyncio.create_task(guest.client.get(HARD, timeout=60)) for guest in floods for _ in range(30)
        ]
        await asyncio.sleep(3)
        done = [task.result() for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    refused = [answer for answer in done if answer.status_code == 429]
    assert len(refused) >= 5 * 15, "each address has 15 a minute"
    assert {kind_of(answer.json()) for answer in refused} <= {"too-many", "busy"}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    assert {answer.status_code for answer in done} <= {200, 429}
    async with Guest(strict.url) as later:
        answer = await later.client.get("/api/analysis?game=trail&size=3x3", timeout=20)
        assert answer.status_code == 200, "what nobody waits for any more is not searched"


async def test_too_many_requests_matches_and_moves(guest: Guest) -> None:
    async def made() -> int:
        order: dict[str, Any] = {"game": "trail", "seats": ["me", "open"], "request": "x"}
        return (await guest.ask("POST", "/api/matches", "A" * 43, **order)).status_code

    statuses = [await made() for _ in range(12)]
    assert statuses.count(429) >= 1
    assert statuses[0] == 201
    answers = [await guest.client.get("/api/games") for _ in range(170)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["content-type"] == "application/problem+json"
    assert int(answers[-1].headers["retry-after"]) >= 1


async def test_moves_on_a_socket_are_counted_too(strict: WebServer, guest: Guest) -> None:
    match = await guest.sit()
    async with unnoticed(strict), guest.socket(match.id, match.secrets[1]) as line:
        told = [await line.ask("rename", after=0, name="x") for _ in range(80)]
        assert kind_of(told[-1]["problem"]) == "too-many"
        assert told[-1]["problem"]["status"] == 429


async def test_who_asks_for_everything_again_and_again_is_shown_out(strict: WebServer, guest: Guest) -> None:
    match = await guest.sit()
    async with unnoticed(strict), guest.socket(match.id) as line:
        with contextlib.suppress(websockets.ConnectionClosed):
            for _ in range(300):
                await line.say({"type": "since", "since": 0})
        assert await line.closed() in (1013, 1006)  # who still talks when it is closed may not hear why
        assert sum(told["type"] == "events" for told in line.heard) <= 150, "what an address has a minute"


# Whom the server believes -----------------------------------------------------------------------


async def test_who_lies_about_the_address_is_counted_all_the_same(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("direct")
    with WebServer(folder, "--allow", "0.02", "--workers", "1") as direct:
        names = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP")
        async with Guest(direct.url, address="") as guest:
            statuses = [
                (
                    await guest.client.get(
                        "/api/games",
                        headers={name: f"for=10.0.0.{n}" if name == "Forwarded" else f"10.0.0.{n}"},
                    )
                ).status_code
                for n in range(6)
                for name in names
            ]
    assert 429 in statuses, "each would have an allowance of its own, if the server believed them"


async def test_behind_a_proxy_only_its_own_word_counts(guest: Guest) -> None:
    """What a client writes in front of what the proxy has added makes no difference."""
    statuses = [
        (
            await guest.client.get("/api/games", headers={"X-Forwarded-For": f"10.3.3.{n}, 10.55.0.1"})
        ).status_code
        for n in range(170)
    ]
    assert statuses[-1] == 429
