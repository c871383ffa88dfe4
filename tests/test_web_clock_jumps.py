"""Jumps of the system clock: no match is lost on time and none is deleted because of them."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from gridlock.clock import TimeControl
from gridlock.web.matches import LiveMatch, Matches
from gridlock.web.matches.clocks import ServerTime
from gridlock.web.matches.match_state import LEASE
from gridlock.web.settings import ServerSettings
from gridlock.web.store import LogKind
from gridlock.web.workers import Pool, TimeLeft
from hosts import ANN, START, FakePool, Host, hosting, in_folder

pytest_plugins = ["hosts", "postgres"]

HOUR, DAY = 3600.0, 86400.0


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return in_folder(tmp_path)
    database_url: str = request.getfixturevalue("database")
    return database_url


class Machine(Host):
    """A server on a machine whose clocks a test sets."""

    def __init__(self, url: str) -> None:
        self.pool = FakePool()
        self.matches = Matches(ServerSettings(database=url), cast(Pool, self.pool))
        self.monotonic, self.wall = 5000.0, START / 1000
        self.matches._server_time._now = lambda: self.monotonic

        async def clock() -> float:
            return self.wall

        self.matches.store.clock = clock  # type: ignore[method-assign]

    async def run(self, seconds: float) -> None:
        """Let time pass, with the server's check of the clock every minute."""
        while seconds > 0:
            step = min(60.0, seconds)
            self.monotonic += step
            self.wall += step
            seconds -= step
            await self.matches.correct_time()
            await self.matches._janitor.end_timed_out()

    def left(self, live: LiveMatch) -> float:
        """Return the seconds that the side to move has left."""
        assert live.now.out_of_time is not None
        return (live.now.out_of_time - self.matches._now()) / 1000


@asynccontextmanager
async def machine(url: str) -> AsyncIterator[Machine]:
    machine = Machine(url)
    async with machine.matches:
        yield machine


# Clocks in matches ------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-20 * HOUR, -3 * HOUR, 3 * HOUR, 20 * HOUR])
async def test_a_clock_jump_does_not_cause_a_loss_on_time(tmp_path: Path, jump: float) -> None:
    async with machine(in_folder(tmp_path)) as server:
        live = await server.make(ANN, "me", "me", clock="10")
        for _ in (1, 2):  # first moves take no time
            await server.move(live, ANN)
        await server.run(100)
        server.wall += jump
        await server.run(100)
        assert not live.over
        assert server.left(live) == pytest.approx(400, abs=5), "a hundredth of the time at most"
        await server.move(live, ANN)
        await server.run(590)
        assert not live.over
        await server.run(20)
        assert live.over
        assert live.events[-1].kind == LogKind.TIME_OUT


async def test_a_clock_jump_does_not_delete_matches(tmp_path: Path) -> None:
    async with machine(in_folder(tmp_path)) as server:
        live = await server.make(ANN, "me", "me")
        over = await server.make(ANN, "me", "me")
        await server.act(over, ANN, "resign")
        server.wall += 500 * DAY
        await server.run(600)
        await server.matches._janitor.remove_old()
        assert await server.matches.store.numbers([live.id, over.id]) == {live.id: 1, over.id: 2}


async def test_events_are_in_order_after_a_restart_with_the_clock_set_back(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "me", clock="10")
        for _ in (1, 2):  # first moves take no time
            await host.move(live, ANN)
        host.time.pass_seconds(60)
        await host.move(live, ANN)
    async with hosting(in_folder(tmp_path)) as host:
        host.time.pass_seconds(-5 * HOUR)
        again = await host.matches.get(live.id)
        await host.move(again, ANN)
        assert [event.at - START for event in again.events] == [0, 0, 0, 60_000, 60_000]
        assert [again.now.left(side) for side in (1, 2)] == [540.0, 600.0]
        await host.matches._janitor.end_timed_out()
        assert not again.over


def test_a_bots_time_is_measured_by_the_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert TimeLeft(TimeControl(60.0), until=130.0).clock(2).left(2) <= 30.0


# Bots -------------------------------------------------------------------------------------------


async def test_a_lease_from_before_the_clock_was_set_back_expires(url: str) -> None:
    async with hosting(url) as host:
        await host.matches._janitor.close()
        host.pool.before = _never
        live = await host.make(ANN, "random", "me")
        store = host.matches.store
        assert await store.bots_due(START + LEASE - 1, 10) == []
        earlier = START - round(5 * HOUR * 1000)
        assert await store.bots_due(earlier, 10) == [live.id]
        assert await store.claim_bot(live.id, earlier, earlier + LEASE)
        assert not await store.claim_bot(live.id, earlier, earlier + LEASE)


async def _never() -> None:
    import asyncio

    await asyncio.Event().wait()


# Server time ------------------------------------------------------------------------------------


async def test_servers_on_one_database_share_its_clock(database: str) -> None:
    async with hosting(database) as host:
        first = await host.matches.store.clock()
        second = await host.matches.store.clock()
    assert 1_600_000_000 < first <= second < first + 3600


def test_the_server_time_follows_a_jump_slowly_and_logs_it_once(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    time = ServerTime(lambda: now[0])
    time.set(1000.0)
    assert time() == 1_000_000
    with caplog.at_level(logging.WARNING):
        for minute in range(1, 200):
            now[0] = 60.0 * minute
            before = time()
            time.correct(1000.0 + now[0] + 100.0)
            assert 0 <= time() - before <= 601, "six tenths of a second in a minute"
    assert time() == pytest.approx((1000.0 + now[0] + 100.0) * 1000, abs=2)
    assert caplog.messages == [
        "The system clock jumped forward by 100 s. Clocks in matches are not affected."
    ]


def test_small_differences_are_corrected_silently(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    time = ServerTime(lambda: now[0])
    time.set(0.0)
    now[0] = 60.0
    time.correct(59.5)
    assert time() == 59_500
    assert caplog.messages == []
