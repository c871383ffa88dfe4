"""Nothing acknowledged is lost: hundreds of matches are played while servers and databases are killed.

These tests prove that every confirmed action is in the log exactly once: a server that confirms before it
writes, or loses what it confirmed, fails. Killing a process doesn't show that the data is on disk when the
power goes, but an immediate stop of the database does. A server that confirms before it commits fails after
three kills.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gridlock import GAMES, make
from gridlock.match import Match
from people import Connected, Notebook, Person, Web
from postgres import Cluster
from servers import WebServer
from tables import Table
from waiting import DEADLINE, eventually, until

pytest_plugins = ["postgres"]

MATCHES = 200
KILLS = 20
RESTARTS = 8
MOVES_BETWEEN = MATCHES // RESTARTS
"""Minimum number of moves between two disturbances."""
LONG = 5 * DEADLINE
"""Timeout in seconds for hundreds of players."""
GENEROUS = ("--allow", "1000", "--workers", "1")
ACTS = ("move", "undo-asked", "undo-refused")
"""The kinds of events that players cause."""
Disturbance = Callable[[Random, Callable[[], Awaitable[None]]], Awaitable[None]]
"""A disturbance at random moments during play."""
KINDS: list[tuple[type[Person], type[Person]]] = [
    (Person, Person), (Connected, Connected), (Person, Connected), (Connected, Person),
]  # fmt: skip


def orders() -> list[dict[str, Any]]:
    """Return the matches to play: all games in turn, one in twenty against a bot."""
    games = itertools.cycle(GAMES)
    return [
        {"game": next(games), "size": "6x6", "seats": ["me", "random" if number % 20 == 0 else "open"]}
        for number in range(MATCHES)
    ]


async def play_all(
    servers: Sequence[WebServer], disturb: Disturbance, seed: int
) -> tuple[Notebook, list[Table]]:
    """Play all matches during the disturbances, and let all players catch up at the end."""
    random, notebook, stop = Random(seed), Notebook(), asyncio.Event()
    web = Web([server.url for server in servers], random, notebook)
    tables = [
        Table(web, order, KINDS[number % len(KINDS)], f"{seed} {number}")
        for number, order in enumerate(orders())
    ]
    await asyncio.gather(*(table.open() for table in tables))
    playing = asyncio.gather(*(table.play(stop, lambda: random.uniform(2, 6)) for table in tables))
    try:
        await disturb(random, partial(wait_for_moves, notebook, tables))
        stop.set()
        await asyncio.wait_for(playing, LONG)
    finally:
        playing.cancel()
        await asyncio.gather(*(table.close() for table in tables), return_exceptions=True)
        await web.close()
    return notebook, tables


def kill_and_start(server: WebServer) -> None:
    server.kill()
    server.start()
    server.wait("/healthz")


async def wait_for_moves(notebook: Notebook, tables: Sequence[Table]) -> None:
    """Wait until more moves have been played, unless all matches are over."""
    before = notebook.counts["move"]
    await eventually(
        lambda: (
            notebook.counts["move"] >= before + MOVES_BETWEEN
            or all(table.state["status"] == "over" for table in tables)
        )
    )


async def killing(
    servers: Sequence[WebServer], random: Random, play_on: Callable[[], Awaitable[None]]
) -> None:
    """Kill one server at a time, at random moments during play."""
    for _ in range(KILLS):
        await play_on()
        await asyncio.sleep(random.uniform(0, 1))
        await asyncio.to_thread(kill_and_start, random.choice(servers))


async def check_logs(servers: Sequence[WebServer], notebook: Notebook, tables: Sequence[Table]) -> None:
    """Check that every confirmed event is in the log, once and in order, and that every match continues."""
    assert notebook.faults == []
    for server in servers:
        await asyncio.to_thread(kill_and_start, server)
    web = Web([server.url for server in servers], Random(0), notebook)
    try:
        await asyncio.gather(*(check_log(web, table) for table in tables))
    finally:
        await web.close()
    assert notebook.faults == []


async def check_log(web: Web, table: Table) -> None:
    payload = await web.ask("GET", f"/api/matches/{table.id}/events?since=0")
    events, state = payload["events"], payload["state"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert max(web.notebook.facts[table.id]) <= len(events), "every confirmed event is there"
    for event in events:
        web.notebook.note(table.id, event)
    acted = {event["number"] for event in events if event["side"] in table.people and event["kind"] in ACTS}
    assert acted == web.notebook.answered[table.id], "what people did is there once, and they know of it"
    replayed(table, events, state)
    await check_continues(web, table)


async def check_continues(web: Web, table: Table) -> None:
    """Check that the side to move can move, and that interrupted bots are restarted."""
    async with asyncio.timeout(LONG):
        while True:
            state = await web.ask("GET", f"/api/matches/{table.id}")
            if state["status"] == "over":
                return
            person = table.people.get(state["scene"]["turn"])
            if person is not None:
                break
            await asyncio.sleep(0.1)
    again = Person(web, table.id, person.side, person.secret)
    move = state["scene"]["moves"][0]["move"]
    assert await again.act("move", state["number"], move=move) == state["number"] + 1


def replayed(table: Table, events: Sequence[dict[str, Any]], state: dict[str, Any]) -> None:
    """Check that the log's moves are legal and lead to the server's position."""
    rows, _, cols = table.order["size"].partition("x")
    match = Match(make(table.order["game"], int(rows), int(cols)))
    for event in events:
        if event["kind"] == "move":
            assert match.position.turn == event["side"]
            match.play(event["text"])
    assert match.position.text == state["scene"]["position"]


def children_of(parent: int) -> set[int]:
    """Return the running processes that a process started."""
    return {int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _parent_of(path) == parent}


def is_running(pid: int) -> bool:
    return _parent_of(Path(f"/proc/{pid}/stat")) is not None


def _parent_of(stat: Path) -> int | None:
    """Return a process's parent; None if it has ended."""
    try:
        state, parent = stat.read_text().rpartition(")")[2].split()[:2]
    except (OSError, ValueError):
        return None
    return None if state == "Z" else int(parent)


