"""Malicious payloads: huge or deep JSON, deceptive names, programs and path traversal."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import websockets

from guests import Guest, Seats, kind_of, new_secret
from servers import WebServer
from waiting import DEADLINE

pytest_plugins = ["guests"]
pytestmark = pytest.mark.slow

DEEP = "[" * 100_000

# Content ----------------------------------------------------------------------------------------


async def test_huge_and_deep_json_in_a_request(guest: Guest, match: Seats) -> None:
    huge = json.dumps({"kind": "move", "move": "x" * 5_000_000})
    too_large = (huge, DEEP + "]" * 100_000)
    rubbish = (
        DEEP, DEEP[:20_000], '{"a":' * 5_000, "{", "\udcff", "[]", "null", "NaN", '"kind"', "1" * 6000,
        '{"kind":"move","after":1e999,"request":"a"}', '{"kind":["move"],"after":{},"request":null}',
        '{"kind":"move","after":' + "9" * 6000 + ',"request":"a"}',
        '{"kind":"rename","after":1,"request":"a","name":"\\ud800"}',
    )  # fmt: skip
    secret = {"Authorization": f"Bearer {new_secret()}", "Content-Type": "application/json"}
    for path in ("/api/matches", f"{match.path}/join", f"{match.path}/actions", "/api/why-not"):
        for text in (*too_large, *rubbish):
            body = text.encode(errors="surrogateescape")
            answer = await guest.client.post(path, content=body, headers=secret)
            expected = {413} if text in too_large else {400, 403, 409, 422}
            assert answer.status_code in expected, (path, text[:50], answer.text)
            assert answer.headers["content-type"] == "application/problem+json"


async def test_a_body_without_a_length_is_limited(guest: Guest) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 50_000_000:
            sent += 65_536
            yield b" " * 65_536
            await asyncio.sleep(0)

    try:
        answer = await guest.client.post("/api/matches", content=endless())
        assert answer.status_code == 413
    except httpx.TransportError:  # disconnected while sending, which is fine, too
        pass
    assert sent < 20_000_000


async def test_huge_and_deep_messages_on_a_socket(guest: Guest, match: Seats) -> None:
    for message in ("x" * 1_000_000, b"\0" * 1_000_000, DEEP):
        async with guest.socket(match.id, match.secrets[1]) as line:
            await line.say(message)
            assert await line.closed() in (1009, 1008, 1003, 1006)
    async with guest.socket(match.id, match.secrets[1]) as line:
        await line.say("[" * 1_000)
        await line.hear("refused")
        await line.say({"type": "since", "since": 10**30})
        await line.hear("refused", "events")
        await line.say({"type": "ping"})
        await line.hear("pong")


async def test_clients_that_send_garbage_are_disconnected(guest: Guest, match: Seats) -> None:
    async with guest.socket(match.id, match.secrets[1]) as line:
        for _ in range(1000):
            try:
                await line.say({"type": "nonsense"})
            except websockets.ConnectionClosed:
                break
        assert await line.closed() in (1008, 1013)


MARKS = (
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
    "\u2028\u2029\x00\n\r\x1b\x7f\x85\ufeff"
)


async def test_deceptive_names_are_refused(server: WebServer, match: Seats) -> None:
    number = match.state["number"]
    order = {"game": "trail", "size": "5x5", "seats": ["me", "open"], "request": "x"}
    for name in (*(f"A{mark}B" for mark in MARKS), "x" * 31, "\u0301" * 31):
        async with Guest(server.url) as guest:
            answer = await guest.act(match, 1, "rename", number, name=name)
            assert (answer.status_code, kind_of(answer.json())) == (422, "invalid"), ascii(name)
            created = await guest.ask("POST", "/api/matches", new_secret(), name=name, **order)
            assert created.status_code == 422, ascii(name)
            fresh = (await guest.ask("POST", "/api/matches", new_secret(), **order)).json()
            path = f"/api/matches/{fresh['id']}/join"
            joined = await guest.ask("POST", path, new_secret(), name=name, request="x")
            assert joined.status_code == 422, ascii(name)
            async with guest.socket(match.id, match.secrets[2]) as line:
                reply = await line.ask("rename", after=number, name=name)
                assert reply["type"] == "refused", ascii(name)


async def test_html_in_a_name_stays_text(guest: Guest, match: Seats) -> None:
    name = "<img src=x onerror=alert(1)>"
    answer = await guest.act(match, 1, "rename", match.state["number"], name=name)
    assert answer.json()["state"]["players"][0]["name"] == name
    for path in (match.path, f"{match.path}/events", f"{match.path}/record", f"/m/{match.id}"):
        answer = await guest.client.get(path, headers={"Accept": "text/html"})
        assert answer.headers["x-content-type-options"] == "nosniff"
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind != "text/html" or name not in answer.text, path


# Programs ---------------------------------------------------------------------------------------


async def test_clients_cannot_start_programs(guest: Guest, tmp_path: Path) -> None:
    sign, bot = tmp_path / "it-ran", tmp_path / "bot.py"
    bot.write_text(f"open({str(sign)!r}, 'w')\n")
    named = (f"python:{bot}", f"python:{bot}:choose", f"engine:touch {sign}", "human")
    for spec in named + tuple(name.upper() for name in named) + tuple(f" {name}" for name in named):
        for seats in (["me", spec], [spec, "me"]):
            answer = await guest.ask(
                "POST", "/api/matches", new_secret(), game="trail", size="5x5", seats=seats, request="x"
            )
            assert answer.status_code == 422, spec
            assert kind_of(answer.json()) == "invalid"
    assert not sign.exists()


# Help -------------------------------------------------------------------------------------------


async def test_no_help_in_a_running_match_between_people(guest: Guest, match: Seats) -> None:
    number = match.state["number"]
    for side in (1, 2):
        for kind in ("hint", "analysis"):
            answer = await guest.act(match, side, kind, number)
            assert (answer.status_code, kind_of(answer.json())) == (403, "no-help")
            async with guest.socket(match.id, match.secrets[side]) as line:
                reply = await line.ask(kind, after=number)
                assert kind_of(reply["problem"]) == "no-help"
    for path in (f"{match.path}/review", f"/api/analysis?game=trail&size=5x5&match={match.id}"):
        answer = await guest.client.get(path)
        assert (answer.status_code, kind_of(answer.json())) == (403, "no-help"), path
    assert (await guest.act(match, 1, "resign", number)).status_code == 200
    assert (await guest.client.get(f"{match.path}/review")).status_code == 200


# Files ------------------------------------------------------------------------------------------

CLIMBS = [
    "/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
    "/..\\..\\etc\\passwd", "/%5c..%5c..%5cetc%5cpasswd", "/%c0%ae%c0%ae/etc/passwd", "/etc/passwd",
    "/%252e%252e/etc/passwd", "/....//....//etc/passwd", "/file:///etc/passwd", "/%00", "/index.html%00.js",
    "/../app.py", "/../../settings.py", "/js/../../app.py", "/js/main.js/", "/js", "/.", "/..", "/~root",
    "/" + "a" * 5000, "/\x7f", "/%ff%fe",
]  # fmt: skip


async def test_no_path_leads_out_of_the_folder(guest: Guest, server: WebServer) -> None:
    page = (await guest.client.get("/")).text
    mark = page.partition("/assets/")[2].partition("/")[0]
    for climb in CLIMBS:
        for place in ("", "/assets", f"/assets/{mark}", f"/assets/{mark}/js", "/m", "/puzzles", "/api"):
            status, body = await asyncio.to_thread(bare_get, server, place + climb)
            assert status < 500, place + climb
            assert b"root:" not in body, place + climb
            assert b"import annotations" not in body, place + climb
            assert not (status == 200 and "passwd" in climb and place.startswith("/assets")), place + climb


def bare_get(server: WebServer, path: str) -> tuple[int, bytes]:
    """Request a raw path; httpx would normalise it."""
    host = urlsplit(server.url).netloc
    with socket.create_connection(("127.0.0.1", server.port), DEADLINE) as line:
        head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: 10.9.9.9\r\n"
        line.sendall(f"{head}Connection: close\r\n\r\n".encode())
        body = b"".join(iter(lambda: line.recv(65536), b""))
    return int(body.split(b" ", 2)[1]), body
