"""Random, reproducible garbage on sockets: nothing breaks, hangs, or acts without the secret."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
import websockets

from guests import Guest, Line, Seats, new_secret
from servers import WebServer
from waiting import DEADLINE, eventually

pytest_plugins = ["guests"]
pytestmark = pytest.mark.slow

SEED = int(os.environ.get("GRIDLOCK_FUZZ", "1"))
LINES, MESSAGES = 40, 60
REPLY_KINDS = {"welcome", "event", "events", "presence", "done", "refused", "pong"}
LAST = {"type": "rename", "after": 0, "request": "last", "name": ""}
"""Once this is answered, so is everything sent before it."""
LONGEST = 1 << 14  # maximum size of a message
CLEAN = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1013}
KINDS = [
    "move", "undo", "ask-undo", "grant-undo", "refuse-undo", "resign", "rematch", "rename", "hint", "hello",
    "analysis", "forfeit", "since", "ping", "joined", "time-out", "created", "", "welcome", "event",
]  # fmt: skip
WEIRD: list[Any] = [
    None, True, 0, -1, 1.5, 2**31, 2**63, -(2**70), 10**400, "", "0", "1,1", "x" * 200, "\0", "\u202e",
    "\ud800", "' OR 1=1 --", "<script>", [], {}, [[]], {"a": {"b": []}}, ["move"], {"type": "move"},
    float("inf"), "../../x", "💥" * 20, "python:x", "__class__", "A" * 43,
]  # fmt: skip


class Fuzzer:
    """A client that sends random messages, based on earlier ones."""

    def __init__(self, random: Random, match: Seats, secret: str) -> None:
        self.random, self.match, self.secret = random, match, secret
        self.number = match.state["number"]
        self.sent: list[str | bytes] = []
        self.shots: list[Callable[[], str | bytes]] = [
            self.valid, self.valid, self.mutated, self.mutated, self.shortened, self.replayed, self.twice,
            self.deep, self.huge, self.binary, self.words, self.hello,
        ]  # fmt: skip

    def next(self) -> str | bytes:
        """Return a random message."""
        shot = self.random.choice(self.shots)()
        self.sent.append(shot)
        return shot

    def order(self) -> dict[str, Any]:
        moves = self.match.moves
        return {
            "type": self.random.choice(KINDS),
            "after": self.random.choice([self.number, self.number, self.number + 1, 0]),
            "request": self.random.choice(["same", f"r{len(self.sent)}"]),
            "move": self.random.choice(moves),
            "name": self.random.choice(["Eve", "", "x" * 40]),
            "since": self.random.choice([0, self.number]),
        }

    def valid(self) -> str:
        return json.dumps(self.order())

    def mutated(self) -> str:
        order = self.order()
        for _ in range(self.random.randint(1, 3)):
            order[self.random.choice([*order, "side", "secret", "state"])] = self.random.choice(WEIRD)
        return json.dumps(order, ensure_ascii=self.random.random() < 0.5).encode(errors="replace").decode()

    def shortened(self) -> str:
        text = self.valid()
        return text[: self.random.randrange(len(text))]

    def replayed(self) -> str | bytes:
        return self.random.choice(self.sent) if self.sent else ""

    def twice(self) -> str:
        """Return JSON with duplicate members."""
        return f'{{"type":"ping",{self.valid()[1:-1]},"type":"move"}}'

    def deep(self) -> str:
        depth = self.random.choice([10, 500, 3000])
        return self.random.choice(['{"type":', "[", '{"type":"move","move":[']) * depth

    def huge(self) -> str:
        return '{"type":"rename","name":"' + "x" * self.random.choice([5_000, 100_000]) + '"}'

    def binary(self) -> bytes:
        return self.random.randbytes(self.random.randint(0, 300))

    def words(self) -> str:
        return self.random.choice(
            ["", "null", "true", "[]", "{}", '"move"', "NaN", "-", "0" * 5000, "\0", "\ufeff{}"]
        )

    def hello(self) -> str:
        secret = self.random.choice([self.secret, new_secret(), "", None, 7])
        return json.dumps(
            {"type": "hello", "secret": secret, "since": self.random.choice(WEIRD)}, default=str
        )


async def send_random_messages(guest: Guest, fuzzer: Fuzzer) -> list[dict[str, Any]]:
    """Return the server's answers to random messages."""
    replies: list[dict[str, Any]] = []
    async with guest.raw_socket(fuzzer.match.id) as line:
        listening = asyncio.create_task(collect_replies(line, replies))
        with suppress(websockets.ConnectionClosed):
            if fuzzer.random.random() < 0.8:
                await line.say(fuzzer.hello())
            for _ in range(MESSAGES):
                shot = fuzzer.next()
                as_text = isinstance(shot, str) or fuzzer.random.random() < 0.5
                await line.socket.send(shot.encode() if isinstance(shot, str) else shot, text=as_text)
                if fuzzer.random.random() < 0.3:
                    await asyncio.sleep(0.005)
                fuzzer.number = max([fuzzer.number, *(reply.get("number", 0) for reply in replies)])
            await line.say(LAST)
            await eventually(
                lambda: listening.done() or any(reply.get("request") == "last" for reply in replies)
            )
        await line.socket.close()
        code = await asyncio.wait_for(listening, DEADLINE)
    too_long = any(len(shot) > LONGEST for shot in fuzzer.sent)  # a disconnected client may miss the reason
    assert code in CLEAN | ({1006} if too_long else set()), f"{code} after {str(fuzzer.sent[-3:])[-500:]}"
    return replies


