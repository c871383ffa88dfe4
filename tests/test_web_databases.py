"""Databases that are read-only or from an older version."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

import gridlock.web.store as store_package
from gridlock.errors import GridlockError, InvalidChoice
from gridlock.web.server import explain_startup_errors
from gridlock.web.store import Store, engines
from hosts import ANN, BOB, hosting, in_folder
from waiting import DEADLINE

pytest_plugins = ["postgres"]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return in_folder(tmp_path)
    database_url: str = request.getfixturevalue("database")
    return database_url


async def cannot_start(url: str) -> str:
    """Return the startup error for a database."""
    with pytest.raises(GridlockError) as caught, explain_startup_errors(url):
        async with hosting(url):
            pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def execute(url: str, *statements: str) -> list[Any]:
    """Run statements, and return the rows of the last one."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    rows: list[Any] = []
    try:
        async with engine.connect() as connection:
            for statement in statements:
                result = await connection.execute(text(statement))
                rows = list(result.all()) if result.returns_rows else []
    finally:
        await engine.dispose()
    return rows


# Read-only --------------------------------------------------------------------------------------


async def test_a_server_does_not_start_with_a_read_only_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = in_folder(tmp_path)
    async with hosting(url):
        pass
    set_up = engines._set_up

    def read_only(connection: Any, record: object) -> None:
        set_up(connection, record)
        cursor = connection.cursor()
        cursor.execute("PRAGMA query_only=1")
        cursor.close()

    monkeypatch.setattr(engines, "_set_up", read_only)
    assert await cannot_start(url) == (
        f"The database {url} cannot be used: attempt to write a readonly database."
    )
    assert not list(tmp_path.glob(".*")), "the lock is gone"


@pytest.fixture(params=["file", "folder"])
def unwritable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """A function that makes the database or its folder read-only."""
    place = tmp_path if request.param == "folder" else tmp_path / "web.sqlite3"

    def forbid() -> None:
        place.chmod(stat.S_IMODE(place.stat().st_mode) & 0o555)

    yield forbid
    tmp_path.chmod(0o700)


@pytest.mark.slow
async def test_a_server_does_not_start_without_write_permission(
    tmp_path: Path, unwritable: Callable[[], None]
) -> None:
    async with hosting(in_folder(tmp_path)):
        pass
    unwritable()
    serve = [sys.executable, "-m", "gridlock", "serve", "--port", "0", "--database", in_folder(tmp_path)]
    if os.geteuid() == 0:  # root can write anywhere unless it drops the capability
        serve = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *serve]
    ended = subprocess.run(serve, capture_output=True, text=True, timeout=DEADLINE)
    assert ended.returncode == 2
    assert re.fullmatch(r"gridlock: The database .* cannot be used: .*\.\n", ended.stderr)


async def test_a_server_does_not_start_with_a_read_only_postgresql(database: str) -> None:
    async with hosting(database):
        pass
    name = make_url(database).database
    await execute(database, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "cannot be used: cannot execute " in await cannot_start(database)


@pytest.mark.parametrize("query", ["web.sqlite3?mode=ro", "file:web.sqlite3?mode=ro&uri=true", "file:x"])
def test_a_file_takes_no_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidChoice, match="SQLite needs a file and takes no options"):
        Store(f"sqlite+aiosqlite:///{query}")
    assert os.listdir(tmp_path) == []


# Older versions ---------------------------------------------------------------------------------

LATER = '''
"""A step that a later version might take."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0002", "0001"
def upgrade():
    op.add_column("matches", sa.Column("title", sa.Text, nullable=False, server_default="none"))
    op.execute("UPDATE matches SET title = game || ' ' || size")
    op.create_index("matches_title", "matches", ["title"])
'''
FAILING = LATER + '    op.execute("INSERT INTO nowhere VALUES (1)")\n'


@pytest.fixture
def later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A function that adds a migration, given its source."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(store_package.__file__).parent / "migrations", folder)

    def install(step: str) -> None:
        (folder / "versions" / "0002_later.py").write_text(step)
        monkeypatch.setattr(engines, "_MIGRATIONS", str(folder))

    return install


async def test_matches_of_an_older_version_continue(url: str, later_version: Callable[[str], None]) -> None:
    async with hosting(url) as before:
        live = await before.join(await before.make(ANN, "me", "open", clock="10"), BOB)
        for number in range(6):
            await before.move(live, (ANN, BOB)[number % 2])
        state, used = live.state(), await before.matches.store.used()
    later_version(LATER)
    async with hosting(url) as after:
        again = await after.matches.get(live.id)
        assert again.state() == state
        assert again.events == live.events
        assert await after.matches.store.used() == used
        await after.move(again, ANN)
        await after.make(ANN, "me", "me")
    assert await execute(url, "SELECT version_num FROM alembic_version") == [("0002",)]
    titles = await execute(url, "SELECT title FROM matches ORDER BY title")
    assert titles == [("none",), ("spread 5x5",)]


async def test_a_failed_migration_changes_nothing(url: str, later_version: Callable[[str], None]) -> None:
    async with hosting(url) as before:
        live = await before.make(ANN, "me", "me")
    later_version(FAILING)
    assert "cannot be used: " in await cannot_start(url)
    assert await execute(url, "SELECT version_num FROM alembic_version") == [("0001",)]
    with pytest.raises((DBAPIError, asyncpg.PostgresError, sqlite3.Error)):
        await execute(url, "SELECT title FROM matches")
    later_version(LATER)
    async with hosting(url) as after:
        assert (await after.matches.get(live.id)).number == 1
