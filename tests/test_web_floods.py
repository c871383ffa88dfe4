"""Floods of connections, searches, slow readers and slow writers. Other clients must not notice.

``test_web_guard.py`` tests the rate limits with a fake clock. Here a flood goes on until it is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from ipaddress import ip_network
from typing import Any

import httpx
import pytest
import websockets

from gridlock.web.ports import listen_at
from guests import BEHIND_PROXY, Guest, Seats, kind_of
from servers import WebServer
from waiting import DEADLINE, eventually

pytest_plugins = ["guests"]
pytestmark = pytest.mark.slow

HARD = "/api/analysis?game=blockade&size=8x8"
EASY = "/api/analysis?game=trail&size=3x3"


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server with low limits: 10 sockets, 8 matches, 60 moves and 15 searches a minute."""
    folder = tmp_path_factory.mktemp("strict")
    with WebServer(folder, *BEHIND_PROXY, "--allow", "0.25", "--workers", "1", patient=True) as started:
        yield started
        assert "Traceback" not in started.output(), started.output()


@pytest.fixture
async def guest(strict: WebServer) -> AsyncIterator[Guest]:
    async with Guest(strict.url) as polite:
        yield polite


async def others_play(server: WebServer) -> None:
    """Let two other clients play, and check that each sees the other's moves.

    The server's timeouts are very long, so anything that blocks them makes the test fail.
    """
    async with Guest(server.url) as polite:
        match = await polite.sit(size="8x8")
        state = match.state
        async with (
            polite.socket(match.id, match.secrets[1]) as one,
            polite.socket(match.id, match.secrets[2]) as two,
        ):
            for _ in range(3):
                mover, other = (one, two) if state["scene"]["turn"] == 1 else (two, one)
                order = {"after": state["number"], "move": state["scene"]["moves"][0]["move"]}
                await mover.say({"type": "move", "request": f"m{state['number']}"} | order)
                state = (await other.hear("event"))["state"]


def bare(server: WebServer) -> socket.socket:
    """Open a raw connection."""
    return socket.create_connection(("127.0.0.1", server.port), DEADLINE)


# Connections ------------------------------------------------------------------------------------


async def opened(guest: Guest, match: Seats, stack: contextlib.AsyncExitStack) -> bool:
    """Whether another socket is accepted; if not, it must be refused or closed cleanly."""
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


async def test_sockets_per_address_are_limited(strict: WebServer, guest: Guest) -> None:
    match = await guest.sit()
    async with contextlib.AsyncExitStack() as stack:
        assert sum([await opened(guest, match, stack) for _ in range(30)]) == 10
        await others_play(strict)
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(DEADLINE):
        while not await opened(guest, match, stack):  # closed sockets free their slots, once noticed
            pass


async def test_a_thousand_silent_connections(strict: WebServer, guest: Guest) -> None:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(bare(strict)) for _ in range(1000)]
        for line in lines[::2]:
            line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Never: ")
        await others_play(strict)
        assert (await guest.client.get("/healthz")).status_code == 200


async def test_bodies_sent_one_byte_at_a_time(strict: WebServer, guest: Guest) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(bare(strict)) for _ in range(100)]
        for line in lines:
            line.sendall(head + b"Content-Length: 5000\r\n\r\n{")
        for _ in range(3):
            for line in lines:
                line.sendall(b" ")
            await others_play(strict)
        assert (await guest.client.get("/api/games")).status_code == 200


# Readers ----------------------------------------------------------------------------------------


async def test_a_slow_reader_is_disconnected_and_delays_nobody(server: WebServer) -> None:
    """One socket requests everything and never reads. Others still get events, and it can catch up later."""
    async with Guest(server.url) as guest:
        match = await guest.sit("me", "me", size="8x8", game="blockade")
        number = match.state["number"]
        async with guest.socket(match.id, match.secrets[1]) as line:
            slow = await asyncio.to_thread(deaf_socket, server, match)
            for turn in range(150):  # a long log, for long responses
                act = {"move": match.moves[0]} if turn % 2 == 0 else {}
                reply = await line.ask("move" if act else "undo", after=number, **act)
                number = reply["number"]
                await asyncio.to_thread(say, slow, {"type": "since", "since": 0}, times=4)
        await asyncio.to_thread(is_cut_off, slow)
        async with guest.socket(match.id, since=3) as again:
            assert [event["number"] for event in again.welcome["events"]] == list(range(4, number + 1))