async def play_with_disturbances(servers: Sequence[WebServer], disturb: Disturbance, seed: int) -> Notebook:
    """Play with disturbances, check that nothing is lost, and return what the players noticed."""
    notebook, tables = await play_all(servers, disturb, seed)
    print(dict(notebook.counts))
    assert notebook.counts["move"] >= MATCHES
    await check_logs(servers, notebook, tables)
    return notebook


async def test_killing_the_server_loses_nothing(tmp_path: Path) -> None:
    with WebServer(tmp_path, *GENEROUS) as server:
        noticed = await play_with_disturbances([server], partial(killing, [server]), seed=1)
    assert noticed.counts["asked again"] > KILLS
    assert noticed.counts["connected again"] > KILLS


async def test_killing_one_of_two_servers_loses_nothing(tmp_path: Path, database: str) -> None:
    with two_servers(tmp_path, database) as servers:
        noticed = await play_with_disturbances(servers, partial(killing, servers), seed=2)
    assert noticed.counts["connected again"] > KILLS


async def test_restarting_the_database_loses_nothing(tmp_path: Path, own_cluster: Cluster) -> None:
    async def restarting(random: Random, play_on: Callable[[], Awaitable[None]]) -> None:
        for mode in ("fast", "immediate") * (RESTARTS // 2):
            await play_on()
            await asyncio.sleep(random.uniform(0, 1))
            await asyncio.to_thread(own_cluster.restart, mode)

    with two_servers(tmp_path, own_cluster.database()) as servers:
        await play_with_disturbances(servers, restarting, seed=3)
    log = (own_cluster.folder / "log").read_text()
    assert log.count("automatic recovery in progress") >= RESTARTS // 2, "half of the times, it had crashed"


@contextmanager
def two_servers(folder: Path, database: str) -> Iterator[list[WebServer]]:
    """Two servers that share a database."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(WebServer(place, *GENEROUS, "--database", database))
            for place in (folder / "one", folder / "two")
        ]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes by /proc")
def test_workers_exit_when_their_server_is_killed(tmp_path: Path) -> None:
    with WebServer(tmp_path) as server:
        workers = children_of(server.pid)
        assert workers
        server.kill()
        until(lambda: not any(map(is_running, workers)))
