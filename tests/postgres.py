"""A PostgreSQL of our own for tests: in a folder of its own, durable, to be stopped and started at will.

A module that names this one in ``pytest_plugins`` can use the fixtures. Each test process has one cluster,
which all its tests share: a test that stops or restarts PostgreSQL takes an ``own_cluster``.
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
NOBODY = ("postgres", "nobody")  # who may run it when we are root: PostgreSQL refuses that
SECONDS = 600
"""For PostgreSQL to start, to recover or to stop: that it takes long is no failure."""


def programs() -> Path:
    """The folder with the newest PostgreSQL; where distributions hide it, it is not on the path."""
    found = [Path(place).resolve().parent for place in [shutil.which("initdb")] if place]
    hidden = (*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/usr").glob("pgsql-*/bin"))
    found += sorted(
        (place for place in hidden if (place / "initdb").exists()),
        key=lambda place: float(place.parent.name.removeprefix("pgsql-")),
        reverse=True,
    )
    assert found, MISSING
    return found[0]


def unprivileged() -> dict[str, Any]:
    """How to start a program as somebody who is not root; nothing, if we are not."""
    if os.geteuid() != 0:
        return {}
    names = {user.pw_name for user in pwd.getpwall()}
    user = next((name for name in NOBODY if name in names), None)
    assert user, f"PostgreSQL does not run as root, and there is no user {' or '.join(NOBODY)}."
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


class Cluster:
    """A PostgreSQL with a port, a user and a password of its own; a copy of a blank one if that is given."""

    def __init__(self, folder: Path, blank: Cluster | None = None) -> None:
        self.folder = folder
        self._port = Port()
        self.port = self._port.number
        self.runs = False
        self._programs, self._who = programs(), unprivileged()
        # A password of which the address of a database has to quote something.
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
        """Start it, always at the same port."""
        options = f"-p {self.port} -k '' -h 127.0.0.1 -c fsync=on -c synchronous_commit=on"
        try:
            self._control("start", "-o", options, "-l", str(self.folder / "log"))
        except subprocess.CalledProcessError:
            pytest.fail(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")
        self.runs = True

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``smart``, ``fast``, or ``immediate``, which is as if it had crashed."""
        self._control("stop", "-m", mode)
        self.runs = False

    def restart(self, mode: str) -> None:
        """Stop it and start it again at the same port."""
        self.stop(mode)
        self.start()

    def database(self) -> str:
        """A new database, as SQLAlchemy names it."""
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
    """Ours, without what PostgreSQL's programs would take from it."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")}


def _place() -> str | None:
    """Where another user can enter a folder of theirs; None, the usual place, if we need no other user."""
    if not unprivileged():
        return None
    usual = (tempfile.gettempdir(), "/tmp", "/var/tmp")
    return next((place for place in usual if _is_open(Path(place).resolve())), None)


def _is_open(folder: Path) -> bool:
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


@contextmanager
def new_cluster(blank: Cluster | None = None) -> Iterator[Cluster]:
    """A cluster that has not been started; it ends with the context."""
    folder = Path(tempfile.mkdtemp(prefix="gridlock-pg-", dir=_place()))
    try:
        made = Cluster(folder, blank)
        try:
            yield made
        finally:
            if made.runs:
                made.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def blank_cluster() -> Iterator[Cluster]:
    """A cluster that is never started: to copy it is quicker than to make another."""
    with new_cluster() as made:
        yield made


@pytest.fixture(scope="session")
def cluster(blank_cluster: Cluster) -> Iterator[Cluster]:
    """The PostgreSQL that the tests of this process share, and leave running."""
    with new_cluster(blank_cluster) as made:
        made.start()
        yield made


@pytest.fixture
def own_cluster(blank_cluster: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL of one test, which may stop it."""
    with new_cluster(blank_cluster) as made:
        made.start()
        yield made


@pytest.fixture
def database(cluster: Cluster) -> str:
    """A new database, as SQLAlchemy names it."""
    return cluster.database()
