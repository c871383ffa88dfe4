"""Clients of a real server, polite or not, each with its own address.

To use the fixtures, name this module in ``pytest_plugins``. Each test process starts one server.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import websockets

from servers import ONE_REQUEST, WebServer
from waiting import DEADLINE

BEHIND_PROXY = ("--trust-proxy", "127.0.0.1")
"""Makes the server trust our X-Forwarded-For header, so that each guest can have an address."""

_addresses = itertools.count(1)


def kind_of(problem: dict[str, Any]) -> str:
    """Return the kind of a problem."""
    return str(problem["type"]).rpartition("/")[2]


def new_secret() -> str:
    """Return a new seat secret."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Seats:
    """A match, and the secrets of its sides."""

    id: str
    secrets: dict[int, str]
    state: dict[str, Any]

    @property
    def path(self) -> str:
        """The match's API path."""
        return f"/api/matches/{self.id}"

    @property
    def turn(self) -> int:
        """The side to move."""
        return int(self.state["scene"]["turn"])

    @property
    def moves(self) -> list[str]:
        """The legal moves."""
        return [choice["move"] for choice in self.state["scene"]["moves"]]


class Guest:
    """A client at an address."""

    def __init__(self, url: str, address: str | None = None) -> None:
        number = next(_addresses)
        self.url = url
        self.address = f"10.1.{number // 250}.{number % 250 + 1}" if address is None else address
        self.headers = {"X-Forwarded-For": self.address} if self.address else {}
        self.client = httpx.AsyncClient(
            base_url=url, headers=self.headers, timeout=DEADLINE, limits=ONE_REQUEST
        )

    async def __aenter__(self) -> Guest:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.client.aclose()

    async def ask(self, method: str, path: str, secret: str = "", **body: Any) -> httpx.Response:
        """Send a request, with JSON if there is any."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        return await self.client.request(method, path, json=body or None, headers=headers)

    async def get(self, path: str) -> dict[str, Any]:
        """GET a path, which must exist, and return its JSON."""
        told: dict[str, Any] = (await self.client.get(path)).raise_for_status().json()
        return told

    async def act(self, match: Seats, side: int, kind: str, after: int, **more: Any) -> httpx.Response:
        """Send an action."""
        order = {"kind": kind, "after": after, "request": secrets.token_hex(8)} | more
        return await self.ask("POST", f"{match.path}/actions", match.secrets[side], **order)

    async def events(self, match: Seats) -> list[dict[str, Any]]:
        """Return a match's log."""
        told = await self.get(f"{match.path}/events?since=0")
        found: list[dict[str, Any]] = told["events"]
        return found

    async def sit(self, *seats: str, **order: Any) -> Seats:
        """Create a match, and take the open seat with a second secret."""
        order = {"game": "trail", "size": "5x5", "seats": list(seats or ("me", "open"))} | order
        mine, theirs = new_secret(), new_secret()
        answer = await self.ask("POST", "/api/matches", mine, request=secrets.token_hex(8), **order)
        made = answer.raise_for_status().json()
        holders = dict.fromkeys(made["sides"], mine)
        if "open" in order["seats"]:
            path = f"/api/matches/{made['id']}/join"
            answer = await self.ask("POST", path, theirs, request=secrets.token_hex(8))
            joined = answer.raise_for_status().json()
            holders |= dict.fromkeys(joined["sides"], theirs)
            made = joined
        return Seats(made["id"], holders, made["state"])

    @asynccontextmanager
    async def socket(self, match: str, secret: str = "", since: int = 0, **more: Any) -> AsyncIterator[Line]:
        """Open a match's socket and wait for its welcome."""
        async with self.raw_socket(match, **more) as line:
            hello = {"type": "hello", "since": since} | ({"secret": secret} if secret else {})
            await line.say(hello)
            line.welcome = await line.hear("welcome")
            yield line

    @asynccontextmanager
    async def raw_socket(self, match: str, headers: dict[str, str] | None = None) -> AsyncIterator[Line]:
        """Open a match's socket without sending anything."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/matches/{match}/socket"
        async with websockets.connect(
            address,
            additional_headers=self.headers | (headers or {}),
            compression=None,
            max_size=None,
            open_timeout=DEADLINE,
            ping_interval=None,
            close_timeout=DEADLINE,
        ) as socket:
            yield Line(socket)


class Line:
    """One end of a socket."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    async def say(self, message: object) -> None:
        """Send text or bytes as they are, anything else as JSON."""
        await self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these kinds; earlier ones go to ``heard``."""
        async with asyncio.timeout(DEADLINE):
            while True:
                told: dict[str, Any] = json.loads(await self.socket.recv())
                self.heard.append(told)
                if told["type"] in kinds:
                    return told

    async def ask(self, kind: str, **order: Any) -> dict[str, Any]:
        """Send an action and return the reply."""
        request = order.setdefault("request", secrets.token_hex(8))
        await self.say({"type": kind} | order)
        while True:
            told = await self.hear("done", "refused")
            if told["request"] == request:
                return told

    async def closed(self) -> int:
        """Wait until the server closes it, and return the code."""
        async with asyncio.timeout(DEADLINE):
            try:
                while True:
                    self.heard.append(json.loads(await self.socket.recv()))
            except websockets.ConnectionClosed as end:
                return end.rcvd.code if end.rcvd else 1006


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    folder = tmp_path_factory.mktemp("attacked")
    with WebServer(folder, *BEHIND_PROXY, "--workers", "1", patient=True) as started:
        yield started
        assert "Traceback" not in started.output(), started.output()


@pytest.fixture
async def guest(server: WebServer) -> AsyncIterator[Guest]:
    async with Guest(server.url) as polite:
        yield polite
        answer = await polite.client.get("/healthz")
        assert answer.status_code == 200, "the server is well after what was tried"


@pytest.fixture
async def match(guest: Guest) -> Seats:
    return await guest.sit()
