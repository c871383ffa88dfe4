"""PostgreSQL clusters for tests, which can be stopped and started.

To use the fixtures, name this module in ``pytest_plugins``. All tests of a process share one cluster; a test
that stops or restarts PostgreSQL uses ``own_cluster``.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from servers import Port

MISSING = "PostgreSQL is needed for this test: install the package postgresql of your system."
NOBODY = ("postgres", "nobody")  # runs it if we are root, which PostgreSQL refuses
SECONDS = 600
"""Timeout for PostgreSQL to start, recover or stop."""


def programs() -> Path:
    """Return the folder of the newest PostgreSQL; distributions don't put it on the path."""
    folders = [Path(place).resolve().parent for place in [shutil.which("initdb")] if place]
    hidden = (*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr").glob("pgsql-*/bin"))
    folders += sorted(
        (place for place in hidden if (place / "initdb").exists()),
        key=lambda place: float(place.parent.name.removeprefix("pgsql-")),
        reverse=True,
    )
    assert folders, MISSING
    return folders[0]


def unprivileged() -> dict[str, Any]:
    """Return the command prefix for running a program as another user if we are root."""
    if os.geteuid() != 0:
        return {}
    names = {user.pw_name for user in pwd.getpwall()}
    user = next((name for name in NOBODY if name in names), None)
    assert user, f"PostgreSQL does not run as root, and there is no user {' or '.join(NOBODY)}."
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


class Cluster:
    """A PostgreSQL cluster with its own port, user and password; a copy of ``blank`` if that is given."""

    def __init__(self, folder: Path, blank: Cluster | None = None) -> None:
        self.folder = folder
        self._port = Port()
        self.port = self._port.number
        self.runs = False
        self._programs, self._who = programs(), unprivileged()
        # A password that has to be quoted in a URL.
        self._password: str = blank._password if blank else f"{secrets.token_urlsafe(12)}/@:"
        if self._who:
            shutil.chown(folder, self._who["user"])
        if blank is None:
            self._initialise()
        else:
            self._run("/bin/cp", "-R", str(blank.folder / "data"), str(folder / "data"))

    def _initialise(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self._password)
        if self._who:
            shutil.chown(secret, self._who["user"])
        self._run(
            "initdb", "--no-sync", "--auth=scram-sha-256", "--username=gridlock", f"--pwfile={secret}",
            "--encoding=UTF8", "--locale=C", f"--pgdata={self.folder / 'data'}",
        )  # fmt: skip

    def start(self) -> None:
        """Start it, always on the same port."""
        options = f"-p {self.port} -k '' -h 127.0.0.1 -c fsync=on -c synchronous_commit=on"
        try:
            self._control("start", "-o", options, "-l", str(self.folder / "log"))
        except subprocess.CalledProcessError:
            pytest.fail(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")
        self.runs = True

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``smart``, ``fast`` or ``immediate``, which is like a crash."""
        self._control("stop", "-m", mode)
        self.runs = False

    def restart(self, mode: str) -> None:
        """Restart it on the same port."""
        self.stop(mode)
        self.start()

    def database(self) -> str:
        """Create a database, and return its SQLAlchemy URL."""
        name = f"test_{secrets.token_hex(6)}"
        self._run("createdb", "--username=gridlock", "--host=127.0.0.1", f"--port={self.port}", name)
        password = quote(self._password, safe="")
        return f"postgresql+asyncpg://gridlock:{password}@127.0.0.1:{self.port}/{name}"

    def _control(self, what: str, *options: str) -> None:
        self._run("pg_ctl", what, "-w", "-t", str(SECONDS), "-D", str(self.folder / "data"), *options)

    def _run(self, program: str, *options: str) -> None:
        subprocess.run(
            [str(self._programs / program), *options],
            env=_environment() | {"PGPASSWORD": self._password},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            timeout=2 * SECONDS,
            check=True,
            **self._who,
        )


def _environment() -> dict[str, str]:
    """Return our environment without PostgreSQL's variables."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def _place() -> str | None:
    """Return a folder that the other user can access; None, the default, if we don't need one."""
    if not unprivileged():
        return None
    usual = (tempfile.gettempdir(), "/tmp", "/var/tmp")
    return next((place for place in usual if _is_open(Path(place).resolve())), None)


def _is_open(folder: Path) -> bool:
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


@contextmanager
def new_cluster(blank: Cluster | None = None) -> Iterator[Cluster]:
    """Create a cluster without starting it; it is stopped at the end of the block."""
    folder = Path(tempfile.mkdtemp(prefix="gridlock-pg-", dir=_place()))
    try:
        new = Cluster(folder, blank)
        try:
            yield new
        finally:
            if new.runs:
                new.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def blank_cluster() -> Iterator[Cluster]:
    """A cluster that is never started; copying it is quicker than creating another."""
    with new_cluster() as new:
        yield new


@pytest.fixture(scope="session")
def cluster(blank_cluster: Cluster) -> Iterator[Cluster]:
    """The cluster that all tests of this process share."""
    with new_cluster(blank_cluster) as new:
        new.start()
        yield new


@pytest.fixture
def own_cluster(blank_cluster: Cluster) -> Iterator[Cluster]:
    """A cluster for one test, which may stop it."""
    with new_cluster(blank_cluster) as new:
        new.start()
        yield new


@pytest.fixture
def database(cluster: Cluster) -> str:
    """Create a database, and return its SQLAlchemy URL."""
    return cluster.database()
