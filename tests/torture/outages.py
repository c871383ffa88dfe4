"""Hundreds of matches are played while servers are killed and databases restarted: is anything lost?

``python -m torture.outages`` in ``tests`` kills a server twenty times during 200 matches; the tests do it on
a smaller scale.

Every confirmed action must be in the log exactly once: a server that confirms before it writes, or loses what
it confirmed, is found. Killing a process doesn't show that the data is on disk when the power goes, but an
immediate stop of the database does. A server that confirms before it commits is found after three kills.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from gridlock import GAMES, make
from gridlock.match import Match
from people import Connected, Notebook, Person, Web
from servers import WebServer
from tables import Table
from waiting import DEADLINE, eventually

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


def orders(matches: int) -> list[dict[str, Any]]:
    """Return the matches to play: all games in turn, one in twenty against a bot."""
    games = itertools.cycle(GAMES)
    return [
        {"game": next(games), "size": "6x6", "seats": ["me", "random" if number % 20 == 0 else "open"]}
        for number in range(matches)
    ]


async def play_all(
    servers: Sequence[WebServer], disturb: Disturbance, matches: int, seed: int
) -> tuple[Notebook, list[Table]]:
    """Play all matches during the disturbances, and let all players catch up at the end."""
    random, notebook, stop = Random(seed), Notebook(), asyncio.Event()
    web = Web([server.url for server in servers], random, notebook)
    tables = [
        Table(web, order, KINDS[number % len(KINDS)], f"{seed} {number}")
        for number, order in enumerate(orders(matches))
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
    """Wait until a move has been played in every eighth match, unless all are over."""
    before = notebook.counts["move"]
    await eventually(
        lambda: (
            notebook.counts["move"] >= before + len(tables) // 8
            or all(table.state["status"] == "over" for table in tables)
        )
    )


async def kill_servers(
    servers: Sequence[WebServer], times: int, random: Random, play_on: Callable[[], Awaitable[None]]
) -> None:
    """Kill one server at a time, at random moments during play."""
    for _ in range(times):
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


async def play_with_disturbances(
    servers: Sequence[WebServer], disturb: Disturbance, matches: int, seed: int
) -> Notebook:
    """Play with disturbances, check that nothing is lost, and return what the players noticed."""
    notebook, tables = await play_all(servers, disturb, matches, seed)
    print(dict(notebook.counts))
    assert notebook.counts["move"] >= matches
    await check_logs(servers, notebook, tables)
    return notebook


def main() -> None:
    """Kill a server again and again."""
    parser = argparse.ArgumentParser(prog="python -m torture.outages", description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder, WebServer(Path(folder), *GENEROUS) as server:
        disturb = partial(kill_servers, [server], arguments.kills)
        asyncio.run(play_with_disturbances([server], disturb, arguments.matches, arguments.seed))
    print("Nothing was lost.")


if __name__ == "__main__":
    main()
