"""Database engines for SQLite and PostgreSQL, set up so that commits are durable."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, delete, event, false, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gridlock.errors import InvalidChoice, excerpt
from gridlock.files import Lock, data_folder
from gridlock.web.store.tables import matches

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_LOCK_SECONDS = 10.0  # seconds to wait for another server to release the file
_COMMAND_SECONDS = 30.0  # command timeout for PostgreSQL
_MIGRATION_LOCK = 0x6772_6964  # PostgreSQL advisory lock for migrations
_READERS = 4
_MIGRATIONS = "gridlock.web.store:migrations"

DATABASE_ERRORS = (
    DBAPIError,
    NoConnectionFree,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
    TimeoutError,
)
"""Raised when a database is unreachable, too slow or full."""


class Engines(NamedTuple):
    """An engine for writing, in transactions, and one for reading, in autocommit mode."""

    writing: AsyncEngine
    reading: AsyncEngine
    lock: Lock | None
    """The lock on the SQLite file, which only one server may use; None for PostgreSQL."""

    async def migrate(self) -> None:
        """Migrate the tables. If several servers start at once, one of them does it."""
        if self.lock is not None:
            await asyncio.to_thread(self.lock.take, _LOCK_SECONDS)
            # From here on, closing the file other than through SQLite would drop SQLite's own locks on it.
        async with self.writing.begin() as connection:
            if self.lock is None:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
            await connection.run_sync(_upgrade)
            await connection.execute(delete(matches).where(false()))  # fails if the database is read-only

    async def close(self) -> None:
        """Close every connection."""
        await self.writing.dispose()
        await self.reading.dispose()
        if self.lock is not None:
            self.lock.release()

    async def connect(self) -> AsyncConnection:
        """Open a connection for writing."""
        return await self.writing.connect()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", _MIGRATIONS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def make_engines(url: str) -> Engines:
    """Create the engines for a database URL; if it is empty, for a file in the data folder."""
    try:
        place = make_url(url or f"sqlite+aiosqlite:///{data_folder() / 'web.sqlite3'}")
    except ArgumentError:
        raise InvalidChoice(f"{excerpt(url, 80)} is not a database URL.") from None
    place = place.set(drivername=_DRIVERS.get(place.drivername, place.drivername))
    if place.drivername not in _DRIVERS.values():
        raise InvalidChoice(f"The database must be {' or '.join(_DRIVERS)}, not {excerpt(place.drivername)}.")
    if place.drivername.startswith("postgresql"):
        timeouts = {"timeout": _LOCK_SECONDS, "command_timeout": _COMMAND_SECONDS}
        shared = create_async_engine(place, pool_size=_READERS + 1, pool_pre_ping=True, connect_args=timeouts)
        return Engines(shared, shared.execution_options(isolation_level="AUTOCOMMIT"), None)
    if not place.database or place.database.startswith((":memory:", "file:")) or place.query:
        raise InvalidChoice("SQLite needs a file and takes no options: sqlite:///FILE.")
    file = Path(place.database)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        file.touch(mode=0o644)  # to have something to lock
    writing = create_async_engine(place, pool_size=1, max_overflow=1)
    reading = create_async_engine(place, pool_size=_READERS)
    for engine in (writing, reading):
        event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(writing.sync_engine, "begin", _begin)
    return Engines(writing, reading, Lock(file))


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # only explicit transactions
    cursor = connection.cursor()
    for setting in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
