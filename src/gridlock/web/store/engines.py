"""Connections to the two kinds of database, set up so that what is committed is on the disk."""

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

_DRIVERS = ("sqlite+aiosqlite", "postgresql+asyncpg")
_PATIENCE = 10.0  # seconds that a server waits for another one that is just leaving the file
_ANSWER_SECONDS = 30.0  # within which PostgreSQL answers, or is taken to be away
_MIGRATING = 0x6772_6964  # the number of the lock by which servers on PostgreSQL wait for each other
_READERS = 4
_MIGRATIONS = "gridlock.web.store:migrations"

AWAY = (DBAPIError, NoConnectionFree, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""What is raised when a database cannot be reached, or not in time, or has no room."""


class Engines(NamedTuple):
    """Connections for writing, in transactions, and for reading, each statement for itself."""

    writing: AsyncEngine
    reading: AsyncEngine
    lock: Lock | None
    """The right to the file in which the matches are, if they are in one: it has one server at a time."""

    async def migrate(self) -> None:
        """Bring the tables up to date; of several servers that start at once, one does it."""
        if self.lock is not None:
            await asyncio.to_thread(self.lock.take, _PATIENCE)
            # From here on: to close the file, other than by SQLite, would take SQLite's own locks off it.
        async with self.writing.begin() as connection:
            if self.lock is None:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            await connection.run_sync(_upgrade)
            await connection.execute(delete(matches).where(false()))  # fails if nothing can be written

    async def close(self) -> None:
        """Close every connection."""
        await self.writing.dispose()
        await self.reading.dispose()
        if self.lock is not None:
            self.lock.release()

    async def connect(self) -> AsyncConnection:
        """A connection for writing."""
        return await self.writing.connect()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", _MIGRATIONS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def make_engines(url: str) -> Engines:
    """The engines for a database, named as SQLAlchemy does; a file in the data folder if no name is given."""
    try:
        place = make_url(url or f"sqlite+aiosqlite:///{data_folder() / 'web.sqlite3'}")
    except ArgumentError:
        raise InvalidChoice(f"{excerpt(url, 80)} is not the address of a database.") from None
    if place.drivername not in _DRIVERS:
        raise InvalidChoice(f"A database is {' or '.join(_DRIVERS)}, not {excerpt(place.drivername)}.")
    if place.drivername.startswith("postgresql"):
        patience = {"timeout": _PATIENCE, "command_timeout": _ANSWER_SECONDS}
        both = create_async_engine(place, pool_size=_READERS + 1, pool_pre_ping=True, connect_args=patience)
        return Engines(both, both.execution_options(isolation_level="AUTOCOMMIT"), None)
    if not place.database or place.database.startswith((":memory:", "file:")) or place.query:
        raise InvalidChoice("Matches are kept in a file, named without options: sqlite+aiosqlite:///FILE.")
    file = Path(place.database)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        file.touch(mode=0o644)  # so that there is something to lock
    writing = create_async_engine(place, pool_size=1, max_overflow=1)
    reading = create_async_engine(place, pool_size=_READERS)
    for engine in (writing, reading):
        event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(writing.sync_engine, "begin", _begin)
    return Engines(writing, reading, Lock(file))


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # no transaction but those that are begun
    cursor = connection.cursor()
    for setting in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
