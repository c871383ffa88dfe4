"""The WebSocket of a match: pushes every event and accepts actions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gridlock.web.error_handlers import validation_message
from gridlock.web.matches import LiveMatch, Matches
from gridlock.web.matches.actions import Action
from gridlock.web.matches.hub import Listener, encode
from gridlock.web.matches.seats import hash_secret
from gridlock.web.matches.socket_messages import DoneMessage, RefusedMessage
from gridlock.web.problems import Problem
from gridlock.web.workers import Pool, charge

router = APIRouter()

Result = TypeVar("Result")

_HELLO_SECONDS = 10.0  # timeout for the first message
_CLOSE_SECONDS = 5.0  # timeout for the last message
_MAX_MALFORMED = 10  # malformed messages before the socket is closed
_POLICY, _TRY_LATER = 1008, 1013  # WebSocket close codes


class _Hello(BaseModel):
    model_config = ConfigDict(strict=True)

    type: str = Field(pattern="^hello$")
    secret: str | None = None
    since: int = Field(0, ge=0, lt=2**31)


class _Since(BaseModel):
    model_config = ConfigDict(strict=True)

    since: int = Field(ge=0, lt=2**31)


@router.websocket("/matches/{id}/socket")
async def socket(websocket: WebSocket, id: str) -> None:
    """Push every event of a match, and accept actions."""
    guard = websocket.app.state.guard
    if not guard.is_own_origin(websocket):
        await websocket.close(_POLICY)
        return
    await websocket.accept()
    try:
        with guard.count_socket(websocket):
            await _Session(websocket).run(id)
    except WebSocketDisconnect:
        pass
    except Problem as problem:
        await _close_with(websocket, problem)


async def _close_with(websocket: WebSocket, problem: Problem) -> None:
    """Send a problem and close the socket, if it is still open."""
    code = _TRY_LATER if problem.status in (429, 503) else _POLICY
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(_CLOSE_SECONDS):
            await websocket.send_text(encode(_refusal(None, problem)))
            await websocket.close(code)


def _refusal(request: str | None, problem: Problem) -> RefusedMessage:
    return {"type": "refused", "request": request, "problem": problem.to_json()}


async def _send(websocket: WebSocket, message: str) -> None:
    try:
        await websocket.send_text(message)
    except (WebSocketDisconnect, RuntimeError) as error:
        raise ConnectionError(str(error)) from None


class _SlowClientCutoff:
    """Cancels the session of a client that reads too slowly. The client can reconnect and catch up."""

    __slots__ = ("_task", "is_due")

    def __init__(self) -> None:
        self._task = asyncio.current_task()
        self.is_due = False

    def __call__(self) -> None:
        if not self.is_due and self._task is not None:
            self.is_due = True
            self._task.cancel()

    def caused_cancellation(self) -> bool:
        """Whether this, and nothing else, cancelled the session."""
        return self.is_due and self._task is not None and not self._task.uncancel()


class _Session:
    """One socket, from hello to the end. It is in no reference cycle, so its memory is freed at once."""

    __slots__ = ("_cut_off", "_hint_task", "_listener", "_malformed", "_matches", "_websocket")

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._matches: Matches = websocket.app.state.matches
        self._cut_off = _SlowClientCutoff()
        self._listener = Listener(partial(_send, websocket), self._cut_off)
        self._malformed = 0
        self._hint_task: asyncio.Task[None] | None = None

    async def run(self, id: str) -> None:
        """Run until the client disconnects; Problem if the server ends the session."""
        hello = await self._read_hello()
        live = await self._matches.get(id)
        try:
            self._welcome(live, hello)
            while True:
                await self._handle(live, await self._read())
        except asyncio.CancelledError:
            if not self._cut_off.caused_cancellation():
                raise
            raise Problem(429, "too-slow", "Your connection is too slow. Please reconnect.") from None
        except Problem:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self._listener.finish()
            raise
        finally:
            live.hub.remove(self._listener)
            self._listener.close()
            if self._hint_task is not None:
                self._hint_task.cancel()

    # Sending ---------------------------------------------------------------------------------------

    def _refuse(self, request: str | None, problem: Problem) -> None:
        self._listener.send(_refusal(request, problem))

    def _welcome(self, live: LiveMatch, hello: _Hello) -> None:
        """Send the welcome, and subscribe to every later event: none is missing or comes twice."""
        listener = self._listener
        listener.sides = live.now.sides_of(self._listener.holder)
        live.hub.add(listener)
        listener.send(
            {
                "type": "welcome",
                "side": listener.sides[0] if listener.sides else None,
                "sides": list(listener.sides),
                "presence": live.hub.presence(),
                "events": live.since(hello.since),
                "state": live.encoded_state(),
            }
        )

    # Receiving -------------------------------------------------------------------------------------

    async def _read(self) -> dict[str, Any]:
        """Return the next valid message; Problem after too many malformed ones."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            with suppress(orjson.JSONDecodeError, TypeError, KeyError):
                payload = orjson.loads(message["text"])
                if isinstance(payload, dict) and isinstance(payload.get("type"), str):
                    return payload
            self._reject(None, "The message is not a JSON object with a type.")

    def _reject(self, request: str | None, detail: str) -> None:
        self._malformed += 1
        problem = Problem(422, "invalid", detail)
        if self._malformed >= _MAX_MALFORMED:
            raise problem
        self._refuse(request, problem)

    async def _read_hello(self) -> _Hello:
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                hello = _Hello.model_validate(await self._read())
        except (TimeoutError, ValidationError):
            raise Problem(422, "invalid", "The first message must be a hello.") from None
        if hello.secret is not None:
            self._listener.holder = hash_secret(hello.secret)
        return hello

    async def _handle(self, live: LiveMatch, message: dict[str, Any]) -> None:
        kind = message["type"]
        try:
            if kind in ("ping", "since"):
                self._websocket.app.state.guard.spend(self._websocket, "requests")
            if kind == "ping":
                self._listener.send({"type": "pong"})
            elif kind == "since":
                since = _Since.model_validate(message).since
                events = live.since(since)
                self._listener.send({"type": "events", "events": events, "state": live.encoded_state()})
            else:
                await self._act(live, Action.model_validate({**message, "kind": kind}))
        except ValidationError as error:
            request = message.get("request")
            self._reject(request if isinstance(request, str) else None, validation_message(error.errors()))

    async def _act(self, live: LiveMatch, action: Action) -> None:
        """Carry out an action. Hints run in the background."""
        if action.kind != "hint":
            await self._perform(live, action)
        elif self._hint_task is None or self._hint_task.done():
            self._hint_task = asyncio.create_task(self._perform(live, action))
        else:
            self._refuse(
                action.request, Problem(429, "busy", "You're already getting a hint.", retry_after=1)
            )

    async def _perform(self, live: LiveMatch, action: Action) -> None:
        try:
            if self._listener.holder is None:
                raise Problem(403, "not-yours", "You have no seat in this match, so you can only watch.")
            self._websocket.app.state.guard.spend(self._websocket, "moves")
            result = await self._matches.act(live, action, self._listener.holder, self._run_task)
        except Problem as problem:
            self._refuse(action.request, problem)
            return
        message: DoneMessage = {"type": "done", "request": action.request, "number": result.number}
        if result.hint:
            message["hint"] = result.hint
        self._listener.send(message)

    async def _run_task(self, function: Callable[..., Result], *arguments: Any, seconds: float) -> Result:
        """Run a function in a worker process, charged to the client's address."""
        address = charge(self._websocket)
        pool: Pool = self._websocket.app.state.pool
        return await pool.run(function, *arguments, seconds=seconds, address=address)
