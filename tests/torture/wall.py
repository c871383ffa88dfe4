"""Attacks on the server's outer wall: connections, requests and frames that are cheap to send.

``python -m torture.wall`` in ``tests`` runs all of them, or those you name, and prints what each one did.
An attack runs in a process of its own, so that it takes no time from the bystander.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from torture.campaign import Shot
from torture.siege import Attack, Target, besiege

_HOST = "Host: 127.0.0.1\r\n"
_SOCKET = (
    f"GET /api/matches/none/socket HTTP/1.1\r\n{_HOST}Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()
_MASK = bytes(4)
_PAUSE = 0.05  # seconds before an attacker who was cut off comes back
_HALF_OPEN = 6300
_FLOOD = 100
_LOST = (OSError, asyncio.IncompleteReadError)

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _again(attack: Callable[[Connection], Awaitable[None]], target: Target) -> None:
    """Attack on a connection, and on a new one whenever the server has closed it."""
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
    """A request in chunks whose trailer has no end."""

    async def send(connection: Connection) -> None:
        head = f"POST /api/matches HTTP/1.1\r\n{_HOST}Content-Type: application/json\r\n"
        body = "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        connection[1].write((head + body).encode())
        await _send_forever(connection[1], b"X-Trailer: " + b"x" * 8000 + b"\r\n")

    await _together(100, send, target)


async def one_trailer(target: Target) -> None:
    """A request in chunks with a trailer of one header that has no end."""

    async def send(connection: Connection) -> None:
        head = f"POST /api/matches HTTP/1.1\r\n{_HOST}Transfer-Encoding: chunked\r\n\r\n"
        connection[1].write(f"{head}2\r\n{{}}\r\n0\r\nX-Trailer: ".encode())
        await _send_forever(connection[1], b"x" * (1 << 16))

    await _together(100, send, target)


async def pipeline(target: Target) -> None:
    """As many requests as fit, without waiting for answers."""

    async def send(connection: Connection) -> None:
        await _send_forever(connection[1], f"GET /healthz HTTP/1.1\r\n{_HOST}\r\n".encode() * 2000)

    await _together(20, send, target)


async def tiny_frames(target: Target) -> None:
    """Messages cut into empty frames, two megabytes at a time."""

    async def send(connection: Connection) -> None:
        await _open_socket(connection)
        connection[1].write(b"\x01\x80" + _MASK)
        await _send_forever(connection[1], (b"\x00\x80" + _MASK) * 350_000)

    await _together(4, send, target)


async def unread_pongs(target: Target) -> None:
    """Pings whose pongs nobody reads."""

    async def send(connection: Connection) -> None:
        await _open_socket(connection)
        connection[0]._transport.pause_reading()  # type: ignore[attr-defined]
        await _send_forever(connection[1], (b"\x89\xfd" + _MASK + b"x" * 125) * 8000)

    await _together(4, send, target)


async def half_open(target: Target) -> None:
    """Thousands of connections with half a head."""
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (_HALF_OPEN + 100, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )

    async def send(connection: Connection) -> None:
        reader, writer = connection
        writer.write(f"GET / HTTP/1.1\r\n{_HOST}X-Half: ".encode())
        await reader.read()

    await _together(_HALF_OPEN, send, target)


async def readyz(target: Target) -> None:
    """Questions whether the server is ready, as fast as they are answered."""

    async def send(connection: Connection) -> None:
        reader, writer = connection
        while True:
            writer.write(f"GET /readyz HTTP/1.1\r\n{_HOST}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split()[0]))

    await _together(_FLOOD, send, target)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (trailers, one_trailer, pipeline, tiny_frames, unread_pongs, half_open, readyz)
}


def _in_process(name: str) -> Attack:
    """An attack from a process of its own."""

    async def attack(target: Target) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "torture.wall", name, "--port", str(target.port)
        )
        try:
            await process.wait()
            raise AssertionError(f"the attack {name} has ended with {process.returncode}")
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    return attack


def _shot(name: str, seconds: float = 20.0) -> Shot:
    def shot(random: Random, folder: Path) -> None:
        besiege(folder, _in_process(name), seconds=seconds).report(name.replace("_", " "))

    return shot


WALL_SIEGES: dict[str, Shot] = {name.replace("_", " "): _shot(name) for name in ATTACKS}
"""One siege for each attack."""


def main() -> None:
    """Run attacks, each on a server of its own; with a port, one attack on the server that listens there."""
    parser = argparse.ArgumentParser(prog="torture.wall", description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS])
    parser.add_argument("--port", type=int)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    for name in given.attacks or ATTACKS:
        if given.port:
            asyncio.run(ATTACKS[name](Target(given.port)))  # type: ignore[arg-type]
        else:
            with TemporaryDirectory(prefix="siege-") as folder, suppress(AssertionError):
                _shot(name, given.seconds)(Random(1), Path(folder))


if __name__ == "__main__":
    main()
