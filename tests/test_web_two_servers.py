"""Many matches at once between players on two servers that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from gridlock import GAMES
from gridlock.web.matches import LiveMatch
from gridlock.web.problems import Problem
from gridlock.web.store import LogKind
from hosts import Host, hosting, new_holder

pytest_plugins = ["postgres"]
pytestmark = pytest.mark.slow

MATCHES = 40
SIZES = {"lightcycle": "6x6", "trail": "6x6"}


class Player:
    """A player on one of the servers."""

    def __init__(self, host: Host, seed: str) -> None:
        self.host = host
        self.holder = new_holder()
        self.random = Random(seed)
        self.accepted: list[tuple[int, str]] = []
        """The numbers and texts of the confirmed moves."""

    async def play(self, id: str, side: int) -> None:
        """Move until the match is over, sometimes out of turn."""
        while not (live := await self.host.matches.get(id)).over:
            if live.now.turn == side or self.random.random() < 0.1:
                await self.move(live)
            else:
                await asyncio.sleep(0)

    async def move(self, live: LiveMatch) -> None:
        move = str(self.random.choice(live.match.position.legal_moves()))
        try:
            done = await self.host.act(live, self.holder, "move", move=move)
        except Problem as problem:
            assert problem.kind in ("not-your-turn", "out-of-date", "over", "illegal"), problem.detail
        else:
            self.accepted.append((done.number, move))


async def played(one: Host, two: Host, number: int) -> None:
    """Play a match from both servers, and compare what the servers and the players know."""
    ann, bob = Player(one, f"Ann {number}"), Player(two, f"Bob {number}")
    game = list(GAMES)[number % len(GAMES)]
    more = {"size": SIZES[game]} if game in SIZES else {}
    live = await one.make(ann.holder, "me", "open", game=game, **more)
    await two.join(await two.matches.get(live.id), bob.holder)
    await asyncio.gather(ann.play(live.id, 1), bob.play(live.id, 2))
    here, there = await one.matches.get(live.id), await two.matches.get(live.id)
    assert here.state() == there.state()
    assert here.events == there.events
    assert [event.number for event in here.events] == list(range(1, len(here.events) + 1))
    moves = [(event.number, event.text) for event in here.events if event.kind == LogKind.MOVE]
    assert sorted(ann.accepted + bob.accepted) == moves, "what was confirmed is in the log once, and no more"
    position = here.match.game.start()
    for event in here.events:
        if event.kind in (LogKind.MOVE, LogKind.PLAYED_OUT):
            assert event.side == position.turn
            position = position.play(event.text)
    assert position == here.match.position


async def test_matches_between_players_on_two_servers(database: str) -> None:
    async with hosting(database) as one, hosting(database) as two:
        await asyncio.gather(*(played(one, two, number) for number in range(MATCHES)))
        numbers = [event.number for live in one.matches._repository.known() for event in live.events[-1:]]
        assert len(numbers) == MATCHES
        assert await one.matches.store.used() == await two.matches.store.used()
