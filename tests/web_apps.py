"""An application that runs in the test process, without worker processes, and its clients.

To use the fixture, name this module in ``pytest_plugins``.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import pytest
import uvicorn
import websockets
from fastapi import FastAPI
from pydantic import TypeAdapter

from gridlock.web import ServerSettings, create_app
from gridlock.web.matches.socket_messages import SocketMessage
from gridlock.web.settings import Allowance
from hosts import FakePool, in_folder
from servers import ONE_REQUEST
from waiting import DEADLINE

ANN, BOB = (secrets.token_urlsafe(32) for _ in range(2))

MESSAGE: TypeAdapter[SocketMessage] = TypeAdapter(SocketMessage)


class Workers(FakePool):
    """A stand-in for the worker pool."""

    ready = True
    waiting = restarts = 0

    def __init__(self, settings: ServerSettings) -> None:
        super().__init__()
        self.answered: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    async def __aenter__(self) -> Workers:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Do nothing."""


class Web:
    """An application, with helpers for its clients."""

    def __init__(self, app: FastAPI, port: int) -> None:
        self.app = app
        self.place = f"ws://127.0.0.1:{port}"
        base = f"http://127.0.0.1:{port}"
        self.client = httpx.AsyncClient(base_url=base, timeout=DEADLINE, limits=ONE_REQUEST)

    async def post(self, path: str, secret: str, **body: Any) -> dict[str, Any]:
        body = {"request": secrets.token_hex(8), **body}
        answer = await self.client.post(path, json=body, headers={"Authorization": f"Bearer {secret}"})
        told: dict[str, Any] = answer.json()
        return told

    async def make(self, *seats: str, **more: Any) -> str:
        made = await self.post("/api/matches", ANN, game="spread", seats=list(seats), **more)
        return str(made["id"])

    async def friends(self) -> str:
        match = await self.make("me", "open")
        await self.post(f"/api/matches/{match}/join", BOB)
        return match

    def connect(self, match: str, **options: Any) -> websockets.connect:
        place = f"{self.place}/api/matches/{match}/socket"
        patience: dict[str, Any] = {
            "open_timeout": DEADLINE,
            "close_timeout": DEADLINE,
            "ping_interval": None,
        }
        return websockets.connect(place, compression=None, **patience, **options)


@pytest.fixture
async def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Web]:
    monkeypatch.setattr("gridlock.web.app.Pool", Workers)
    allowance = Allowance(sockets=30).times(10)
    app = create_app(ServerSettings(database=in_folder(tmp_path), allowance=allowance))
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, log_config=None, ws_max_size=1 << 14, ws_per_message_deflate=False, ws_ping_interval=None
    )
    server = uvicorn.Server(config)
    async with app.router.lifespan_context(app):
        config.lifespan = "off"
        serving = asyncio.create_task(server.serve([listener]))
        found = Web(app, listener.getsockname()[1])
        try:
            yield found
        finally:
            await found.client.aclose()
            server.should_exit = True
            await serving


async def tell(ws: websockets.ClientConnection, kind: str, **more: Any) -> None:
    await ws.send(json.dumps({"type": kind, **more}))


async def hear(ws: websockets.ClientConnection, kind: str = "") -> dict[str, Any]:
    """Return the next message, or the next of a kind; presence is skipped unless it is expected.

    Each message is checked against its schema.
    """
    while True:
        text = await asyncio.wait_for(ws.recv(), DEADLINE)
        MESSAGE.validate_json(text, strict=True)
        told: dict[str, Any] = json.loads(text)
        if told["type"] == kind or (not kind and told["type"] != "presence"):
            return told


async def enter(ws: websockets.ClientConnection, secret: str | None = None, since: int = 0) -> dict[str, Any]:
    await tell(ws, "hello", since=since, **({"secret": secret} if secret else {}))
    return await hear(ws, "welcome")
