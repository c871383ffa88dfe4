"""The store: durable writes, unique event numbers, leases and deletion."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from gridlock.errors import InvalidChoice
from gridlock.files import Locked
from gridlock.web.store import Due, LogEntry, LogEvent, LogKind, MatchRow, Store, Unavailable
from postgres import Cluster
from waiting import DEADLINE, eventually

pytest_plugins = ["postgres"]

NOW = 1_700_000_000_000


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'web.sqlite3'}"
    found: str = request.getfixturevalue("database")
    return found


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with opened(url) as found:
        yield found


def row(name: str = "abc", key: str | None = None, created: int = NOW, creator: str = "c0ffee") -> MatchRow:
    return MatchRow(name, "spread", "5x5", "{}", None, "", '["me","open"]', None, created, key, creator)


def event(number: int, match: str = "abc", text: str = "1,1", request: str | None = None) -> LogEvent:
    return LogEvent(match, number, LogKind.MOVE, 1, text, NOW + number, request)


def new(match: MatchRow, due: Due | None = None) -> LogEntry:
    first = LogEvent(match.id, 1, LogKind.CREATED, 1, "", match.created, secret="hash")
    return LogEntry((first,), Due(), ((match, due or Due()),))


async def logged(store: Store, match: str = "abc") -> list[tuple[int, str]]:
    return [(found.number, found.text) for found in await store.since([(match, 0)])]


async def test_writes_survive_a_restart(url: str) -> None:
    async with opened(url) as store:
        assert await store.write(new(row()))
        assert await store.write(LogEntry((event(2, request="r"),), Due(out_of_time=NOW)))
    async with opened(url) as store:
        assert await store.match("abc") == row()
        created, moved = await store.since([("abc", 0)])
        assert created == LogEvent("abc", 1, "created", 1, "", NOW, None, "hash", None)
        assert moved == event(2, request="r")
        assert await store.number("abc") == 2
        assert await store.match("abd") is None
        assert await store.number("abd") is None


async def test_address_hashes_are_stable_within_a_database_only(url: str, tmp_path: Path) -> None:
    async with opened(url) as before:
        hashes = {before.hash_address(address) for address in ("192.0.2.1", "192.0.2.2")}
        again = before.hash_address("192.0.2.1")
    async with opened(url) as after, opened(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}") as other:
        assert again == after.hash_address("192.0.2.1") != other.hash_address("192.0.2.1")
    assert len(hashes) == 2


async def test_event_numbers_are_unique(store: Store) -> None:
    await store.write(new(row()))
    tries = [store.write(LogEntry((event(2, text=f"{n},1"),), Due())) for n in range(20)]
    written = await asyncio.gather(*tries)
    assert sum(written) == 1
    assert await logged(store) == [(1, ""), (2, f"{written.index(True)},1")]


async def test_request_keys_are_unique(store: Store) -> None:
    await store.write(new(row()))
    assert await store.write(LogEntry((event(2, request="r"),), Due()))
    assert not await store.write(LogEntry((event(3, request="r"),), Due()))
    assert await store.number("abc") == 2


async def test_many_matches_are_written_in_one_commit(store: Store) -> None:
    names = [f"m{number}" for number in range(300)]
    assert all(await asyncio.gather(*(store.write(new(row(name))) for name in names)))
    before, _ = store.commits
    assert all(await asyncio.gather(*(store.write(LogEntry((event(2, name),), Due())) for name in names)))
    assert store.commits[0] - before < 10
    assert await store.numbers([*names, "none"]) == dict.fromkeys(names, 2)
    found = await store.since([(name, 1) for name in names])
    assert sorted(told.match for told in found) == sorted(names)


async def test_the_written_callback_runs_before_write_returns(store: Store) -> None:
    told: list[str] = []
    first = new(row())
    await store.write(LogEntry(first.events, first.due, first.matches, lambda: told.append("made")))
    assert told == ["made"]
    await store.write(LogEntry((event(1),), Due(), written=lambda: told.append("again")))
    assert told == ["made"]


async def test_a_cancelled_write_is_still_committed(store: Store) -> None:
    writing = asyncio.create_task(store.write(new(row())))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await store.write(new(row("other")))
    assert await store.number("abc") == 1


async def test_a_request_creates_one_match(store: Store) -> None:
    assert await store.write(new(row("abc", key="k")))
    assert not await store.write(new(row("abd", key="k")))
    assert await store.match_of_request("k") == "abc"
    assert await store.match_of_request("l") is None
    assert await store.match("abd") is None
    assert await store.since([("abd", 0)]) == []


async def test_a_rematch_and_its_event_are_written_together_or_not_at_all(store: Store) -> None:
    await store.write(new(row()))
    after = new(row("next"))
    both = LogEntry((event(2, text="next"), *after.events), Due(over=True), after.matches)
    assert await store.write(both)
    assert await store.number("next") == 1
    other = new(row("late"))
    assert not await store.write(LogEntry((event(2, text="late"), *other.events), Due(), other.matches))
    assert await store.match("late") is None
    assert await logged(store) == [(1, ""), (2, "next")]


async def test_events_of_a_deleted_match_are_not_written(store: Store) -> None:
    await store.write(new(row("here")))
    gone, here = await asyncio.gather(
        store.write(LogEntry((event(2, "gone"),), Due())), store.write(LogEntry((event(2, "here"),), Due()))
    )
    assert (gone, here) == (False, True)


async def test_expired_clocks_are_found(store: Store) -> None:
    await store.write(new(row("slow"), Due(out_of_time=NOW + 10)))
    await store.write(new(row("calm")))
    assert await store.out_of_time(NOW + 9, 10) == []
    assert await store.out_of_time(NOW + 10, 10) == ["slow"]
    await store.write(LogEntry((event(2, "slow"),), Due(over=True)))
    assert await store.out_of_time(NOW + 99, 10) == []


async def test_only_one_server_gets_a_bots_lease(store: Store) -> None:
    await store.write(new(row(), Due(bot=NOW)))
    assert await store.bots_due(NOW - 1, 10) == []
    assert await store.bots_due(NOW, 10) == ["abc"]
    claims = await asyncio.gather(*(store.claim_bot("abc", NOW, NOW + 100) for _ in range(5)))
    assert sum(claims) == 1
    assert await store.bots_due(NOW + 99, 10) == []
    await store.renew_bots(["abc"], NOW + 200)
    assert await store.bots_due(NOW + 199, 10) == []
    await store.release_bots()
    assert await store.bots_due(NOW, 10) == ["abc"]
    await store.write(LogEntry((event(2),), Due()))
    await store.renew_bots(["abc"], NOW + 300)
    await store.release_bots()
    assert await store.bots_due(NOW + 999, 10) == []


async def test_old_unfinished_matches_are_deleted_with_their_events(store: Store) -> None:
    await store.write(new(row("old", created=NOW - 100)))
    await store.write(new(row("done", created=NOW - 100), Due(over=True)))
    await store.write(new(row("used", created=NOW - 100)))
    await store.write(LogEntry((event(2, "used"),), Due()))
    assert await store.remove_untouched(NOW - 50, 10) == 1
    assert await store.numbers(["old", "done", "used"]) == {"done": 1, "used": 2}
    assert await store.since([("old", 0)]) == []


async def test_several_servers_can_start_at_once_on_postgresql(database: str) -> None:
    stores = [Store(database) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    assert await stores[0].write(new(row()))
    tries = [store.write(LogEntry((event(2, text=str(n)),), Due())) for n, store in enumerate(stores)]
    assert sum(await asyncio.gather(*tries)) == 1
    assert len(await logged(stores[3])) == 2
    for store in stores:
        await store.close()


async def test_servers_receive_each_others_notifications(database: str) -> None:
    async with opened(database) as one, opened(database) as two:
        heard: asyncio.Queue[dict[str, int]] = asyncio.Queue()
        listening = asyncio.Event()
        two.on_change(heard.put_nowait, listening.set)
        await asyncio.wait_for(listening.wait(), DEADLINE)
        await one.write(new(row()))
        await one.write(LogEntry((event(2),), Due()))
        assert await asyncio.wait_for(heard.get(), DEADLINE) == {"abc": 2}


async def test_writes_wait_for_a_restarting_postgresql(
    own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock.web.store.writer._RETRY_SECONDS", 3600.0)
    async with opened(own_cluster.database()) as store:
        missed = 0
        listening = asyncio.Event()

        def deaf() -> None:
            nonlocal missed
            missed += 1
            listening.set()

        store.on_change(lambda _: None, deaf)
        await asyncio.wait_for(listening.wait(), DEADLINE)
        await store.write(new(row()))
        listening.clear()
        await asyncio.to_thread(own_cluster.stop, "immediate")
        writing = asyncio.create_task(store.write(LogEntry((event(2),), Due())))
        await eventually(lambda: store._writer._connection is None)  # the first try has failed
        await asyncio.to_thread(own_cluster.start)
        assert await asyncio.wait_for(writing, DEADLINE)
        assert await store.number("abc") == 2
        await asyncio.wait_for(listening.wait(), DEADLINE)
        assert missed >= 2, "what was rung meanwhile is to be looked for"


async def test_a_database_that_stays_unavailable_is_an_error(
    own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(own_cluster.database()) as store:
        await store.write(new(row()))
        await asyncio.to_thread(own_cluster.stop)
        with monkeypatch.context() as patch:
            patch.setattr("gridlock.web.store.writer._RETRY_SECONDS", 0.5)
            with pytest.raises(Unavailable):
                await store.write(LogEntry((event(2),), Due()))
        with pytest.raises(Unavailable):
            await store.number("abc")
        with pytest.raises(Unavailable):
            await store.claim_bot("abc", NOW, NOW)
        await asyncio.to_thread(own_cluster.start)
        assert await store.write(LogEntry((event(2),), Due()))


async def test_a_file_is_locked_by_one_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.web.store.engines._LOCK_SECONDS", 0.1)
    url = f"sqlite+aiosqlite:///{tmp_path / 'web.sqlite3'}"
    async with opened(url):
        with pytest.raises(Locked):
            await Store(url).open()
    async with opened(url):
        pass


async def test_sqlite_commits_are_durable(tmp_path: Path) -> None:
    file = tmp_path / "new" / "web.sqlite3"
    async with opened(f"sqlite+aiosqlite:///{file}") as store:
        await store.write(new(row()))
        async with store._engines.writing.connect() as connection:
            settings = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert settings == ["wal", 2, 1]
        with sqlite3.connect(file) as backup:  # another program can read at the same time
            assert backup.execute("SELECT count(*) FROM events").fetchone() == (1,)
        backup.close()


async def test_the_migrations_produce_the_tables(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from gridlock.web.store.tables import metadata

    async with opened(url):
        engine = create_async_engine(url)
        async with engine.connect() as connection:
            different = await connection.run_sync(
                lambda plain: compare_metadata(MigrationContext.configure(plain), metadata)
            )
        await engine.dispose()
    assert different == []


@pytest.mark.parametrize(
    "wrong",
    ["nonsense", "mysql://here/there", "sqlite+pysqlite:///file", "sqlite://", "postgresql+psycopg://a/b"],
)
def test_invalid_database_urls_are_refused(wrong: str) -> None:
    with pytest.raises(InvalidChoice):
        Store(wrong)


async def test_a_url_needs_no_driver(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path / 'web.sqlite3'}"):
        assert (tmp_path / "web.sqlite3").stat().st_size
