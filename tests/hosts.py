"""A server's matches without the server, with a fake clock and in-process workers."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import orjson
import pytest

from gridlock.search import Limits
from gridlock.web.matches import ActionResult, LiveMatch, Matches
from gridlock.web.matches.actions import Action
from gridlock.web.matches.create import MatchOrder
from gridlock.web.matches.seats import hash_secret
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings
from gridlock.web.workers import Pool

START = 1_700_000_000_000


class FakeTime:
    """A fake clock, in milliseconds since 1970."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> int:
        return self.at

    def pass_seconds(self, seconds: float) -> None:
        self.at += round(seconds * 1000)


class FakePool:
    """A pool that runs jobs in this process, or fails as a test asks."""

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self.calls: list[str] = []
        self.charged: list[str] = []
        self.before: Callable[[], Any] | None = None
        self.has_idle_time = False
        """Whether it runs the jobs that nobody waits for."""

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        seconds: float,
        address: str = "",
        idle: bool = False,
        **more: Any,
    ) -> Any:
        if idle and not self.has_idle_time:
            raise Problem(503, "busy", "There is no idle time.")
        self.calls.append(function.__name__)
        self.charged.append(address)
        if self.before is not None:
            await self.before()
        if self.failures:
            raise self.failures.pop(0)
        return function(*arguments, limits=Limits(seconds=seconds))


class Host:
    """A server's matches, with helpers for tests."""

    def __init__(self, database: str, **settings: Any) -> None:
        """``settings`` are server settings."""
        self.time, self.pool = FakeTime(), FakePool()
        self.matches = Matches(
            ServerSettings(database=database, **settings), cast(Pool, self.pool), self.time
        )

    def request(self) -> str:
        return secrets.token_hex(8)

    async def make(
        self, holder: str, *seats: str, game: str = "spread", address: str = "192.0.2.1", **more: Any
    ) -> LiveMatch:
        order = {"game": game, "seats": list(seats), "request": self.request(), **more}
        return await self.matches.create(MatchOrder.model_validate(order), holder, address)

    async def join(self, live: LiveMatch, holder: str, name: str = "") -> LiveMatch:
        return await self.matches.join(live.id, name, self.request(), holder)

    async def act(self, live: LiveMatch, holder: str, kind: str, **more: Any) -> ActionResult:
        order = {"kind": kind, "after": live.number, "request": self.request(), **more}
        return await self.matches.act(live, Action.model_validate(order), holder, self.pool.run)

    async def move(self, live: LiveMatch, holder: str, text: str | None = None) -> ActionResult:
        return await self.act(live, holder, "move", move=text or str(live.match.position.legal_moves()[0]))


def new_holder() -> str:
    """Return the hash of a new secret."""
    return hash_secret(secrets.token_urlsafe(32))


def in_folder(folder: Path) -> str:
    """Return the URL of a database in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'web.sqlite3'}"


@asynccontextmanager
async def hosting(database: str, **settings: Any) -> AsyncIterator[Host]:
    """Run matches inside the block."""
    host = Host(database, **settings)
    async with host.matches:
        yield host


ANN, BOB, EVE = new_holder(), new_holder(), new_holder()


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    """Matches in a new SQLite file."""
    async with hosting(in_folder(tmp_path)) as one_host:
        yield one_host


@pytest.fixture
async def friends(host: Host) -> LiveMatch:
    """Create a match between Ann, who moves first, and Bob."""
    live = await host.make(ANN, "me", "open", name="Ann")
    return await host.join(live, BOB, "Bob")


def state_now(live: LiveMatch) -> dict[str, Any]:
    """Return a match's state as clients get it."""
    state: dict[str, Any] = orjson.loads(orjson.dumps(live.state()))
    return state


def state_of(problem: Problem) -> Mapping[str, Any]:
    """Return the state in a refusal."""
    assert problem.state is not None
    return problem.state


async def refused(doing: Awaitable[Any]) -> Problem:
    """Expect a refusal and return it."""
    with pytest.raises(Problem) as caught:
        await doing
    assert caught.value.detail.endswith(".")
    return caught.value
