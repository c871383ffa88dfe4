"""The guard: through it everything comes in, and from it everything goes out."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from math import ceil
from time import perf_counter
from typing import Literal

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from gridlock.web.error_handlers import internal_error
from gridlock.web.guard.addresses import Addresses, networks
from gridlock.web.guard.bodies import Gone, read_on, whole_body
from gridlock.web.guard.buckets import Buckets
from gridlock.web.guard.connections import Connections, Place, Sockets
from gridlock.web.guard.headers import with_headers
from gridlock.web.guard.hosts import Hosts, own_origin
from gridlock.web.guard.http_protocol import SLOW_DOWN
from gridlock.web.guard.metrics import Metrics
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings

_Kind = Literal["requests", "files", "moves", "matches", "searches"]
_Counted = _Kind | Literal["frames"]

_SENTENCES: dict[_Kind, str] = {
    "requests": "That was too much at once. Please wait a moment.",
    "files": "That was too much at once. Please wait a moment.",
    "moves": "That was too quick. Please wait a moment before the next move.",
    "matches": "You have made many matches. Please wait a moment before the next one.",
    "searches": "You have asked the solver many questions. Please wait a moment before the next one.",
}
_FILES = ("/assets/", "/healthz", "/readyz", "/metrics")  # cheap, and asked for often for good reasons
_API = "/api"  # which a route's own pattern may or may not have, as FastAPI's version has it
_OTHER_ROUTE = "other"
_NOT_ALLOWED, _FAILED = 1008, 1011  # how a socket is closed


class Guard:
    """Knows who asks and how much they have asked for."""

    def __init__(self, app: FastAPI, settings: ServerSettings) -> None:
        self._allowance = settings.allowance
        self._base_url = settings.base_url
        self._addresses = Addresses(settings.trusted_proxies)
        self._buckets = Buckets()
        self._hosts = Hosts(settings.public_hosts, settings.base_url)
        self._sockets = Sockets(settings.allowance.sockets, settings.allowance.all_sockets)
        self._connections = Connections(settings.allowance.connections, settings.allowance.all_connections)
        self.metrics = Metrics(app.state, self._sockets, self._connections)
        """What is counted."""

    def address(self, connection: HTTPConnection) -> str:
        """Who is at the other end, as a text by which they are counted."""
        return self._addresses.of(connection.scope)

    def address_of(self, scope: Scope) -> str:
        """Whose request it is, as a text by which they are counted."""
        return self._addresses.of(scope)

    def connected(self, client: tuple[str, int] | None) -> Place:
        """Count a connection as long as it keeps its place, if there was room for one more.

        There is none for an address that could not even ask for a file: to refuse that here costs less.
        """
        address = self._addresses.of_peer(client)
        if address is not None and self._buckets.late(self._limits(address, "files")):
            place = Place(self._connections, (), "address")
        else:
            place = self._connections.open(address)
        if place.full:
            self.metrics.refused("connections")
        return place

    def spend_frames(self, address: str, number: int) -> bool:
        """Count what came over a socket; whether the address may send on."""
        return not self._late(address, "frames", number)

    def is_near(self, connection: HTTPConnection) -> bool:
        """Whether somebody asks from this machine or its own network, and through no proxy."""
        return self._addresses.direct(connection.scope)

    def spend(self, connection: HTTPConnection, kind: _Kind) -> None:
        """Count something that somebody does; Problem if it is too much."""
        self._spend(self.address(connection), kind)

    def socket_opens(self, connection: HTTPConnection) -> AbstractContextManager[None]:
        """Count a socket as long as it is open; Problem if it is one too many."""
        return self._sockets.opened(self.address(connection))

    def check_origin(self, connection: HTTPConnection) -> bool:
        """Whether it is a page of ours that opens a socket, or a program."""
        return own_origin(connection.scope, self._base_url)

    def admit(self, scope: Scope) -> None:
        """Let a request in; Problem if its address has sent too many, if it is meant for another host, or if
        another site's page sends it.
        """
        scope["scheme"] = self._addresses.scheme(scope)
        self._spend(self._addresses.of(scope), "files" if scope["path"].startswith(_FILES) else "requests")
        self._hosts.check(scope)
        if scope["type"] == "websocket" and not own_origin(scope, self._base_url):
            raise Problem(403, "other-site", "Pages of other sites cannot connect here.")

    def _spend(self, address: str, kind: _Kind) -> None:
        late = self._late(address, kind)
        if late:
            raise Problem(429, "too-many", _SENTENCES[kind], retry_after=ceil(late))

    def _late(self, address: str, kind: _Counted, amount: int = 1) -> float:
        """Spend from the allowances of an address; the seconds until there is enough, and 0 if there was."""
        late = self._buckets.spend_all(self._limits(address, kind), amount)
        if late:
            self.metrics.refused(kind)
        return late

    def _limits(self, address: str, kind: _Counted) -> dict[tuple[str, str], int]:
        """What an address and the networks around it may do per minute."""
        each: int = getattr(self._allowance, kind)
        return {(network, kind): each * times for network, times in networks(address)}


def protect(app: FastAPI, settings: ServerSettings) -> None:
    """Let everything that reaches an application, and everything that it says, pass a guard."""
    app.state.guard = Guard(app, settings)
    app.add_middleware(_Gate, guard=app.state.guard)


class _Gate:
    """Around all else in an application: limits, headers, counts, and an answer even if something fails."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0
        safe = with_headers(scope, send)

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await safe(message)

        try:
            self._guard.admit(scope)
            await self._app(scope, await whole_body(scope, receive), noted)
        except Gone:
            return
        except Problem as problem:
            if problem.status == 413:
                await read_on(receive)
            if problem.status == 429 and SLOW_DOWN in scope.get("state", ()):
                scope["state"][SLOW_DOWN]()
            await _told(problem)(scope, receive, noted)
        except Exception as error:
            answer = internal_error(f"{scope['method']} {scope['path']}", error)
            if status:  # half of another answer is already on its way
                raise
            await answer(scope, receive, noted)
        self._guard.metrics.answered(_route(scope), status, perf_counter() - began)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._guard.admit(scope)
        except Problem as problem:
            await receive()
            await _refuse(problem, scope, with_headers(scope, send))
            return
        try:
            await self._app(scope, receive, with_headers(scope, send))
        except ClientDisconnected:  # before the socket was open
            return
        except Exception as error:
            internal_error(f"The socket {scope['path']}", error)
            with suppress(Exception):  # it may be closed already
                await send({"type": "websocket.close", "code": _FAILED})


def _told(problem: Problem) -> Response:
    """A problem as an answer; the rest of a request that is too large or too slow is not read."""
    answer = problem.response()
    if problem.status in (408, 413):
        answer.headers["connection"] = "close"
    return answer


async def _refuse(problem: Problem, scope: Scope, send: Send) -> None:
    """Refuse a socket before it is open, with an answer if the server can send one."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": _NOT_ALLOWED, "reason": problem.detail})
        return
    answer = problem.response()
    start = "websocket.http.response.start"
    await send({"type": start, "status": answer.status_code, "headers": answer.raw_headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})


def _route(scope: Scope) -> str:
    """The pattern of the address that was asked for, so that there are only so many of them."""
    pattern = str(getattr(scope.get("route"), "path", _OTHER_ROUTE))
    within = scope["path"].startswith(_API) and not pattern.startswith(_API)
    return _API + pattern if within and pattern != _OTHER_ROUTE else pattern
