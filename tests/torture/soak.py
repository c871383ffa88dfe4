"""Mixed traffic for a long time: does the server's memory keep growing?

``python -m torture.soak --minutes 10`` in ``tests`` runs it alone; ``make torture`` runs a minute of it.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import httpx
import websockets

from guests import BEHIND_PROXY, Guest, Seats
from servers import WebServer
from torture.siege import memory_of

_PEOPLE = 8
_GAMES = ("spread", "crossfire", "lightcycle", "trail", "blockade")
_PAGES = (
    "/",
    "/new",
    "/puzzles",
    "/daily",
    "/learn",
    "/analysis",
    "/api/games",
    "/api/openapi.json",
    "/metrics",
)
_JUNK = (
    "/nowhere",
    "/api/matches/none",
    "/api/analysis?game=chess",
    "/m/%00",
    "/api/analysis?game=spread&moves=9,9",
)
_SAMPLE = 2.0  # seconds between memory checks
_WARM_UP = 0.5  # fraction of the time for caches and pools to fill up
_MOST_GROWTH = 30.0  # MB, after the warm-up
_LOST = (httpx.HTTPError, OSError, websockets.WebSocketException, TimeoutError)


async def _play(guest: Guest, random: Random) -> None:
    """Play a match against a bot to its end, with a watcher, and request its review."""
    match = await guest.sit("me", "level:2", game=random.choice(_GAMES), size="4x4")
    async with guest.socket(match.id, match.secrets[1]) as line:
        state = match.state
        while state["status"] != "over":
            if state["scene"]["turn"] == 1:
                move = random.choice(state["scene"]["moves"])["move"]
                await guest.act(match, 1, "move", state["number"], move=move)
            state = (await line.hear("event"))["state"]
    await guest.ask("GET", f"{match.path}/review")
    await guest.ask("GET", f"{match.path}/record")


async def _leave(guest: Guest, random: Random) -> None:
    """Abandon a match after a few renames."""
    match: Seats = await guest.sit()
    for number in range(random.randrange(5)):
        await guest.act(match, 1, "rename", match.state["number"] + number, name=f"Name {number}")


async def _analyse(guest: Guest, random: Random) -> None:
    size = random.choice(("3x3", "4x4", "4x5"))
    await guest.ask("GET", f"/api/analysis?game={random.choice(_GAMES)}&size={size}")


async def _browse(guest: Guest, random: Random) -> None:
    await guest.ask("GET", random.choice(_PAGES + _JUNK))


async def _abandon(guest: Guest, random: Random) -> None:
    """Send a solver request and disconnect."""
    with suppress(TimeoutError):
        async with asyncio.timeout(random.uniform(0.01, 0.3)):
            await guest.ask("GET", f"/api/analysis?game=blockade&size=5x{random.randint(5, 8)}")


_HABITS = {_play: 4, _leave: 1, _analyse: 2, _browse: 6, _abandon: 1}


async def _live(url: str, random: Random, done: Counter[str]) -> None:
    """One visitor after another, each at a new address."""
    while True:
        habit = random.choices(list(_HABITS), list(_HABITS.values()))[0]
        async with Guest(url) as guest:
            try:
                await habit(guest, random)
                done[habit.__name__.strip("_")] += 1
            except _LOST as error:
                done[f"{habit.__name__.strip('_')}: {type(error).__name__}"] += 1


async def _sample(pid: int, seconds: float) -> list[float]:
    samples, end = [], monotonic() + seconds
    while monotonic() < end:
        samples.append(memory_of(pid))
        await asyncio.sleep(_SAMPLE)
    return samples


async def _run(server: WebServer, random: Random, seconds: float) -> tuple[list[float], Counter[str]]:
    done: Counter[str] = Counter()
    people = [asyncio.create_task(_live(server.url, Random(random.random()), done)) for _ in range(_PEOPLE)]
    try:
        return await _sample(server.pid, seconds), done
    finally:
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)


def soak(random: Random, folder: Path, seconds: float = 60.0) -> None:
    """Mixed traffic; AssertionError if the memory still grows after the warm-up."""
    with WebServer(folder, *BEHIND_PROXY, "--workers", "1") as server:
        samples, done = asyncio.run(_run(server, random, seconds))
        assert "Traceback" not in server.output(), server.output()
    warm = samples[int(len(samples) * _WARM_UP)]
    print(
        f"soak, {seconds / 60:g} minutes: {samples[0]:.0f} MB at first, {warm:.0f} after the warm-up, "
        f"{samples[-1]:.0f} at the end, {max(samples):.0f} at most; "
        + ", ".join(f"{count:,} {name}" for name, count in sorted(done.items())),
        flush=True,
    )
    assert samples[-1] - warm < _MOST_GROWTH, "the server's memory keeps growing"


def main() -> None:
    """Run it alone."""
    parser = argparse.ArgumentParser(prog="torture.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="soak-") as folder:
        soak(Random(arguments.seed), Path(folder), 60 * arguments.minutes)


if __name__ == "__main__":
    main()
