"""What happens in a match without players: clocks run out, and bots move."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from gridlock.players import PlayerFailed
from gridlock.web.matches import LiveMatch
from gridlock.web.problems import Problem
from gridlock.web.store import LogEntry
from hosts import ANN, BOB, Host, hosting, in_folder, refused, state_now
from waiting import DEADLINE, eventually

pytest_plugins = ["hosts"]
pytestmark = pytest.mark.slow


# Clocks -----------------------------------------------------------------------------------------


async def with_clock(host: Host, clock: str = "1") -> LiveMatch:
    """Create a match on one screen after both first moves, which take no time."""
    live = await host.make(ANN, "me", "me", clock=clock)
    for _ in (1, 2):
        await host.move(live, ANN)
    return live


async def test_the_clock_starts_when_both_sides_have_moved(host: Host) -> None:
    live = await host.make(ANN, "me", "open", clock="1+2")
    host.time.pass_seconds(100)
    assert state_now(live)["clock"]["running"] is None
    await host.join(live, BOB)
    for holder in (ANN, BOB):
        host.time.pass_seconds(100)
        assert state_now(live)["clock"]["running"] is None
        await host.move(live, holder)
    assert state_now(live)["clock"] == {
        "control": "1:00+2", "left": [62_000, 62_000], "running": 1, "at": host.time.at,
    }  # fmt: skip
    host.time.pass_seconds(10)
    await host.move(live, ANN)
    assert state_now(live)["clock"]["left"] == [54_000, 62_000]
    assert state_now(live)["clock"]["running"] == 2


async def test_a_late_move_loses_on_time(host: Host) -> None:
    live = await with_clock(host)
    host.time.pass_seconds(61)
    assert (await refused(host.move(live, ANN))).kind == "out-of-date"
    outcome = state_now(live)["outcome"]
    assert (outcome["winner"], outcome["ending"]) == (2, "time")
    assert outcome["reason"] == "Player 1's time has run out."
    assert state_now(live)["clock"]["left"] == [0, 60_000]


async def test_time_runs_out_without_clients(host: Host) -> None:
    live = await with_clock(host)
    host.time.pass_seconds(59.9)
    await host.matches._janitor.end_timed_out()
    assert not live.over
    host.time.pass_seconds(0.2)
    await host.matches._janitor.end_timed_out()
    assert live.over


async def test_time_runs_out_during_a_restart(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await with_clock(host)
    async with hosting(in_folder(tmp_path)) as host:
        assert not live.over
        again = await host.matches.get(live.id)
        assert not again.over
        host.time.pass_seconds(3600)
        await eventually(lambda: again.over)


async def test_a_timer_ends_the_match_in_time(host: Host) -> None:
    await host.matches._janitor.close()  # nothing else may end the match
    live = await with_clock(host)
    host.time.pass_seconds(59.8)
    await host.move(live, ANN)
    host.time.pass_seconds(59.8)
    await host.act(live, ANN, "rename", name="Ann")
    host.time.at += 250  # real time for the timer
    await eventually(lambda: live.over)


async def test_undo_gives_the_time_back(host: Host) -> None:
    live = await with_clock(host)
    host.time.pass_seconds(10)
    await host.move(live, ANN)
    host.time.pass_seconds(20)
    await host.act(live, ANN, "undo")
    assert state_now(live)["clock"]["left"] == [60_000, 60_000]


async def test_setting_the_clock_back_is_harmless(host: Host) -> None:
    live = await with_clock(host)
    host.time.pass_seconds(10)
    await host.move(live, ANN)
    host.time.pass_seconds(-100)
    await host.move(live, ANN)
    assert state_now(live)["clock"]["left"] == [50_000, 60_000]


# Bots -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["random", "greedy", "level:1", "level:3"])
async def test_bots_play_to_the_end(host: Host, spec: str) -> None:
    live = await host.make(ANN, spec, "me", size="4x4")
    while not live.over:
        await eventually(lambda: live.over or not live.now.moves_itself)
        if not live.over:
            await host.move(live, ANN)
    assert live.match.players[0] == spec


async def test_a_bot_that_fails_twice_forfeits(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.web.matches.bots._PAUSE", 0.01)
    host.pool.failures = [PlayerFailed("It has crashed.")]
    live = await host.make(ANN, "random", "me")
    await eventually(lambda: live.number == 2)
    assert live.events[-1].kind == "move"
    host.pool.failures = [PlayerFailed("It has crashed."), Problem(503, "failed", "It has died.")]
    await host.move(live, ANN)
    await eventually(lambda: live.over)
    outcome = state_now(live)["outcome"]
    assert (outcome["winner"], outcome["ending"]) == (2, "forfeit")
    assert outcome["reason"] == "Player 1 forfeits. It has died."


async def test_a_bot_waits_while_the_workers_are_busy(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.web.matches.bots._PAUSE", 0.01)
    host.pool.failures = [Problem(429, "busy", "Too much.", retry_after=5) for _ in range(5)]
    live = await host.make(ANN, "random", "me")
    await eventually(lambda: live.number == 2)
    assert len(host.pool.calls) == 6


async def test_a_bot_moves_even_if_its_server_reads_its_own_event_first(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await host.make(ANN, "me", "random")
    store, write = host.matches.store, host.matches.store.write

    async def late(entry: LogEntry) -> bool:
        """Simulate a notification that arrives before the commit is confirmed."""
        is_in = await write(replace(entry, written=lambda: None))
        await host.matches._repository.refresh([live])
        entry.written()
        return is_in

    monkeypatch.setattr(store, "write", late)
    await host.move(live, ANN)
    await eventually(lambda: len(live.match.moves) == 2)


async def test_a_bot_that_thinks_about_an_old_position_is_cancelled(host: Host) -> None:
    thinking = asyncio.Event()

    async def wait() -> None:
        thinking.set()
        await asyncio.sleep(3600)

    host.pool.before = wait
    live = await host.make(ANN, "me", "random")
    await host.move(live, ANN)
    await asyncio.wait_for(thinking.wait(), DEADLINE)
    assert host.matches._bots.running == [live.id]
    await host.act(live, ANN, "undo")
    assert host.matches._bots.running == []
    host.pool.before = None
    await host.move(live, ANN)
    await eventually(lambda: live.number == 5)


async def test_a_bot_is_restarted_after_a_restart(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        host.pool.before = lambda: asyncio.sleep(3600)
        live = await host.make(ANN, "random", "me")
        await eventually(lambda: host.pool.calls)
        assert live.number == 1
    async with hosting(in_folder(tmp_path)) as host:
        again = await host.matches.get(live.id)
        await eventually(lambda: again.number == 2)


async def test_a_bot_with_an_expired_lease_is_taken_over(host: Host) -> None:
    host.pool.before = lambda: asyncio.sleep(3600)
    live = await host.make(ANN, "random", "me")
    await eventually(lambda: host.pool.calls)
    for asking in host.matches._bots._running.values():
        asking.task.cancel()
    host.matches._bots._running.clear()
    host.pool.before = None
    host.time.pass_seconds(10)
    await host.matches._janitor.run_bots()
    assert live.number == 1
    host.time.pass_seconds(10)
    await host.matches._janitor.run_bots()
    await eventually(lambda: live.number == 2)


async def test_a_lease_is_renewed(host: Host) -> None:
    await host.matches._janitor.close()  # the test renews it itself
    host.pool.before = lambda: asyncio.sleep(3600)
    await host.make(ANN, "random", "me")
    host.time.pass_seconds(10)
    await host.matches._janitor.renew_leases()
    host.time.pass_seconds(10)
    assert await host.matches.store.bots_due(host.time.at, 10) == []
    host.time.pass_seconds(10)
    assert len(await host.matches.store.bots_due(host.time.at, 10)) == 1
