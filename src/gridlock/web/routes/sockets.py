"""Sockets: everybody at a match is told at once what happens, and acts without asking again who they are."""

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
from gridlock.web.matches.hub import Listener, encoded
from gridlock.web.matches.seats import hash_secret
from gridlock.web.matches.socket_messages import DoneMessage, RefusedMessage
from gridlock.web.problems import Problem
from gridlock.web.workers import Pool, charge

router = APIRouter()

Result = TypeVar("Result")

_HELLO_SECONDS = 10.0  # for the first message
_PARTING_SECONDS = 5.0  # for the last one
_NONSENSE = 10  # messages that cannot be read, after which the socket is closed
_POLICY, _TRY_LATER = 1008, 1013  # how a socket is closed: for what came over it, or since there is too much


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
    """Tell somebody of everything that happens in a match, and let them act."""
    guard = websocket.app.state.guard
    if not guard.is_own_origin(websocket):
        await websocket.close(_POLICY)
        return
    await websocket.accept()
    try:
        with guard.count_socket(websocket):
            await _Conversation(websocket).hold(id)
    except WebSocketDisconnect:
        pass
    except Problem as problem:
        await _end(websocket, problem)


async def _end(websocket: WebSocket, problem: Problem) -> None:
    """Say what is wrong, and close, unless nobody listens."""
    code = _TRY_LATER if problem.status in (429, 503) else _POLICY
    with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(_PARTING_SECONDS):
            await websocket.send_text(encoded(_refusal(None, problem)))
            await websocket.close(code)


def _refusal(request: str | None, problem: Problem) -> RefusedMessage:
    return {"type": "refused", "request": request, "problem": problem.to_json()}


async def _send(websocket: WebSocket, message: str) -> None:
    try:
        await websocket.send_text(message)
    except (WebSocketDisconnect, RuntimeError) as error:
        raise ConnectionError(str(error)) from None


class _CutOff:
    """Ends a conversation with somebody who reads so slowly that too much waits for them.

    They may come again, and catch up then.
    """

    __slots__ = ("_task", "is_due")

    def __init__(self) -> None:
        self._task = asyncio.current_task()
        self.is_due = False

    def __call__(self) -> None:
        if not self.is_due and self._task is not None:
            self.is_due = True
            self._task.cancel()

    def took_place(self) -> bool:
        """Whether it is the reason why the conversation was cancelled, and the only one."""
        return self.is_due and self._task is not None and not self._task.uncancel()


class _Conversation:
    """One socket, from hello to the end.

    Nothing that it refers to refers to it: its memory is free as soon as it ends.
    """

    __slots__ = ("_cut_off", "_listener", "_matches", "_nonsense", "_searching", "_websocket")

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._matches: Matches = websocket.app.state.matches
        self._cut_off = _CutOff()
        self._listener = Listener(partial(_send, websocket), self._cut_off)
        self._nonsense = 0
        self._searching: asyncio.Task[None] | None = None

    async def hold(self, id: str) -> None:
        """Talk until one of both has had enough; Problem if it is the server."""
        hello = await self._hello()
        live = await self._matches.get(id)
        try:
            self._enter(live, hello)
            while True:
                await self._answer(live, await self._read())
        except asyncio.CancelledError:
            if not self._cut_off.took_place():
                raise
            raise Problem(429, "too-slow", "You read too slowly. Please connect again.") from None
        except Problem:
            with suppress(TimeoutError):
                async with asyncio.timeout(_PARTING_SECONDS):
                    await self._listener.finish()
            raise
        finally:
            live.hub.remove(self._listener)
            self._listener.close()
            if self._searching is not None:
                self._searching.cancel()

    # From here to there ---------------------------------------------------------------------------

    def _refuse(self, request: str | None, problem: Problem) -> None:
        self._listener.send(_refusal(request, problem))

    def _enter(self, live: LiveMatch, hello: _Hello) -> None:
        """Welcome somebody, who is told from the very next event on: none is missing or comes twice."""
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

    # From there to here ---------------------------------------------------------------------------

    async def _read(self) -> dict[str, Any]:
        """The next message that can be read; Problem if there are too many that cannot."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            with suppress(orjson.JSONDecodeError, TypeError, KeyError):
                found = orjson.loads(message["text"])
                if isinstance(found, dict) and isinstance(found.get("type"), str):
                    return found
            self._note_nonsense(None, "This is not a message that can be read here.")

    def _note_nonsense(self, request: str | None, sentence: str) -> None:
        self._nonsense += 1
        problem = Problem(422, "invalid", sentence)
        if self._nonsense >= _NONSENSE:
            raise problem
        self._refuse(request, problem)

    async def _hello(self) -> _Hello:
        try:
            async with asyncio.timeout(_HELLO_SECONDS):
                hello = _Hello.model_validate(await self._read())
        except (TimeoutError, ValidationError):
            raise Problem(422, "invalid", "The first message has to be a hello.") from None
        if hello.secret is not None:
            self._listener.holder = hash_secret(hello.secret)
        return hello

    async def _answer(self, live: LiveMatch, message: dict[str, Any]) -> None:
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
            self._note_nonsense(
                request if isinstance(request, str) else None, validation_message(error.errors())
            )

    async def _act(self, live: LiveMatch, action: Action) -> None:
        """Let them act. A hint takes its time, in which they can do other things."""
        if action.kind != "hint":
            await self._do(live, action)
        elif self._searching is None or self._searching.done():
            self._searching = asyncio.create_task(self._do(live, action))
        else:
            self._refuse(
                action.request, Problem(429, "busy", "A hint is being looked for already.", retry_after=1)
            )

    async def _do(self, live: LiveMatch, action: Action) -> None:
        try:
            if self._listener.holder is None:
                raise Problem(403, "not-yours", "You have no seat in this match, so you can only watch.")
            self._websocket.app.state.guard.spend(self._websocket, "moves")
            done = await self._matches.act(live, action, self._listener.holder, self._ask)
        except Problem as problem:
            self._refuse(action.request, problem)
            return
        message: DoneMessage = {"type": "done", "request": action.request, "number": done.number}
        if done.hint:
            message["hint"] = done.hint
        self._listener.send(message)

    async def _ask(self, function: Callable[..., Result], *arguments: Any, seconds: float) -> Result:
        """Ask the worker processes for whoever is here; their address pays for it."""
        address = charge(self._websocket)
        pool: Pool = self._websocket.app.state.pool
        return await pool.run(function, *arguments, seconds=seconds, address=address)
