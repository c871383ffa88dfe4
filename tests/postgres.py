"""A PostgreSQL of our own for tests: in a folder of its own, durable, to be stopped and started at will.

A module that names this one in ``pytest_plugins`` can use the fixtures. Each test process has its own.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from servers import free_port

MISSING = "PostgreSQL is needed for this test: install the package postgresql of your system."
NOBODY = ("postgres", "nobody")  # who may run it when we are root: PostgreSQL refuses that
STARTS = 5  # another program may take the port that was free
SECONDS = 60


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
    """A PostgreSQL with a port, a user and a password of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self._programs, self._who = programs(), unprivileged()
        self._password = secrets.token_urlsafe(12) + "/@:"  # which an address has to quote
        if self._who:
            shutil.chown(folder, self._who["user"])
        secret = folder / "password"
        secret.write_text(self._password)
        if self._who:
            shutil.chown(secret, self._who["user"])
        self._run(
            "initdb", "--no-sync", "--auth=scram-sha-256", "--username=gridlock", f"--pwfile={secret}",
            "--encoding=UTF8", "--locale=C", f"--pgdata={folder / 'data'}",
        )  # fmt: skip

    def start(self) -> None:
        """Start it: at its port, once it has one."""
        for tries in range(STARTS):
            port = self.port or free_port()
            options = f"-p {port} -k {self.folder} -h 127.0.0.1 -c fsync=on -c synchronous_commit=on"
            try:
                self._control("start", "-o", options, "-l", str(self.folder / "log"))
            except subprocess.CalledProcessError:
                if tries == STARTS - 1:
                    pytest.fail(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")
            else:
                self.port = port
                return

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``smart``, ``fast``, or ``immediate``, which is as if it had crashed."""
        self._control("stop", "-m", mode)

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
            env=os.environ | {"PGPASSWORD": self._password},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            timeout=2 * SECONDS,
            check=True,
            **self._who,
        )


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The PostgreSQL of this test process."""
    folder = Path(
        tempfile.mkdtemp(prefix="gridlock-pg-")
    )  # not pytest's own, which another user cannot enter
    try:
        made = Cluster(folder)
        made.start()
        yield made
        made.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database(cluster: Cluster) -> str:
    """A new database, as SQLAlchemy names it."""
    return cluster.database()
