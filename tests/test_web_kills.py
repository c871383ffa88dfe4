"""Nothing acknowledged is lost: matches are played while servers are killed and databases restarted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from postgres import Cluster
from servers import WebServer
from torture.outages import GENEROUS, kill_servers, play_with_disturbances
from waiting import until

pytest_plugins = ["postgres"]
pytestmark = pytest.mark.slow

MATCHES = 24
KILLS = 4
RESTARTS = 2


def children_of(parent: int) -> set[int]:
    """Return the running processes that a process started."""
    return {int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _parent_of(path) == parent}


def is_running(pid: int) -> bool:
    return _parent_of(Path(f"/proc/{pid}/stat")) is not None


def _parent_of(stat: Path) -> int | None:
    """Return a process's parent; None if it has ended."""
    try:
        state, parent = stat.read_text().rpartition(")")[2].split()[:2]
    except (OSError, ValueError):
        return None
    return None if state == "Z" else int(parent)


async def test_killing_the_server_loses_nothing(tmp_path: Path) -> None:
    with WebServer(tmp_path, *GENEROUS) as server:
        noticed = await play_with_disturbances(
            [server], partial(kill_servers, [server], KILLS), MATCHES, seed=1
        )
    assert noticed.counts["asked again"] > KILLS
    assert noticed.counts["connected again"] > KILLS


async def test_killing_one_of_two_servers_loses_nothing(tmp_path: Path, database: str) -> None:
    with two_servers(tmp_path, database) as servers:
        noticed = await play_with_disturbances(
            servers, partial(kill_servers, servers, KILLS), MATCHES, seed=2
        )
    assert noticed.counts["connected again"] > KILLS


async def test_restarting_the_database_loses_nothing(tmp_path: Path, own_cluster: Cluster) -> None:
    async def restarting(random: Random, play_on: Callable[[], Awaitable[None]]) -> None:
        for mode in ("fast", "immediate") * (RESTARTS // 2):
            await play_on()
            await asyncio.sleep(random.uniform(0, 1))
            await asyncio.to_thread(own_cluster.restart, mode)

    with two_servers(tmp_path, own_cluster.database()) as servers:
        await play_with_disturbances(servers, restarting, MATCHES, seed=3)
    log = (own_cluster.folder / "log").read_text()
    assert log.count("automatic recovery in progress") >= RESTARTS // 2, "half of the times, it had crashed"


@contextmanager
def two_servers(folder: Path, database: str) -> Iterator[list[WebServer]]:
    """Two servers that share a database."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(WebServer(place, *GENEROUS, "--database", database))
            for place in (folder / "one", folder / "two")
        ]


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at processes by /proc")
def test_workers_exit_when_their_server_is_killed(tmp_path: Path) -> None:
    with WebServer(tmp_path) as server:
        workers = children_of(server.pid)
        assert workers
        server.kill()
        until(lambda: not any(map(is_running, workers)))
