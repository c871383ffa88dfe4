"""Storage limits: by age, by size in total and per address, and per match."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gridlock.web.matches import LiveMatch
from gridlock.web.matches.create import MatchOrder
from gridlock.web.problems import Problem
from gridlock.web.settings import Allowance
from gridlock.web.store import Store
from hosts import ANN, BOB, EVE, Host, hosting, in_folder, refused

pytest_plugins = ["hosts", "postgres"]
pytestmark = pytest.mark.slow

DAY = 86400.0
ROOM = 40_000  # bytes: some forty matches
ALL = Allowance(share=2.0)  # the total limit is reached first
ANNS, BOBS = "192.0.2.1", "192.0.2.2"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return in_folder(tmp_path)
    database_url: str = request.getfixturevalue("database")
    return database_url


@asynccontextmanager
async def small(url: str, allowance: Allowance = ALL, storage: int = ROOM) -> AsyncIterator[Host]:
    """A server with little storage."""
    async with hosting(url, storage=storage, allowance=allowance) as host:
        yield host


async def finished(host: Host, address: str = ANNS) -> LiveMatch:
    """Create a finished match, a second after the last one."""
    host.time.pass_seconds(1)
    live = await host.make(ANN, "me", "me", address=address)
    await host.act(live, ANN, "resign")
    return live


async def fill(host: Host, address: str = ANNS) -> list[LiveMatch]:
    """Create matches until the storage is full."""
    matches: list[LiveMatch] = []
    for _ in range(1000):
        try:
            matches.append(await host.make(ANN, "me", "me", address=address))
        except Problem as problem:
            assert (problem.status, problem.kind) == (507, "no-room")
            assert problem.retry_after
            return matches
    pytest.fail("there was room for a thousand matches")


async def left(store: Store, *lives: LiveMatch) -> list[bool]:
    there = await store.numbers([live.id for live in lives])
    return [live.id in there for live in lives]


# Age --------------------------------------------------------------------------------------------


async def test_finished_matches_are_deleted_after_a_while(url: str) -> None:
    async with hosting(url, keep=10 * DAY, keep_finished=30 * DAY) as host:
        unfinished, over = await host.make(ANN, "me", "me"), await finished(host)
        for days, there in ((9, [True, True]), (2, [False, True]), (18, [False, True]), (2, [False, False])):
            host.time.pass_seconds(days * DAY)
            await host.matches._janitor.remove_old()
            assert await left(host.matches.store, unfinished, over) == there


# Size -------------------------------------------------------------------------------------------


async def test_the_oldest_finished_matches_are_deleted_first(url: str) -> None:
    async with small(url) as host:
        unfinished = await host.make(ANN, "me", "me")
        matches = [await finished(host) for _ in range(150)]
        there = await left(host.matches.store, *matches)
        assert not there[0], "the oldest are gone"
        assert there[-1], "the newest is there"
        assert sorted(there) == there, "none is gone that is newer than one that is there"
        assert await left(host.matches.store, unfinished) == [True]
        assert await host.matches.store.used() < ROOM


async def test_full_storage_refuses_new_matches_but_not_running_ones(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with small(url) as host:
        with caplog.at_level(logging.WARNING):
            matches = await fill(host)
            problem = await refused(host.make(ANN, "me", "me"))
        assert problem.detail == "The server's storage is full. Please try again later."
        assert caplog.messages == [
            "The storage of 0 MB is full, and no finished match is left to delete. See --storage."
        ]
        await host.move(matches[0], ANN)
        await host.act(matches[1], ANN, "resign")
        await host.make(ANN, "me", "me")
        assert await left(host.matches.store, *matches[:3]) == [True, False, True], "it was deleted"


async def test_running_matches_stop_growing_at_the_limit_and_can_be_resigned(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock.web.matches.actions._MAX_BY_KIND", {})
    async with small(url) as host:
        matches = await fill(host)
        while await host.matches.store.used() < ROOM:
            await host.act(matches[0], ANN, "rename", name="A" * 30)
        problem = await refused(host.move(matches[0], ANN))
        assert (problem.status, problem.kind) == (507, "no-room")
        assert problem.detail.startswith("The server's storage is full. Your match is safe;")
        assert await host.matches.store.used() < ROOM + 500, "by one event at most"
        await host.act(matches[0], ANN, "resign")
        await host.move(matches[1], ANN)
        assert await left(host.matches.store, matches[0], matches[1]) == [False, True]


async def test_joining_is_refused_when_storage_is_completely_full(host: Host) -> None:
    live = await host.make(ANN, "me", "open")
    host.matches.storage.add(live.now.row.creator, 1 << 30)
    assert (await refused(host.join(live, BOB))).kind == "no-room"
    host.matches.storage.add(live.now.row.creator, -1 << 30)
    await host.join(live, BOB)


async def test_only_one_of_two_joins_gets_the_seat_while_storage_is_checked(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await host.make(ANN, "me", "open")
    ensure_room = host.matches.storage.ensure_room

    async def eve_is_quicker(creator: str, *, new: bool) -> None:
        monkeypatch.setattr(host.matches.storage, "ensure_room", ensure_room)
        await host.join(live, EVE)

    monkeypatch.setattr(host.matches.storage, "ensure_room", eve_is_quicker)
    assert (await refused(host.join(live, BOB))).kind == "taken"
    assert [event.kind for event in live.events] == ["created", "joined"]


async def test_a_rematch_counts_as_a_new_match(url: str) -> None:
    async with small(url) as host:
        matches = await fill(host)
        await host.act(matches[0], ANN, "resign")
        await host.make(ANN, "me", "me")
        over = matches[1]
        await host.act(over, ANN, "resign")
        await host.act(over, ANN, "rename", name="Ann")
        host.matches.storage.add(over.now.row.creator, ROOM)
        removed = await refused(host.act(over, ANN, "rematch"))
        assert removed.kind == "no-room"


async def test_a_repeated_request_finds_its_match_when_storage_is_full(url: str) -> None:
    async with small(url) as host:
        order = MatchOrder.model_validate({"game": "spread", "seats": ["me", "me"], "request": "same"})
        live = await host.matches.create(order, ANN, ANNS)
        await fill(host)
        assert (await host.matches.create(order, ANN, ANNS)).id == live.id


async def test_storage_is_limited_per_address(url: str) -> None:
    async with small(url, Allowance(share=0.3)) as host:
        before = await finished(host, BOBS)
        for _ in range(60):
            over = await finished(host)
        matches = await fill(host)
        problem = await refused(host.make(ANN, "me", "me"))
        assert problem.detail == (
            "Too many unfinished matches from your address. Finish one to start another."
        )
        store = host.matches.store
        assert await store.used(store.hash_address(ANNS)) <= 0.3 * ROOM
        assert await left(store, before, over) == [True, False], "only her own matches were deleted"
        await host.make(BOB, "me", "me", address=BOBS)
        await host.act(matches[0], ANN, "resign")
        await host.make(ANN, "me", "me")


async def test_one_address_cannot_exceed_its_share(url: str) -> None:
    async with small(url, Allowance(share=0.25)) as host:
        store, sizes = host.matches.store, []
        for _ in range(20):
            live = await host.make(ANN, "me", "me", address=ANNS)
            for _ in range(20):
                await host.act(live, ANN, "rename", name="\N{FACE WITH TEARS OF JOY}" * 30)
            await host.act(live, ANN, "resign")
            sizes.append(await store.used(store.hash_address(ANNS)))
        assert max(sizes) < 0.25 * ROOM + 500
        assert max(sizes) > 0.25 * ROOM - 5000, "which she has used"


# Measurement ------------------------------------------------------------------------------------


async def test_the_used_storage_survives_a_restart_and_is_shared_by_servers(url: str) -> None:
    async with small(url) as one:
        matches = await fill(one)
        await one.move(matches[0], ANN)
        used = await one.matches.store.used()
        assert one.matches.storage._total == used, "what this server has counted is what the database says"
        assert await one.matches.store.used(one.matches.store.hash_address(ANNS)) == used
        if one.matches.store.shared:
            async with small(url) as two:
                assert (await refused(two.make(BOB, "me", "me", address=BOBS))).kind == "no-room"
                await one.act(matches[0], ANN, "resign")
                await one.act(matches[1], ANN, "resign")
                await one.make(ANN, "me", "me")
                await two.matches.storage.measure()
                await two.make(BOB, "me", "me", address=BOBS)
    async with small(url) as again:
        assert (await fill(again)) == []


async def test_writes_during_a_measurement_are_counted(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await host.make(ANN, "me", "me")
    used = host.matches.store.used

    async def move_meanwhile(creator: str | None = None) -> int:
        answer = await used(creator)
        monkeypatch.setattr(host.matches.store, "used", used)
        await host.move(live, ANN)
        return answer

    monkeypatch.setattr(host.matches.store, "used", move_meanwhile)
    await host.matches.storage.measure()
    assert host.matches.storage._total == await used()


async def test_the_estimate_matches_the_file_and_freed_pages_are_reused(tmp_path: Path) -> None:
    file = tmp_path / "web.sqlite3"
    pages = []
    async with hosting(in_folder(tmp_path), allowance=ALL) as host:
        empty = size_of(file)
        for _ in range(2):
            lives = [await host.make(ANN, "me", "me") for _ in range(30)]
            for _ in range(10):
                for live in lives:
                    await host.move(live, ANN)
            for live in lives:
                await host.act(live, ANN, "resign")
            used = await host.matches.store.used()
            pages.append(size_of(file) - empty)
            while await host.matches.store.remove_oldest(100):
                pass
            assert await host.matches.store.used() == 0
    assert pages[0] <= used <= 2 * pages[0]
    assert pages[1] <= 1.2 * pages[0]


def size_of(file: Path) -> int:
    """Return the size of a database, including its write-ahead log."""
    connection = sqlite3.connect(file)
    pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    connection.close()
    return int(pages * size)


# Per match --------------------------------------------------------------------------------------


async def test_name_changes_are_limited(host: Host, friends: LiveMatch) -> None:
    for number in range(20):
        await host.act(friends, (ANN, BOB)[number % 2], "rename", name=f"Name {number}")
    problem = await refused(host.act(friends, ANN, "rename", name="Ann"))
    assert (problem.status, problem.kind) == (409, "too-often")
    assert problem.detail == "You can't do this more than 20 times in one match."
    await host.move(friends, ANN)


async def test_undo_requests_are_limited(host: Host, friends: LiveMatch) -> None:
    await host.move(friends, ANN)
    for _ in range(50):
        await host.act(friends, ANN, "ask-undo")
        await host.act(friends, BOB, "refuse-undo")
    assert (await refused(host.act(friends, ANN, "ask-undo"))).kind == "too-often"
    await host.move(friends, BOB)


@pytest.mark.parametrize("kind", ["hint", "analysis", "undo"])
async def test_other_events_are_limited(host: Host, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    from gridlock.web.matches import actions

    assert {"hint", "analysis", "undo"} <= {str(limited) for limited in actions._MAX_BY_KIND}
    monkeypatch.setattr(actions, "_MAX_BY_KIND", dict.fromkeys(actions._MAX_BY_KIND, 2))
    live = await host.make(ANN, "me", "me" if kind == "undo" else "random", size="3x3")
    for _ in range(2):
        if kind == "undo":
            await host.move(live, ANN)
        await host.act(live, ANN, kind)
    if kind == "undo":
        await host.move(live, ANN)
    assert (await refused(host.act(live, ANN, kind))).kind == "too-often"


async def test_the_limits_hold_after_a_restart(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "me")
        for number in range(20):
            await host.act(live, ANN, "rename", name=str(number))
    async with hosting(in_folder(tmp_path)) as host:
        again = await host.matches.get(live.id)
        assert (await refused(host.act(again, ANN, "rename", name="x"))).kind == "too-often"
