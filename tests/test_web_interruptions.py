"""Interrupted searches: they continue later, and their time is charged."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

import gridlock
import worker_tasks
from gridlock.match import Match
from gridlock.review import match_review, refutation
from gridlock.search import Limits, OutOfTime
from gridlock.web import tasks
from gridlock.web.settings import ServerSettings
from gridlock.web.workers import Pool, choose_move, pool
from waiting import eventually

# In worker processes ----------------------------------------------------------------------------


@pytest.fixture
async def workers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pool]:
    """A pool without games: two processes that can run any job."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.setattr(pool, "GAMES", {})
    async with Pool(ServerSettings(workers=1, queue=3)) as started:
        yield started


def notes(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


async def test_an_interrupted_search_continues_later(workers: Pool, tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    asking = [
        asyncio.create_task(workers.run(worker_tasks.resumes, file, seconds=10_000, address="heavy"))
        for file in files
    ]
    await eventually(lambda: all(notes(file) == ["begun"] for file in files))
    assert await workers.run(worker_tasks.echo, "at once", seconds=600, address="light") == "at once"
    await eventually(lambda: any(task.done() for task in asking))
    answered = next(task for task in asking if task.done())
    assert await answered == "begun stopped begun"
    for task in asking:
        task.cancel()
    assert workers.restarts == 0


async def test_time_spent_on_an_abandoned_search_is_charged(workers: Pool, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    asking = asyncio.create_task(workers.run(worker_tasks.waits, file, seconds=10_000, address="a"))
    await eventually(lambda: notes(file) == ["begun"])
    assert workers.seconds["waits"] == 0
    asking.cancel()
    await eventually(lambda: notes(file) == ["begun", "stopped"] and workers.seconds["waits"] > 0)


# Stopped searches -------------------------------------------------------------------------------


def out_of_time(*_: object, **__: object) -> None:
    raise OutOfTime("in the test")


def limits(*, stopped: bool) -> Limits:
    cancelled = threading.Event()
    if stopped:
        cancelled.set()
    return Limits(cancelled=cancelled, memory=1 << 20, threads=1)


QUESTIONS: dict[str, Callable[[Limits], Any]] = {
    "analysis": lambda limits: tasks.analysis(gridlock.make("trail").start(), limits=limits),
    "why": lambda limits: tasks.why(gridlock.make("trail").start(), limits=limits),
    "review": lambda limits: tasks.review(record(), limits=limits),
}


def record() -> Any:
    match = Match(gridlock.make("trail"))
    match.play("1,1")
    return match.record()


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_stopped_search_has_no_answer_and_a_late_one_a_partial_one(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (tasks, match_review, refutation):
        monkeypatch.setattr(module, "Deadline", out_of_time)
    with pytest.raises(OutOfTime):
        QUESTIONS[kind](limits(stopped=True))
    assert QUESTIONS[kind](limits(stopped=False))["complete"] is False


def test_a_stopped_search_gives_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    no_hint = type("Hint", (), {"move": None, "text": "No hint."})
    monkeypatch.setattr(tasks, "find_hint", lambda *_: no_hint)
    position = gridlock.make("trail").start()
    with pytest.raises(OutOfTime):
        tasks.hint(position, limits=limits(stopped=True))
    assert tasks.hint(position, limits=limits(stopped=False))["text"] == "No hint."


def test_a_bot_that_does_not_search_ignores_a_stop() -> None:
    position = gridlock.make("trail").start()
    position.play(choose_move(position, "level:2", None, limits=limits(stopped=True)))