def deaf_socket(server: WebServer, match: Seats) -> socket.socket:
    """Open a match's socket with small buffers, and never read from it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        f"GET {match.path}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "X-Forwarded-For: 10.7.7.7\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):  # no message may be sent earlier
        head += line.recv(1)
    say(line, {"type": "hello", "since": 0})
    return line


def say(line: socket.socket, message: dict[str, Any], times: int = 1) -> None:
    """Send a message as a frame, if the connection is still open."""
    text = json.dumps(message).encode()
    with contextlib.suppress(ConnectionError):
        line.sendall((bytes([0x81, 0x80 | len(text)]) + struct.pack(">I", 0) + text) * times)


def is_cut_off(line: socket.socket) -> None:
    """Read what has arrived, up to the close frame with the code "try again later"."""
    line.settimeout(DEADLINE)
    arrived = b""
    with line, contextlib.suppress(ConnectionError):
        while not arrived.endswith(b"\x88\x02" + struct.pack(">H", 1013)):
            some = line.recv(1 << 16)
            if not some:
                break
            arrived += some
            assert len(arrived) < 20_000_000


def test_listening_sockets_have_a_user_timeout() -> None:
    """A client that never reads anything is left to the system's timeout."""
    with listen_at("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) > 0


# Searches and requests --------------------------------------------------------------------------


async def test_a_flood_of_searches_does_not_affect_others(strict: WebServer) -> None:
    async with contextlib.AsyncExitStack() as stack:
        floods = [await stack.enter_async_context(Guest(strict.url)) for _ in range(5)]
        tasks = [asyncio.create_task(guest.client.get(HARD)) for guest in floods for _ in range(30)]

        def refused() -> list[httpx.Response]:
            """Return the refused requests; no search ends, because the timeouts are very long."""
            return [task.result() for task in tasks if task.done()]

        await eventually(lambda: len(refused()) >= 5 * 15)  # each address has 15 a minute
        await others_play(strict)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        answers = [task.result() for task in tasks if not task.cancelled()]
    assert {answer.status_code for answer in answers} == {429}
    assert {kind_of(answer.json()) for answer in answers} <= {"too-many", "busy"}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in answers)
    async with Guest(strict.url) as later:
        async with asyncio.timeout(DEADLINE):  # abandoned searches are stopped
            while (await later.client.get(EASY)).status_code != 200:
                await asyncio.sleep(0.1)


async def until_refused(ask: Callable[[], Awaitable[httpx.Response]], at_once: int = 8) -> httpx.Response:
    """Repeat a request until it is refused, and return the refusal."""
    async with asyncio.timeout(DEADLINE):
        while True:
            for answer in await asyncio.gather(*(ask() for _ in range(at_once))):
                if answer.status_code == 429:
                    return answer


async def test_too_many_requests_and_matches_are_refused(guest: Guest) -> None:
    order: dict[str, Any] = {"game": "trail", "seats": ["me", "open"]}
    assert (await guest.ask("POST", "/api/matches", "A" * 43, request="x", **order)).status_code == 201
    for ask in (
        lambda: guest.ask("POST", "/api/matches", "A" * 43, request="x", **order),
        lambda: guest.client.get("/api/games"),
    ):
        answer = await until_refused(ask)
        assert answer.headers["content-type"] == "application/problem+json"
        assert kind_of(answer.json()) == "too-many"
        assert int(answer.headers["retry-after"]) >= 1


async def test_moves_on_a_socket_are_limited(strict: WebServer, guest: Guest) -> None:
    match = await guest.sit()
    async with guest.socket(match.id, match.secrets[1]) as line, asyncio.timeout(DEADLINE):
        problem: dict[str, Any] = {"status": 0}
        while problem["status"] != 429:
            for _ in range(80):
                await line.say({"type": "rename", "after": 0, "request": "x", "name": "x"})
            for _ in range(80):
                problem = max(problem, (await line.hear("refused"))["problem"], key=lambda one: one["status"])
        assert kind_of(problem) == "too-many"
        await others_play(strict)


async def test_clients_that_keep_requesting_everything_are_disconnected(
    strict: WebServer, guest: Guest
) -> None:
    match = await guest.sit()
    async with guest.socket(match.id) as line:
        listening = asyncio.create_task(line.closed())
        with contextlib.suppress(websockets.ConnectionClosed):
            while not listening.done():
                await line.say({"type": "since", "since": 0})
                await asyncio.sleep(0)
        assert await listening in (1013, 1006)  # a client that is still sending may miss the reason
    await others_play(strict)


# Forwarding headers -----------------------------------------------------------------------------


INVENTED = map(str, ip_network("10.128.0.0/9"))
"""Unique addresses."""
LIES = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP")


async def test_a_forged_forwarding_header_is_ignored(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with WebServer(tmp_path_factory.mktemp("direct"), "--allow", "0.02", "--workers", "1") as direct:
        async with Guest(direct.url, address="") as guest:
            await until_refused(lambda: guest.client.get("/api/games", headers=lies(next(INVENTED))), 1)


def lies(address: str) -> dict[str, str]:
    """Headers with forged addresses get no allowance of their own."""
    return {name: f"for={address}" if name == "Forwarded" else address for name in LIES}


async def test_only_the_trusted_proxys_header_counts(guest: Guest) -> None:
    """Addresses that a client puts before the proxy's own are ignored."""

    def ask() -> Awaitable[httpx.Response]:
        return guest.client.get("/api/games", headers={"X-Forwarded-For": f"{next(INVENTED)}, 10.55.0.1"})

    await until_refused(ask)
