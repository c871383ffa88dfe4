"""Replaying a match's log gives the same match on any server."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridlock.rules import GAMES
from gridlock.web.matches import LiveMatch
from gridlock.web.problems import Problem
from gridlock.web.store import LogKind
from hosts import Host, hosting, in_folder, new_holder

pytestmark = pytest.mark.slow

KINDS = [
    *["move"] * 8, "undo", "ask-undo", "grant-undo", "refuse-undo", "resign", "rematch", "rename", "analysis",
]  # fmt: skip
SEATS = [("me", "open"), ("open", "me"), ("me", "me"), ("me", "random"), ("random", "me")]


async def random_match(host: Host, random: Random) -> list[LiveMatch]:
    """Play a match with random actions, and return it with its rematches."""
    people = [new_holder() for _ in range(3)]
    game, seats = random.choice(sorted(GAMES)), random.choice(SEATS)
    clock = random.choice([{}, {"clock": "0:20+1"}])
    lives = [await host.make(people[0], *seats, game=game, size="4x4", **clock)]
    for _ in range(random.randrange(60)):
        live, actor = lives[-1], random.choice(people[:2] * 4 + people[2:])
        host.time.pass_seconds(random.choice([0, 0.5, 3, 12, -2]))
        moves = [str(move) for move in live.match.position.legal_moves()] or ["1,1"]
        more = {"move": random.choice(moves), "name": random.choice(["Ann", "Zoë", ""])}
        try:
            if random.random() < 0.1:
                await host.join(live, actor, more["name"])
            else:
                await host.act(live, actor, random.choice(KINDS), **more)
        except Problem:
            await asyncio.sleep(0.001)
        following = live.now.rematch.next
        if following is not None:
            lives.append(await host.matches.get(following))
    return lives


async def check(random: Random) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with hosting(in_folder(Path(folder))) as host:
            lives = await random_match(host, random)
        states = [live.state() for live in lives]
        async with hosting(in_folder(Path(folder))) as host:
            host.pool.before = lambda: asyncio.sleep(3600)  # bots are done
            for live, state in zip(lives, states, strict=True):
                row = await host.matches.store.match(live.id)
                events = await host.matches.store.since([(live.id, 0)])
                assert row is not None
                assert [event.number for event in events] == list(range(1, len(events) + 1))
                assert [event.at for event in events] == sorted(event.at for event in events)
                assert events == live.events
                assert LiveMatch(row, events).state() == state
                assert all(
                    event.secret for event in events if event.kind in (LogKind.CREATED, LogKind.JOINED)
                )


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_replaying_a_log_gives_the_same_match(seed: int) -> None:
    asyncio.run(check(Random(seed)))
