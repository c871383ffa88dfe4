"""Attacks with connections, requests and frames that are cheap to send."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

from torture.siege import Attack, Target, besiege

_HOST = "Host: 127.0.0.1\r\n"
_SOCKET = (
    f"GET /api/matches/none/socket HTTP/1.1\r\n{_HOST}Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()
_MASK = bytes(4)
_PAUSE = 0.05  # seconds before a disconnected attacker reconnects
_HALF_OPEN = 6300
_FLOOD = 100
_LOST = (OSError, asyncio.IncompleteReadError)

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _again(attack: Callable[[Connection], Awaitable[None]], target: Target) -> None:
    """Attack on a connection, and reconnect whenever the server closes it."""
    while True:
        with suppress(*_LOST):
            connection = await target.connect()
            try:
                await attack(connection)
            finally:
                connection[1].transport.abort()
        await asyncio.sleep(_PAUSE)


async def _together(number: int, attack: Callable[[Connection], Awaitable[None]], target: Target) -> None:
    await asyncio.gather(*(_again(attack, target) for _ in range(number)))


async def _send_forever(writer: asyncio.StreamWriter, data: bytes) -> None:
    while True:
        writer.write(data)
        await writer.drain()


async def _open_socket(connection: Connection) -> None:
    reader, writer = connection
    writer.write(_SOCKET)
    await reader.readuntil(b"\r\n\r\n")


async def trailers(target: Target) -> None:
    """Send a chunked request with endless trailers."""

    async def send(connection: Connection) -> None:
        head = f"POST /api/matches HTTP/1.1\r\n{_HOST}Content-Type: application/json\r\n"
        body = "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        connection[1].write((head + body).encode())
        await _send_forever(connection[1], b"X-Trailer: " + b"x" * 8000 + b"\r\n")

    await _together(100, send, target)


async def one_trailer(target: Target) -> None:
    """Send a chunked request with one endless trailer."""

    async def send(connection: Connection) -> None:
        head = f"POST /api/matches HTTP/1.1\r\n{_HOST}Transfer-Encoding: chunked\r\n\r\n"
        connection[1].write(f"{head}2\r\n{{}}\r\n0\r\nX-Trailer: ".encode())
        await _send_forever(connection[1], b"x" * (1 << 16))

    await _together(100, send, target)


async def pipeline(target: Target) -> None:
    """Pipeline as many requests as possible."""

    async def send(connection: Connection) -> None:
        await _send_forever(connection[1], f"GET /healthz HTTP/1.1\r\n{_HOST}\r\n".encode() * 2000)

    await _together(20, send, target)


async def tiny_frames(target: Target) -> None:
    """Send messages in empty fragments, two megabytes at a time."""

    async def send(connection: Connection) -> None:
        await _open_socket(connection)
        connection[1].write(b"\x01\x80" + _MASK)
        await _send_forever(connection[1], (b"\x00\x80" + _MASK) * 350_000)

    await _together(4, send, target)


async def unread_pongs(target: Target) -> None:
    """Send pings without reading the pongs."""

    async def send(connection: Connection) -> None:
        await _open_socket(connection)
        connection[0]._transport.pause_reading()  # type: ignore[attr-defined]
        await _send_forever(connection[1], (b"\x89\xfd" + _MASK + b"x" * 125) * 8000)

    await _together(4, send, target)


async def half_open(target: Target) -> None:
    """Open thousands of connections with incomplete headers."""
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (_HALF_OPEN + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )

    async def send(connection: Connection) -> None:
        reader, writer = connection
        writer.write(f"GET / HTTP/1.1\r\n{_HOST}X-Half: ".encode())
        await reader.read()

    await _together(_HALF_OPEN, send, target)


async def readyz(target: Target) -> None:
    """Request health checks as fast as they are answered."""

    async def send(connection: Connection) -> None:
        reader, writer = connection
        while True:
            writer.write(f"GET /readyz HTTP/1.1\r\n{_HOST}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split()[0]))

    await _together(_FLOOD, send, target)


def wall_siege(attack: Attack, random: Random, folder: Path) -> None:
    """Run an attack; AssertionError if it fills the memory or locks others out."""
    besiege(folder, attack).report(attack.__name__.replace("_", " "))


WALL_SIEGES = {
    attack.__name__.replace("_", " "): partial(wall_siege, attack)
    for attack in (trailers, one_trailer, pipeline, tiny_frames, unread_pongs, half_open, readyz)
}
"""The attacks, by name."""
