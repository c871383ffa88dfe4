"""Several servers on one PostgreSQL: replication, leases and presence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from gridlock.web.matches.hub import Listener
from gridlock.web.problems import Problem
from hosts import ANN, BOB, EVE, Host, hosting, state_of
from waiting import eventually

pytest_plugins = ["postgres"]


@pytest.fixture
async def hosts(database: str) -> AsyncIterator[tuple[Host, Host]]:
    async with hosting(database) as one, hosting(database) as two:
        two.time = one.time
        yield one, two


class Ear:
    """A client at a socket."""

    def __init__(self, *sides: int) -> None:
        self.heard: list[str] = []
        self.listener = Listener(self._hear, lambda: None)
        self.listener.sides = sides

    async def _hear(self, message: str) -> None:
        self.heard.append(message)


@pytest.fixture
def no_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn polling off, so that only notifications work; request it before the servers."""
    monkeypatch.setattr("gridlock.web.matches.replication._POLL_SECONDS", 3600)


@pytest.fixture
def frequent_polling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poll often; request it before the servers."""
    monkeypatch.setattr("gridlock.web.matches.replication._POLL_SECONDS", 0.1)


@pytest.mark.usefixtures("no_polling")
async def test_events_reach_clients_of_the_other_server(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "open")
    there = await two.matches.get(here.id)
    ear = Ear()
    there.hub.add(ear.listener)
    await one.join(here, BOB)
    await one.move(here, ANN, "1,1")
    await eventually(lambda: there.number == 3)
    await eventually(lambda: len([message for message in ear.heard if '"type":"event"' in message]) == 2)
    assert there.state() == here.state()


@pytest.mark.usefixtures("frequent_polling")
async def test_a_lost_notification_only_causes_a_delay(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    await two.matches.store._changes.close()  # type: ignore[union-attr]
    here = await one.make(ANN, "me", "me")
    there = await two.matches.get(here.id)
    there.hub.add(Ear().listener)
    await one.move(here, ANN)
    await eventually(lambda: there.number == 2)


async def test_a_move_is_visible_on_the_other_server_at_once(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "me")
    await two.matches.get(here.id)
    for number in range(2, 8):
        await one.move(here, ANN)
        assert (await two.matches.get(here.id)).number == number
        here, one, two = await two.matches.get(here.id), two, one


async def test_only_one_of_two_moves_on_two_servers_is_played(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "me")
    there = await two.matches.get(here.id)
    tries = (one.act(here, ANN, "move", move="1,1"), two.act(there, ANN, "move", move="5,5"))
    results = await asyncio.gather(*tries, return_exceptions=True)
    problem = next(result for result in results if isinstance(result, Problem))
    assert problem.kind == "out-of-date"
    assert state_of(problem)["number"] == 2
    assert sum(isinstance(result, Problem) for result in results) == 1
    same = {"move": "3,3", "after": 2, "request": "same"}
    both = (one.act(here, ANN, "move", **same), two.act(there, ANN, "move", **same))
    assert [done.number for done in await asyncio.gather(*both)] == [3, 3]


async def test_only_one_of_two_joins_on_two_servers_succeeds(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "open")
    there = await two.matches.get(here.id)
    results = await asyncio.gather(one.join(here, BOB), two.join(there, EVE), return_exceptions=True)
    assert [result.kind for result in results if isinstance(result, Problem)] == ["taken"]


async def test_only_one_server_runs_the_bot(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "random")
    there = await two.matches.get(here.id)
    there.hub.add(Ear().listener)
    await one.move(here, ANN)
    await eventually(lambda: here.number == there.number == 3)
    assert (len(one.pool.calls), len(two.pool.calls)) == (1, 0)
    await two.move(there, ANN)
    await eventually(lambda: there.number == 5)
    assert (len(one.pool.calls), len(two.pool.calls)) == (1, 1)


async def test_the_bot_of_a_killed_server_is_taken_over(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    one.pool.before = lambda: asyncio.sleep(3600)
    here = await one.make(ANN, "random", "me")
    there = await two.matches.get(here.id)
    await eventually(lambda: one.pool.calls)
    await one.matches._janitor.close()
    two.matches._janitor._now = lambda: one.time.at + 16_000
    await eventually(lambda: there.number == 2)


async def test_time_runs_out_once(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "me", clock="1")
    for _ in (1, 2):  # first moves take no time
        await one.move(here, ANN)
    there = await two.matches.get(here.id)
    there.hub.add(Ear().listener)
    one.time.pass_seconds(61)
    two.matches._now = one.time
    await asyncio.gather(one.matches.end_if_out_of_time(here.id), two.matches.end_if_out_of_time(here.id))
    assert here.number == there.number == 4


async def test_presence_includes_other_servers(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    here = await one.make(ANN, "me", "open")
    await one.join(here, BOB)
    there = await two.matches.get(here.id)
    ann, bob, watcher = Ear(1), Ear(2), Ear()
    here.hub.add(ann.listener)
    await eventually(lambda: here.id in one.matches._presence._published)
    there.hub.add(bob.listener)
    there.hub.add(watcher.listener)
    everybody = {"here": [1, 2], "watchers": 1}
    await eventually(lambda: here.hub.presence() == there.hub.presence() == everybody)
    await eventually(lambda: any('"here":[1,2]' in message for message in ann.heard))
    there.hub.remove(bob.listener)
    there.hub.remove(watcher.listener)
    await eventually(lambda: here.hub.presence() == {"here": [1], "watchers": 0})


def test_unknown_notifications_are_left_to_polling() -> None:
    from gridlock.web.store.notify import _parse_numbers

    assert _parse_numbers("abc:5 def:x ghi klm:12") == {"abc": 5, "klm": 12}
