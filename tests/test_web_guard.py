"""The guard: client addresses, limits, malformed requests and security headers."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import httpx
import pytest
import uvicorn
import uvloop
from fastapi import FastAPI, WebSocket
from starlette.requests import HTTPConnection

from gridlock.errors import InvalidChoice
from gridlock.web import ServerSettings, create_app
from gridlock.web.guard import bodies, buckets, http_protocol
from gridlock.web.guard.addresses import Addresses, read_networks
from gridlock.web.guard.buckets import Buckets
from gridlock.web.guard.hosts import is_own_origin
from gridlock.web.problems import Problem
from gridlock.web.settings import Allowance
from gridlock.web.store import Unavailable
from waiting import DEADLINE


def scope(peer: str = "203.0.113.9", path: str = "/", **headers: str) -> dict[str, Any]:
    """An ASGI scope."""
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "path": path, "client": (peer, 50000), "headers": named, "method": "GET"}


# Client addresses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "counted"),
    [
        ((), "203.0.113.9", "", "203.0.113.9"),
        ((), "203.0.113.9", "198.51.100.1", "203.0.113.9"),  # anyone can send that
        ((), "127.0.0.1", "198.51.100.1", "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", "198.51.100.1", "198.51.100.1"),
        (("127.0.0.1",), "203.0.113.9", "198.51.100.1", "203.0.113.9"),
        (("127.0.0.1",), "127.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),  # the first is forged
        (("127.0.0.1", "10.0.0.0/8"), "127.0.0.1", "192.0.2.66, 198.51.100.1, 10.1.2.3", "198.51.100.1"),
        (("127.0.0.1",), "127.0.0.1", "nonsense", "127.0.0.1"),
        (("127.0.0.1",), "127.0.0.1", "", "127.0.0.1"),
        ((), "2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
        ((), "2001:db8:1:2:bbbb::2", "", "2001:db8:1:2::/64"),  # the same household
        ((), "::ffff:203.0.113.9", "", "203.0.113.9"),
        (("::1",), "::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_requests_count_for_the_clients_address(
    trusted: tuple[str, ...], peer: str, forwarded: str, counted: str
) -> None:
    headers = {"x_forwarded_for": forwarded} if forwarded else {}
    assert Addresses(trusted).of(scope(peer, **headers)) == counted


def test_several_forwarding_headers_are_joined() -> None:
    request = scope("127.0.0.1", x_forwarded_for="192.0.2.66")
    request["headers"].append((b"x-forwarded-for", b"198.51.100.1"))
    assert Addresses(["127.0.0.1"]).of(request) == "198.51.100.1"


def test_clients_without_an_address_are_counted() -> None:
    assert Addresses([]).of(scope() | {"client": None}) == "unknown"


@pytest.mark.parametrize(
    ("peer", "forwarded", "scheme"),
    [
        ("127.0.0.1", "https", "https"),
        ("127.0.0.1", "http, HTTPS", "https"),
        ("127.0.0.1", "http", "http"),
        ("127.0.0.1", "gopher", "http"),
        ("127.0.0.1", "", "http"),
        ("203.0.113.9", "https", "http"),
    ],
)
def test_only_trusted_proxies_can_set_the_scheme(peer: str, forwarded: str, scheme: str) -> None:
    assert Addresses(["127.0.0.1"]).scheme(scope(peer, x_forwarded_proto=forwarded)) == scheme
    assert Addresses([]).scheme(scope(peer, x_forwarded_proto=forwarded)) == "http"


def test_proxies_are_addresses_or_networks() -> None:
    with pytest.raises(InvalidChoice, match="not 'everybody'"):
        read_networks(["everybody"])


# Limits -----------------------------------------------------------------------------------------


def test_tokens_run_out_and_come_back() -> None:
    now = 100.0
    buckets = Buckets(lambda: now)
    assert [buckets.spend("a", 6) for _ in range(6)] == [0.0] * 6
    assert buckets.spend("a", 6) == pytest.approx(10)
    assert buckets.spend("b", 6) == 0, "others have their own"
    now += 10
    assert buckets.spend("a", 6) == 0
    assert buckets.spend("a", 6) == pytest.approx(10)
    now += 60
    assert [buckets.spend("a", 6) for _ in range(6)] == [0.0] * 6
    assert buckets.spend("a", 6) > 0


def test_the_number_of_remembered_addresses_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "_MAX_KEYS", 100)
    now = 0.0
    limited = Buckets(lambda: now)
    for number in range(1000):
        limited.spend(number, 10)
    assert len(limited) <= 100
    now = 120.0
    for number in range(200):
        limited.spend(-number, 10)
    assert len(limited) <= 100


async def test_refusals_say_when_to_retry() -> None:
    settings = ServerSettings(allowance=Allowance(requests=3, moves=1))
    async with client(settings) as (app, asking):
        app.state.guard._buckets = Buckets(lambda: 0.0)  # no time passes
        answers = [await asking.get("/api/games") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[3].headers["retry-after"] == "20"
        payload = answers[3].json()
        assert payload["type"] == "/problems/too-many"
        assert payload["detail"].endswith("Please wait a moment.")
        for path in ("/healthz", f"/assets/{app.state.assets.version}/icon.svg"):
            assert (await asking.get(path)).status_code == 200, "what is cheap is not counted"
        person = HTTPConnection(scope())
        app.state.guard.spend(person, "moves")
        with pytest.raises(Problem, match="Too many moves"):
            app.state.guard.spend(person, "moves")
        app.state.guard.spend(person, "searches")


async def test_sockets_are_limited_per_address_and_in_total() -> None:
    async with client(ServerSettings(allowance=Allowance(sockets=2, all_sockets=3))) as (app, _):
        guard = app.state.guard
        one, other = HTTPConnection(scope("192.0.2.1")), HTTPConnection(scope("192.0.2.2"))
        with ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(guard.count_socket(one))
            with pytest.raises(Problem, match="from your address"), guard.count_socket(one):
                pass
            stack.enter_context(guard.count_socket(other))
            with pytest.raises(Problem, match="server is full"), guard.count_socket(other):
                pass
            assert b"gridlock_sockets 3.0" in guard.metrics.text()
        with guard.count_socket(one):
            pass


# Requests ---------------------------------------------------------------------------------------


@asynccontextmanager
async def client(
    settings: ServerSettings | None = None, peer: str = "203.0.113.9"
) -> AsyncIterator[tuple[FastAPI, httpx.AsyncClient]]:
    """An application without matches and workers, and a client."""
    app = create_app(settings or ServerSettings())
    app.state.pool = SimpleNamespace(
        ready=False, waiting=2, restarts=1, answered={"analysis": 3}, seconds={"analysis": 1.5}
    )
    store = SimpleNamespace(commits=(7, 0.25), events=9, number=AsyncMock(return_value=None))
    app.state.matches = SimpleNamespace(store=store, in_memory=4)
    sending = httpx.ASGITransport(app, client=(peer, 50000))
    async with httpx.AsyncClient(transport=sending, base_url="http://localhost") as asking:
        yield app, asking


async def test_a_large_body_is_refused_before_it_is_read() -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 10_000

    async with client() as (_, asking):
        sized = await asking.post("/api/why-not", content=b"x" * (bodies.MAX_BODY + 1))
        unsized = await asking.post("/api/why-not", content=endless())
        for answer in (sized, unsized):
            assert answer.status_code == 413
            assert answer.json()["detail"] == "The request is too large. The limit is 128 kB."
            assert answer.headers["connection"] == "close"
        whole = await asking.post("/api/why-not", json={"game": "spread", "parts": [0]})
        assert whole.json() == {"text": "", "cells": []}


async def test_a_body_that_does_not_arrive_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SECONDS", 0.1)

    async def slow() -> AsyncIterator[bytes]:
        while True:
            yield b" "
            await asyncio.sleep(0.03)

    async with client() as (_, asking):
        answer = await asking.post("/api/why-not", content=slow())
    assert (answer.status_code, answer.json()["type"]) == (408, "/problems/too-slow")


@asynccontextmanager
async def running() -> AsyncIterator[tuple[int, uvicorn.Server]]:
    """Start a real server and return its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(),
        lifespan="off",
        http=http_protocol.LimitedHttpProtocol,
        log_config=None,
        timeout_keep_alive=round(DEADLINE),
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield listener.getsockname()[1], server
    finally:
        server.should_exit = True
        await serving