async def collect_replies(line: Line, replies: list[dict[str, Any]]) -> int:
    try:
        while True:
            replies.append(json.loads(await line.socket.recv()))
    except websockets.ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def is_valid(reply: dict[str, Any]) -> bool:
    """Whether an answer is valid and not an internal error."""
    return reply["type"] in REPLY_KINDS and (reply["type"] != "refused" or reply["problem"]["status"] < 500)


async def is_answered(polite: Line) -> None:
    await polite.say({"type": "ping"})
    await polite.hear("pong")


async def test_random_messages_from_a_stranger_have_no_effect(server: WebServer) -> None:
    random = Random(SEED)
    async with Guest(server.url) as host:
        match = await host.sit()
        before = await host.events(match)
        async with host.socket(match.id) as polite:
            for _ in range(LINES):
                async with Guest(server.url) as guest:
                    replies = await send_random_messages(guest, Fuzzer(random, match, new_secret()))
                assert [reply for reply in replies if not is_valid(reply)] == []
                assert not [reply for reply in replies if reply["type"] in ("done", "event")]
                await is_answered(polite)
            assert [reply for reply in polite.heard if reply["type"] == "event"] == []
        assert await host.events(match) == before


async def test_random_messages_from_a_player_only_act_for_one_side(server: WebServer) -> None:
    random = Random(SEED)
    for _ in range(LINES):
        side = random.choice((1, 2))
        async with Guest(server.url) as host, Guest(server.url) as guest:
            match = await host.sit()
            async with host.socket(match.id, match.secrets[3 - side]) as polite:
                replies = await send_random_messages(guest, Fuzzer(random, match, match.secrets[side]))
                assert [reply for reply in replies if not is_valid(reply)] == []
                await is_answered(polite)
            events = await host.events(match)
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        new = events[match.state["number"] :]
        assert {event["side"] for event in new} <= {side, None}, new


@pytest.mark.parametrize("opened", [False, True])
async def test_random_bytes_are_harmless(server: WebServer, opened: bool) -> None:
    random = Random(SEED)
    async with Guest(server.url) as host:
        match = await host.sit()
        async with host.socket(match.id) as polite:
            for _ in range(LINES):
                await asyncio.to_thread(throw, server, match.id if opened else "", random)
                await is_answered(polite)


def throw(server: WebServer, match: str, random: Random) -> None:
    """Send random bytes, over a match's newly opened socket if one is given."""
    with socket.create_connection(("127.0.0.1", server.port), DEADLINE) as line, suppress(ConnectionError):
        if match:
            line.sendall(
                f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"X-Forwarded-For: 10.6.6.{random.randint(1, 250)}\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            assert line.recv(12) == b"HTTP/1.1 101"
        line.sendall(random.randbytes(random.randint(1, 2000)))
        line.shutdown(socket.SHUT_WR)
        while line.recv(1 << 16):
            pass
