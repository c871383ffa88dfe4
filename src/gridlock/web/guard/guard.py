"""The guard: middleware that limits, checks and counts every request and WebSocket."""

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
from gridlock.web.guard.bodies import Gone, drain, read_body
from gridlock.web.guard.buckets import Buckets
from gridlock.web.guard.connections import Connections, Slot, Sockets
from gridlock.web.guard.headers import with_headers
from gridlock.web.guard.hosts import Hosts, is_own_origin
from gridlock.web.guard.http_protocol import SLOW_DOWN
from gridlock.web.guard.metrics import Metrics
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings

_Kind = Literal["requests", "files", "moves", "matches", "searches"]
_Counted = _Kind | Literal["frames"]

_DETAILS: dict[_Kind, str] = {
    "requests": "Too many requests. Please wait a moment.",
    "files": "Too many requests. Please wait a moment.",
    "moves": "Too many moves. Please wait a moment before the next one.",
    "matches": "Too many new matches. Please wait a moment before you start another.",
    "searches": "Too many requests to the solver. Please wait a moment.",
}
_FILES = ("/assets/", "/healthz", "/readyz", "/metrics")  # cheap and legitimately frequent
_API = "/api"  # some versions of FastAPI leave it out of a route's pattern
_OTHER_ROUTE = "other"
_NOT_ALLOWED, _FAILED = 1008, 1011  # WebSocket close codes


class Guard:
    """Applies the rate limits, connection limits and host checks of one server."""

    def __init__(self, app: FastAPI, settings: ServerSettings) -> None:
        self._allowance = settings.allowance
        self._base_url = settings.base_url
        self._addresses = Addresses(settings.trusted_proxies)
        self._buckets = Buckets()
        self._hosts = Hosts(settings.public_hosts, settings.base_url)
        self._sockets = Sockets(settings.allowance.sockets, settings.allowance.all_sockets)
        self._connections = Connections(settings.allowance.connections, settings.allowance.all_connections)
        self.metrics = Metrics(app.state, self._sockets, self._connections)
        """The metrics of this server."""

    def address(self, connection: HTTPConnection) -> str:
        """Return the client that a connection counts for."""
        return self._addresses.of(connection.scope)

    def address_of(self, scope: Scope) -> str:
        """Return the client that a request counts for."""
        return self._addresses.of(scope)

    def count_connection(self, client: tuple[str, int] | None) -> Slot:
        """Count a connection until its slot is released, if the limits allow it.

        An address that has used up its file requests is refused, too: that is cheaper here than later.
        """
        address = self._addresses.of_peer(client)
        if address is not None and self._buckets.wait(self._limits(address, "files")):
            slot = Slot(self._connections, (), "address")
        else:
            slot = self._connections.open(address)
        if slot.full:
            self.metrics.count_refusal("connections")
        return slot

    def spend_frames(self, address: str, number: int) -> bool:
        """Count WebSocket frames; False if the address has sent too many."""
        return not self._spend_tokens(address, "frames", number)

    def is_local(self, connection: HTTPConnection) -> bool:
        """Whether a request comes from this machine or a private network, and not through a proxy."""
        return self._addresses.is_direct(connection.scope)

    def spend(self, connection: HTTPConnection, kind: _Kind) -> None:
        """Count an action against its limit; Problem if the limit is reached."""
        self._spend(self.address(connection), kind)

    def count_socket(self, connection: HTTPConnection) -> AbstractContextManager[None]:
        """Count a WebSocket inside the block; Problem if a limit is reached."""
        return self._sockets.occupy(self.address(connection))

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Whether a WebSocket is opened by our own page or by a program, not by another site's page."""
        return is_own_origin(connection.scope, self._base_url)

    def admit(self, scope: Scope) -> None:
        """Check a request; Problem if it exceeds a limit, names another host, or comes from another site."""
        scope["scheme"] = self._addresses.scheme(scope)
        self._spend(self._addresses.of(scope), "files" if scope["path"].startswith(_FILES) else "requests")
        self._hosts.check(scope)
        if scope["type"] == "websocket" and not is_own_origin(scope, self._base_url):
            raise Problem(403, "other-site", "Pages of other sites can't connect to this server.")

    def _spend(self, address: str, kind: _Kind) -> None:
        wait = self._spend_tokens(address, kind)
        if wait:
            raise Problem(429, "too-many", _DETAILS[kind], retry_after=ceil(wait))

    def _spend_tokens(self, address: str, kind: _Counted, amount: int = 1) -> float:
        """Spend from an address's allowance. Return 0, or the seconds until there is enough."""
        wait = self._buckets.spend_all(self._limits(address, kind), amount)
        if wait:
            self.metrics.count_refusal(kind)
        return wait

    def _limits(self, address: str, kind: _Counted) -> dict[tuple[str, str], int]:
        """Return the limits per minute of an address and of the networks that contain it."""
        limit: int = getattr(self._allowance, kind)
        return {(network, kind): limit * factor for network, factor in networks(address)}


def protect(app: FastAPI, settings: ServerSettings) -> None:
    """Add a guard to an application."""
    app.state.guard = Guard(app, settings)
    app.add_middleware(_GuardMiddleware, guard=app.state.guard)


class _GuardMiddleware:
    """The outermost middleware: limits, headers, metrics, and a response to unexpected errors."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app = app
        self._guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._handle_http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._handle_websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _handle_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0
        safe = with_headers(scope, send)

        async def send_and_record(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await safe(message)

        try:
            self._guard.admit(scope)
            await self._app(scope, await read_body(scope, receive), send_and_record)
        except Gone:
            return
        except Problem as problem:
            if problem.status == 413:
                await drain(receive)
            if problem.status == 429 and SLOW_DOWN in scope.get("state", ()):
                scope["state"][SLOW_DOWN]()
            await _problem_response(problem)(scope, receive, send_and_record)
        except Exception as error:
            answer = internal_error(f"{scope['method']} {scope['path']}", error)
            if status:  # a response has already started
                raise
            await answer(scope, receive, send_and_record)
        self._guard.metrics.count_response(_route(scope), status, perf_counter() - began)

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._guard.admit(scope)
        except Problem as problem:
            await receive()
            await _reject_websocket(problem, scope, with_headers(scope, send))
            return
        try:
            await self._app(scope, receive, with_headers(scope, send))
        except ClientDisconnected:  # before the socket was open
            return
        except Exception as error:
            internal_error(f"The socket {scope['path']}", error)
            with suppress(Exception):  # it may be closed already
                await send({"type": "websocket.close", "code": _FAILED})


def _problem_response(problem: Problem) -> Response:
    """Return a problem's response; it closes the connection if the request wasn't read to its end."""
    answer = problem.response()
    if problem.status in (408, 413):
        answer.headers["connection"] = "close"
    return answer


async def _reject_websocket(problem: Problem, scope: Scope, send: Send) -> None:
    """Reject a WebSocket handshake, with an HTTP response if the server supports that."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": _NOT_ALLOWED, "reason": problem.detail})
        return
    answer = problem.response()
    start = "websocket.http.response.start"
    await send({"type": start, "status": answer.status_code, "headers": answer.raw_headers})
    await send({"type": "websocket.http.response.body", "body": answer.body})


def _route(scope: Scope) -> str:
    """Return the route's pattern, a label with few distinct values."""
    pattern = str(getattr(scope.get("route"), "path", _OTHER_ROUTE))
    within = scope["path"].startswith(_API) and not pattern.startswith(_API)
    return _API + pattern if within and pattern != _OTHER_ROUTE else pattern