@pytest.fixture
async def real(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Start a server that never times out, and return its port."""
    monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 3600)
    async with running() as (port, _):
        yield port


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
async def test_headers_that_do_not_arrive_time_out(
    real: int, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 0.1)
    assert await is_cut_off(real, sent)


async def is_cut_off(port: int, sent: bytes) -> bool:
    """Whether the server closes a connection on which only this is sent, without a response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    answer = await asyncio.wait_for(reader.read(), DEADLINE)
    writer.close()
    await writer.wait_closed()
    return answer == b""


async def request_while_busy(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return the response to a request that arrives while the server is busy past the timeout."""
    monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 3600)
    loop = asyncio.get_running_loop()
    async with running() as (port, server):
        with socket.create_connection(("127.0.0.1", port), DEADLINE) as line, socket.socket() as other:

            def be_busy() -> None:
                loop.remove_reader(other)
                waiting: Any = next(each for each in server.server_state.connections if is_of(each, line))
                waiting._cancel_header_timer()
                monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 0.05)
                waiting._start_header_timer()
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                time.sleep(5 * http_protocol.HEADER_SECONDS)

            other.connect(("127.0.0.1", port))
            other.sendall(b"nonsense\r\n\r\n")
            loop.add_reader(other, be_busy)
            return await asyncio.to_thread(line.recv, 12)


def is_of(protocol: Any, line: socket.socket) -> bool:
    """Whether a server transport belongs to this connection."""
    return bool(protocol.client == line.getsockname())


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_headers_that_arrive_while_the_server_is_busy_are_accepted(
    loop: Callable[[], asyncio.AbstractEventLoop], monkeypatch: pytest.MonkeyPatch
) -> None:
    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(request_while_busy(monkeypatch)) == b"HTTP/1.1 200"


async def test_endless_headers_are_refused(real: int) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", real)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
    with suppress(ConnectionError):
        for _ in range(1000):
            writer.write(b"x" * 10_000)
            await writer.drain()
        pytest.fail("it has taken ten megabytes")
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


@pytest.mark.parametrize("sent", [b"nonsense\r\n\r\n", b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n"])
async def test_malformed_requests_get_a_problem(real: int, sent: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", real)
    writer.write(sent)
    head, _, body = (await asyncio.wait_for(reader.read(), DEADLINE)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"content-type: application/problem+json" in head
    assert b"content-security-policy: default-src 'none'" in head
    assert json.loads(body)["detail"] == "The request could not be parsed."
    writer.close()
    await writer.wait_closed()


async def test_a_connection_can_be_used_for_several_requests(
    real: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", real)
    for _ in range(3):
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), DEADLINE)
        assert head.startswith(b"HTTP/1.1 200")
        await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))  # type: ignore[index]
        monkeypatch.setattr(http_protocol, "HEADER_SECONDS", 0.1)
        assert await is_cut_off(real, b""), "who came later, and says nothing"
    writer.close()
    await writer.wait_closed()


# Origins ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "host", "base_url", "is_own"),
    [
        ("http://games.example:8000", "games.example:8000", "", True),
        ("https://games.example", "games.example", "", True),
        ("https://games.example", "games.example:443", "", True),
        ("https://GAMES.example", "games.example", "", True),
        ("https://evil.example", "games.example", "", False),
        ("https://games.example:8443", "games.example", "", False),
        ("https://games.example.evil.example", "games.example", "", False),
        ("https://games.example@evil.example", "games.example", "", False),
        ("file://games.example", "games.example", "", False),
        ("null", "games.example", "", False),
        ("", "games.example", "", False),
        ("http://[", "[", "", False),
        ("https://games.example", "10.0.0.5:8000", "https://games.example", True),
        ("http://10.0.0.5:8000", "10.0.0.5:8000", "https://games.example", False),
    ],
)
def test_only_our_own_pages_can_open_sockets(origin: str, host: str, base_url: str, is_own: bool) -> None:
    assert is_own_origin(scope(origin=origin, host=host), base_url) is is_own


def test_programs_need_no_origin() -> None:
    assert is_own_origin(scope(host="games.example"), "")


# Responses --------------------------------------------------------------------------------------


def policy(answer: httpx.Response) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split("; ")
    return {name: value for name, _, value in (part.partition(" ") for part in parts)}


@pytest.mark.parametrize(
    "path", ["/", "/m/abc", "/nowhere", "/api/games", "/api/nothing", "/api/positions?game=x", "/healthz"]
)
async def test_every_response_has_security_headers(path: str) -> None:
    async with client() as (_, asking):
        answer = await asking.get(path, headers={"accept": "text/html"})
    payload = policy(answer)
    assert payload["default-src"] == "'none'"
    assert (payload["script-src"], payload["style-src"], payload["connect-src"]) == ("'self'",) * 3
    assert payload["frame-ancestors"] == "'none'"
    assert not re.search("unsafe|https?:|\\*", answer.headers["content-security-policy"])
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "set-cookie" not in answer.headers


async def test_only_the_embed_page_can_be_framed() -> None:
    async with client() as (_, asking):
        framed = await asking.get("/embed")
        assert policy(framed)["frame-ancestors"] == "*"
        assert "x-frame-options" not in framed.headers
        for path in ("/embed/", "/embedded", "/api/embed"):
            assert policy(await asking.get(path))["frame-ancestors"] == "'none'"


async def test_unexpected_errors_are_logged_and_reveal_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with client() as (app, asking):

        @app.get("/api/broken")
        async def broken() -> None:
            raise ZeroDivisionError("a secret of ours")

        answer = await asking.get("/api/broken")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert policy(answer)["default-src"] == "'none'"
    assert "secret" not in answer.text
    (logged,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    number = logged.getMessage().partition(":")[0]
    assert number in answer.json()["detail"]
    assert "ZeroDivisionError" in caplog.text


async def test_an_unexpected_error_closes_the_socket_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async with client() as (app, _):

        @app.websocket("/api/broken")
        async def broken(websocket: WebSocket) -> None:
            await websocket.accept()
            raise ZeroDivisionError

        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await app(
            scope(path="/api/broken", host="localhost")
            | {"type": "websocket", "scheme": "ws", "query_string": b""},
            receive,
            send,
        )
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[-1]["code"] == 1011
    assert "ZeroDivisionError" in caplog.text


# Health -----------------------------------------------------------------------------------------


async def test_readiness_needs_the_workers_and_the_database() -> None:
    async with client() as (app, asking):
        assert (await asking.get("/healthz")).json() == {"status": "ok"}
        early = await asking.get("/readyz")
        assert (early.status_code, early.json()["type"]) == (503, "/problems/not-ready")
        app.state.pool.ready = True
        assert (await asking.get("/readyz")).json() == {"status": "ready"}
        app.state.matches.store.number = AsyncMock(side_effect=Unavailable)
        away = await asking.get("/readyz")
        assert (away.status_code, away.json()["detail"]) == (503, "The database doesn't respond.")


async def test_metrics_are_available_locally() -> None:
    async with client(ServerSettings(allowance=Allowance(requests=2)), peer="127.0.0.1") as (app, asking):
        app.state.guard._buckets = Buckets(lambda: 0.0)  # no time passes
        for _ in range(3):
            await asking.get("/api/games")
        await asking.get("/m/abc")
        text = (await asking.get("/metrics")).text
    for line in (
        'gridlock_requests_total{route="/api/games",status="200"} 2.0',
        'gridlock_requests_total{route="other",status="429"} 2.0',
        'gridlock_refused_total{kind="requests"} 2.0',
        'gridlock_request_seconds_count{route="/api/games"} 2.0',
        "gridlock_sockets 0.0",
        "gridlock_matches_in_memory 4.0",
        "gridlock_events_total 9.0",
        "gridlock_commit_seconds_count 7.0",
        "gridlock_commit_seconds_sum 0.25",
        "gridlock_questions_waiting 2.0",
        'gridlock_question_seconds_count{kind="analysis"} 3.0',
        'gridlock_question_seconds_sum{kind="analysis"} 1.5',
        "gridlock_worker_restarts_total 1.0",
    ):
        assert line in text, text


@pytest.mark.parametrize(
    ("peer", "headers"),
    [
        ("8.8.8.8", {}),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}),
        ("10.0.0.1", {"forwarded": "x"}),
    ],
)
async def test_metrics_are_refused_to_others(peer: str, headers: dict[str, str]) -> None:
    async with client(peer=peer) as (_, asking):
        answer = await asking.get("/metrics", headers=headers)
    assert answer.status_code == 403
    assert "gridlock_" not in answer.text
