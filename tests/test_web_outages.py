"""Database outages: players get a 503, and the log gets a line at the start and at the end."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from gridlock.web.problems import Problem
from gridlock.web.store import Store, Unavailable
from gridlock.web.store.outages import Outage
from hosts import ANN, Host, hosting, in_folder

pytest_plugins = ["hosts"]


FULL = ("max_page_count", 1, 1_000_000)
READ_ONLY = ("query_only", 1, 0)


@asynccontextmanager
async def sabotaged(store: Store, setting: tuple[str, int, int]) -> AsyncIterator[None]:
    """Apply a SQLite setting to connections for writing inside the block, and another one afterwards."""
    name, value, afterwards = setting

    def checked_out(connection: Any, *_: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()

    event.listen(store._engines.writing.sync_engine, "checkout", checked_out)
    await store._writer._disconnect()
    yield
    value = afterwards
    await store._writer._disconnect()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make writes fail at once instead of retrying."""
    monkeypatch.setattr("gridlock.web.store.writer._RETRY_SECONDS", -1.0)


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """The lines logged so far."""
    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    handler = Lines()
    logging.getLogger("gridlock").addHandler(handler)
    yield lines
    logging.getLogger("gridlock").removeHandler(handler)


async def first_problem(host: Host) -> Problem:
    """Create matches until one can't be written."""
    for _ in range(1000):
        try:
            await host.make(ANN, "me", "me")
        except Problem as problem:
            return problem
    pytest.fail("a thousand matches were written")


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        (FULL, "database or disk is full"),
        (READ_ONLY, "attempt to write a readonly database"),
    ],
)
async def test_an_outage_is_logged_at_its_start_and_end(
    tmp_path: Path, logged: list[str], setting: tuple[str, int, int], reason: str
) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "me")
        async with sabotaged(host.matches.store, setting):
            problem = await first_problem(host)
            assert (problem.status, problem.retry_after) == (503, 2)
            for _ in range(5):
                await first_problem(host)
            assert await host.matches.store.number(live.id) == 1, "reading goes on"
            assert logged == [f"Writing matches failed; retrying: {reason}"]
        await host.make(ANN, "me", "me")
        await host.move(live, ANN)
    (end,) = logged[1:]
    assert re.fullmatch(r"Writing matches works again after \d+ s\.", end)


async def test_sql_statements_are_not_logged(host: Host, logged: list[str]) -> None:
    async with sabotaged(host.matches.store, READ_ONLY):
        with pytest.raises(Unavailable, match=r"^attempt to write a readonly database$"):
            await host.matches.store.release_bots()
    assert len(logged) == 1
    assert "UPDATE" not in logged[0]


def test_outages_in_quick_succession_are_logged_once(logged: list[str]) -> None:
    time = [0.0]
    outage = Outage("Writing", lambda: time[0])

    def fails_at(*moments: float) -> None:
        for time[0] in moments:
            outage.failed(OSError("no room"))

    fails_at(10.0, 12.0, 20.0)
    time[0] = 31.0
    outage.worked()
    outage.worked()
    assert logged == ["Writing failed; retrying: no room", "Writing works again after 21 s."]
    for moment in (31.0, 60.0, 90.0):
        fails_at(moment)
        outage.worked()
    assert len(logged) == 2
    fails_at(91.0)
    assert logged[2:] == logged[:1]
