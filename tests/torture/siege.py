"""A live server under attack from one address, while a bystander at another keeps using it.

An attack is a coroutine function of a module that takes a :class:`Target` and never returns. ``besiege`` runs
it against its own server and measures the bystander's responses and the server's memory. The attack has a
process of its own, so it takes no time from the bystander.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import httpx

from servers import WebServer

ATTACKER = "127.0.0.66"
"""The attacker's address: all of 127.0.0.0/8 is this machine."""
BYSTANDER = "127.0.0.77"
CALM_SECONDS = 5.0
"""How long the bystander is watched before the attack."""
RECOVERY_SECONDS = 10.0
"""How long the server may take to give memory back."""

_PAUSE = 0.05  # seconds between the bystander's requests, and between memory checks
_PATIENCE = 60.0  # the bystander's timeout in seconds


@dataclass(frozen=True)
class Target:
    """The server as an attacker sees it."""

    port: int
    host: str = "127.0.0.1"

    @property
    def url(self) -> str:
        """The server's URL."""
        return f"http://{self.host}:{self.port}"

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A raw connection from the attacker's address."""
        return await asyncio.open_connection(self.host, self.port, local_addr=(ATTACKER, 0))

    def client(self, connections: int = 100) -> httpx.AsyncClient:
        """An HTTP client at the attacker's address."""
        return _client(self.url, ATTACKER, connections)


Attack = Callable[[Target], Awaitable[None]]
Ask = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]
"""One request of the bystander."""


async def get_home(client: httpx.AsyncClient) -> httpx.Response:
    """The bystander's default request."""
    return await client.get("/")


@dataclass
class Answers:
    """The bystander's responses in one phase."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    """Requests that were refused, failed or never answered."""

    def percentile(self, percent: int) -> float:
        """Return this percentile of the response times, in seconds."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else float("nan")

    def __str__(self) -> str:
        p50, p95, worst = (1000 * self.percentile(percent) for percent in (50, 95, 100))
        total = len(self.seconds) + self.refused
        return f"p50 {p50:.0f}, p95 {p95:.0f}, max {worst:.0f} ms, {self.refused} of {total} refused"


@dataclass
class Toll:
    """What an attack did to the bystander and to the server's memory (in MB)."""

    calm: Answers = field(default_factory=Answers)
    attacked: Answers = field(default_factory=Answers)
    memory_before: float = 0.0
    memory_peak: float = 0.0
    memory_after: float = 0.0

    def __str__(self) -> str:
        return (
            f"bystander before: {self.calm}; under attack: {self.attacked}; server "
            f"{self.memory_before:.0f} MB, at most {self.memory_peak:.0f}, afterwards {self.memory_after:.0f}"
        )

    def report(self, name: str, *, memory: float = 50.0, refused: int = 0) -> None:
        """Print the toll; AssertionError if it took more memory (in MB) or more refusals than this."""
        print(f"{name}: {self}", flush=True)
        assert self.memory_peak - self.memory_before <= memory, f"{name} takes too much memory: {self}"
        assert self.memory_after - self.memory_before <= memory, f"{name} leaves memory behind: {self}"
        assert self.attacked.refused <= refused, f"{name} locks others out: {self}"


def memory_of(pid: int) -> float:
    """Return the memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    match = re.search(r"VmRSS:\s*(\d+) kB", status)
    assert match is not None
    return int(match[1]) / 1024


def besiege(
    folder: Path,
    attack: Attack,
    *options: str,
    seconds: float = 20.0,
    ask: Ask = get_home,
    pause: float = _PAUSE,
) -> Toll:
    """Start a server, attack it for this long, and measure; the bystander pauses between its requests."""
    with WebServer(folder, "--workers", "2", *options) as server:
        toll = asyncio.run(_watch(server, attack, seconds, ask, pause))
        assert "Traceback" not in server.output(), server.output()
    return toll


async def _watch(server: WebServer, attack: Attack, seconds: float, ask: Ask, pause: float) -> Toll:
    toll = Toll()
    async with _client(server.url, BYSTANDER) as client:
        await ask(client)  # warm-up
        await _use(client, ask, toll.calm, CALM_SECONDS, pause)
        toll.memory_before = toll.memory_peak = memory_of(server.pid)
        sampling = asyncio.create_task(_sample_memory(server.pid, toll))
        async with _attacked(attack, server.port):
            await _use(client, ask, toll.attacked, seconds, pause)
        await asyncio.sleep(RECOVERY_SECONDS)
        sampling.cancel()
        toll.memory_after = memory_of(server.pid)
    return toll


@asynccontextmanager
async def _attacked(attack: Attack, port: int) -> AsyncIterator[None]:
    """Run an attack in its own process; AssertionError if it ends early."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "torture.siege", attack.__module__, attack.__name__, str(port)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        yield
        assert process.returncode is None, f"the attack {attack.__name__} has stopped by itself"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _use(client: httpx.AsyncClient, ask: Ask, answers: Answers, seconds: float, pause: float) -> None:
    """Send requests repeatedly, as a person's page would."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        began = perf_counter()
        try:
            answered = (await ask(client)).is_success
        except httpx.HTTPError:
            answered = False
        if answered:
            answers.seconds.append(perf_counter() - began)
        else:
            answers.refused += 1
        await asyncio.sleep(pause)


async def _sample_memory(pid: int, toll: Toll) -> None:
    while True:
        toll.memory_peak = max(toll.memory_peak, memory_of(pid))
        await asyncio.sleep(_PAUSE)


def _client(url: str, address: str, connections: int = 10) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=_PATIENCE)


def main() -> None:
    """Attack the server at a port: ``python -m torture.siege MODULE FUNCTION PORT``."""
    module, name, port = sys.argv[1:]
    attack: Attack = getattr(importlib.import_module(module), name)
    asyncio.run(attack(Target(int(port))))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
