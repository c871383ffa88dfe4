"""Disk usage of matches, compared with the server's own accounting, and how fast it grows."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bench.web import postgresql
from gridlock import GAMES, make
from gridlock.web.matches.seats import LONGEST_NAME, new_match_id
from gridlock.web.settings import Allowance, ServerSettings
from gridlock.web.store import Due, LogEntry, LogEvent, LogKind, MatchRow, Store
from gridlock.web.store.rows import match_size

AT_ONCE = 200  # concurrent matches, whose events are interleaved
RENAMES = 20  # per side, at most
DAY = 24 * 60  # minutes
HEADS = (
    ("events", "a match"), ("bytes", "a match"), ("bytes", "an event"),
    ("counted /", "on disk"), ("written", "again"), ("ms to", "add up"),
)  # fmt: skip
LONG_NAME = "\N{FACE WITH TEARS OF JOY}" * LONGEST_NAME
_SIZE = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_total_relation_size('matches') + pg_total_relation_size('events')",
}

Log = tuple[MatchRow, tuple[LogEvent, ...]]


class Figures(NamedTuple):
    """The disk usage of some matches."""

    matches: int
    events: int
    counted: int
    on_disk: int
    on_disk_again: int
    """The same after removing all of them and writing as many others."""
    measuring: float
    """Seconds to add up the accounted bytes."""


def random_match(random: Random) -> Log:
    """A match between two people who play randomly in one of the five games."""
    game = make(random.choice(list(GAMES)))
    row = _row(game.id, game.size_text, '["me","open"]')
    events = [
        _event(row, 1, LogKind.CREATED, "Ann", seat=True),
        _event(row, 2, LogKind.JOINED, "Bob", seat=True),
    ]
    position = game.start()
    while position.outcome() is None:
        move = random.choice(position.legal_moves())
        events.append(_event(row, len(events) + 1, LogKind.MOVE, str(move)))
        position = position.play(move)
    return row, tuple(events)


def large_match(_: Random) -> Log:
    """A match that uses as much space as possible: long names, renamed as often as allowed."""
    row = _row("spread", "5x5", '["me","me"]')
    names = [_event(row, 2 + number, LogKind.RENAMED, LONG_NAME) for number in range(RENAMES)]
    end = _event(row, 2 + RENAMES, LogKind.RESIGNED, "")
    return row, (_event(row, 1, LogKind.CREATED, LONG_NAME, seat=True), *names, end)


def _row(game: str, size: str, seats: str) -> MatchRow:
    creator, now = secrets.token_hex(3), time.time_ns() // 1_000_000
    return MatchRow(
        new_match_id(), game, size, "{}", None, "", seats, "5:00+3", now, secrets.token_hex(20), creator
    )


def _event(row: MatchRow, number: int, kind: LogKind, text: str, *, seat: bool = False) -> LogEvent:
    request, secret = secrets.token_hex(20), secrets.token_hex(32) if seat else None
    return LogEvent(row.id, number, kind, 1 + number % 2, text, row.created, request, secret)


async def write(store: Store, logs: Sequence[Log]) -> None:
    """Write matches, interleaving the events of several."""
    for begin in range(0, len(logs), AT_ONCE):
        await _write_in_turns(store, logs[begin : begin + AT_ONCE])


async def _write_in_turns(store: Store, logs: Sequence[Log]) -> None:
    await asyncio.gather(*(store.write(LogEntry(log[:1], Due(), ((row, Due()),))) for row, log in logs))
    for number in range(1, max(len(log) for _, log in logs)):
        entries = [
            LogEntry((log[number],), Due(over=number == len(log) - 1)) for _, log in logs if number < len(log)
        ]
        await asyncio.gather(*(store.write(entry) for entry in entries))


async def measure(url: str, logs: Sequence[Log], others: Sequence[Log]) -> Figures:
    """Write matches to a new database, remove them, and write as many others."""
    async with open_store(url) as store:
        empty = await on_disk(url)
        await write(store, logs)
        full = await on_disk(url)
        began = time.perf_counter()
        counted = await store.used()
        seconds = time.perf_counter() - began
        assert counted == sum(match_size(row, log) for row, log in logs)
        while await store.remove_oldest(500):
            pass
        await write(store, others)
        again = await on_disk(url)
    return Figures(len(logs), sum(len(log) for _, log in logs), counted, full - empty, again - empty, seconds)


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """The matches in a database."""
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def on_disk(url: str) -> int:
    """The size of a database in bytes."""
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(text("VACUUM"))
        else:
            await connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        size = (await connection.execute(text(_SIZE[engine.dialect.name]))).scalar_one()
    await engine.dispose()
    return int(size)


def databases() -> Iterator[tuple[str, str]]:
    """A new database of each kind and load."""
    for load in ("played", "renamed"):
        with tempfile.TemporaryDirectory() as folder:
            yield load, f"sqlite+aiosqlite:///{Path(folder) / 'web.sqlite3'}"
        with postgresql() as url:
            yield load, url


def show(name: str, load: str, figures: Figures) -> None:
    """Print a line of the table."""
    matches, events, counted, on_disk, again, seconds = figures
    cells = (
        f"{events / matches:9.1f}",
        f"{on_disk / matches:9,.0f}",
        f"{on_disk / events:9,.0f}",
        f"{counted / on_disk:9.2f}",
        f"{again / on_disk:9.2f}",
        f"{seconds * 1000:9.1f}",
    )
    print(f"{name:11} {load:8}", *cells)


def show_growth(counted: Figures) -> None:
    """Print how soon one address that does everything it may reaches the limits."""
    allowance, settings = Allowance(), ServerSettings()
    day = allowance.moves * DAY * counted.counted / counted.events
    share = settings.storage * allowance.share
    print(f"One address that never stops: {day / 1e6:,.0f} MB a day, so its share of {share / 1e6:,.0f} MB")
    print(f"is full after {share / day * 24:,.1f} hours, and grows no more.")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000, metavar="N")
    count = parser.parse_args([] if arguments is None else arguments).matches
    loads = {"played": random_match, "renamed": large_match}
    for heads in zip(*HEADS, strict=True):
        print(f"{'':20}", *(f"{head:>9}" for head in heads))
    for load, url in databases():
        random = Random(1)
        logs, others = ([loads[load](random) for _ in range(count)] for _ in range(2))
        figures = asyncio.run(measure(url, logs, others))
        show("SQLite" if url.startswith("sqlite") else "PostgreSQL", load, figures)
    show_growth(figures)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
