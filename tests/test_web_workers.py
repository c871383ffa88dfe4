"""Worker processes: results, timeouts, cancellation, crashes and warm-up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gridlock
import worker_tasks
from gridlock.clock import Clock, TimeControl
from gridlock.errors import IllegalMove
from gridlock.players import perfect
from gridlock.rules import GAMES, Move, Position
from gridlock.search import Limits, OutOfTime
from gridlock.search.report import Report
from gridlock.web import tasks
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings
from gridlock.web.workers import Pool, TimeLeft, bot_move, choose_move, pool, requests, run_for, worker
from gridlock.web.workers.messages import WorkerError
from gridlock.web.workers.warmup import Warmup
from gridlock.web.workers.worker import Worker
from waiting import eventually

MEMORY = 30 << 20
ADDRESS = "c0ffee"


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the functions of these tests importable in worker processes."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


@pytest.fixture
def nothing_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GAMES", {})


@pytest.fixture
async def workers(nothing_to_load: None) -> AsyncIterator[Pool]:
    """A pool without games: two processes that can run any job."""
    async with Pool(ServerSettings(workers=1, queue=3, memory=MEMORY)) as started:
        yield started


def notes(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


def start_job(workers: Pool, *job: Any) -> asyncio.Task[Any]:
    """Start a job with a long time limit."""
    return asyncio.create_task(workers.run(*job, seconds=10_000, address=ADDRESS))


async def left(task: asyncio.Task[Any]) -> None:
    """Cancel a job."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# Results ----------------------------------------------------------------------------------------


async def test_results_and_exceptions_are_returned(workers: Pool) -> None:
    assert (
        await workers.run(worker_tasks.echo, "three", "words", seconds=60, address=ADDRESS) == "three words"
    )
    with pytest.raises(IllegalMove, match=r"You cannot do that\."):
        await workers.run(worker_tasks.refuses, seconds=60, address=ADDRESS)
    with pytest.raises(WorkerError, match=r"(?s)worker_tasks.*ZeroDivisionError: by nothing"):
        await workers.run(worker_tasks.breaks, seconds=60, address=ADDRESS)
    with pytest.raises(WorkerError, match="pickle"):
        await workers.run(worker_tasks.unpicklable, seconds=60, address=ADDRESS)
    assert await workers.run(worker_tasks.talks, seconds=60, address=ADDRESS) == "and answers"
    assert workers.restarts == 0
    assert workers.answered["refuses"] == 1


async def test_a_job_gets_one_thread_and_a_share_of_the_memory(workers: Pool) -> None:
    assert await workers.run(worker_tasks.get_limits, seconds=7, address=ADDRESS) == (MEMORY // 3, 1, 7)


# Cancellation -----------------------------------------------------------------------------------


async def test_a_cancelled_job_is_stopped(workers: Pool, tmp_path: Path) -> None:
    file = tmp_path / "notes"
    asking = start_job(workers, worker_tasks.waits, file)
    await eventually(lambda: notes(file) == ["begun"])
    await left(asking)
    await eventually(lambda: notes(file) == ["begun", "stopped"])
    assert await workers.run(worker_tasks.echo, "next", seconds=60, address=ADDRESS) == "next"
    assert workers.restarts == 0


async def test_a_worker_that_does_not_stop_is_killed_and_replaced(
    workers: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_GRACE", 0.1)
    monkeypatch.setattr(pool, "_PAUSE", 0.0)
    file = tmp_path / "notes"
    asking = start_job(workers, worker_tasks.is_deaf, file)
    await eventually(lambda: notes(file) == ["begun"] and len(workers.pids) == 2)
    before = workers.pids
    await left(asking)
    await eventually(lambda: workers.restarts == 1)
    await eventually(lambda: len(workers.pids) == 2)
    assert len({*before, *workers.pids}) == 3
    assert await workers.run(worker_tasks.process, seconds=60, address=ADDRESS) in workers.pids


async def test_a_cancelled_waiting_job_is_dropped(workers: Pool, tmp_path: Path) -> None:
    files, later = [tmp_path / "one", tmp_path / "two"], tmp_path / "later"
    running = [start_job(workers, worker_tasks.waits, file) for file in files]
    await eventually(lambda: all(notes(file) == ["begun"] for file in files))
    waiting = start_job(workers, worker_tasks.waits, later)
    await eventually(lambda: workers.waiting == 1)
    await left(waiting)
    assert workers.waiting == 0
    for task in running:
        await left(task)
    assert await workers.run(worker_tasks.echo, "next", seconds=60, address=ADDRESS) == "next"
    assert notes(later) == []


async def test_a_job_that_takes_far_too_long_is_killed(
    workers: Pool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(worker, "_MARGIN", 0.1)
    monkeypatch.setattr(pool, "_PAUSE", 0.0)
    with pytest.raises(OutOfTime, match="did not finish in time"):
        await workers.run(worker_tasks.is_deaf, tmp_path / "notes", seconds=1, address=ADDRESS)
    assert await workers.run(worker_tasks.echo, "next", seconds=60, address=ADDRESS) == "next"
    assert notes(tmp_path / "notes").count("begun") <= 1, "it is not start_job again"


# Crashes ----------------------------------------------------------------------------------------


async def test_the_job_of_a_dead_worker_is_retried_once(
    workers: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_PAUSE", 0.0)
    once, always = tmp_path / "once", tmp_path / "always"
    assert (
        await workers.run(worker_tasks.dies, once, 1, seconds=60, address=ADDRESS) == "lived, at the 2. try"
    )
    with pytest.raises(Problem) as problem:
        await workers.run(worker_tasks.dies, always, 99, seconds=60, address=ADDRESS)
    assert problem.value.status == 503
    assert len(notes(always)) == 2
    assert await workers.run(worker_tasks.echo, "next", seconds=60, address=ADDRESS) == "next"
    assert workers.restarts == 3


async def test_closing_the_pool_fails_all_jobs_and_kills_all_workers(
    nothing_to_load: None, tmp_path: Path
) -> None:
    async with Pool(ServerSettings(workers=1)) as workers:
        asking = [start_job(workers, worker_tasks.is_deaf, tmp_path / f"{number}") for number in range(5)]
        await eventually(lambda: notes(tmp_path / "0") == ["begun"])
        pids = workers.pids
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert {answer.status for answer in answers if isinstance(answer, Problem)} == {503}
    assert not [pid for pid in pids if Path(f"/proc/{pid}/cmdline").exists()]
    with pytest.raises(Problem, match="restarting"):
        await workers.run(worker_tasks.echo, seconds=1, address=ADDRESS)


# Games ------------------------------------------------------------------------------------------


def at_work(*loaded: str) -> Worker:
    """Create a worker that has loaded some games."""
    loaded_worker = Worker(0, searches=True)
    loaded_worker.loaded |= set(loaded)
    return loaded_worker


def begin(warmup: Warmup, worker: Worker, *wanted: str) -> str | None:
    worker.loading = warmup.next_for(worker, wanted)
    if worker.loading:
        warmup.begin(worker.loading)
    return worker.loading


def test_one_worker_compiles_a_game_and_the_others_load_it() -> None:
    warmup, one, two = Warmup(["a", "b"]), at_work(), at_work()
    assert (begin(warmup, one), begin(warmup, two)) == ("a", "b")
    warmup.finish(two, "")
    assert begin(warmup, two) is None, "the other one is still compiling it"
    warmup.finish(one, "")
    assert (begin(warmup, one), begin(warmup, two)) == ("b", "a")
    warmup.finish(one, "")
    assert not warmup.complete([one, two])
    warmup.finish(two, "")
    assert warmup.complete([one, two])


def test_wanted_games_are_loaded_first() -> None:
    warmup, one = Warmup(["a", "b", "c"]), at_work()
    assert begin(warmup, one, "c") == "c"


def test_a_game_that_kills_workers_is_skipped() -> None:
    warmup, one, two = Warmup(["a"]), at_work(), at_work()
    assert begin(warmup, one) == "a"
    warmup.died(one)
    assert not warmup.is_skipped("a")
    assert begin(warmup, two) == "a", "another one tries"
    warmup.died(two)
    assert warmup.is_skipped("a")
    assert warmup.complete([at_work()])


def test_a_game_that_cannot_be_loaded_does_not_block_readiness() -> None:
    warmup, one = Warmup(["a"]), at_work()
    begin(warmup, one)
    warmup.finish(one, "NotImplementedError: no rules")
    assert warmup.complete([one])


@pytest.mark.slow
async def test_quick_bots_play_before_the_solver_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with Pool(ServerSettings(workers=1, memory=MEMORY)) as workers:
        with monkeypatch.context() as patched:
            patched.setattr(Warmup, "next_for", lambda *_: None)  # load nothing until bots have moved
            start = gridlock.make("spread").start()
            for spec in ("random", "greedy", "level:1", "level:6"):
                start.play(await bot_move(workers, start, spec, address=ADDRESS))
            corner = gridlock.make("spread", 3, 3).start()
            asking = asyncio.create_task(bot_move(workers, corner, "perfect", address=ADDRESS))
            await eventually(lambda: workers.waiting == 1)
            assert not workers.ready
        corner.play(await asking)
        await asyncio.wait_for(workers.until_ready(), 600)
        for kind in GAMES:
            opening = gridlock.make(kind).start()
            opening.play(await bot_move(workers, opening, "mcts:50", address=ADDRESS))
        await an_endless_search_ends(workers, monkeypatch)
        await tables_are_forgotten(workers)


async def an_endless_search_ends(workers: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled job is stopped in the middle of compiled code."""
    monkeypatch.setattr(worker, "_GRACE", 600.0)  # it stops by itself instead of being killed
    hard = gridlock.make("blockade", 8, 8).start()
    asking = start_job(workers, tasks.analysis, hard)
    await asyncio.sleep(0.5)  # by then the compiled code has been running
    assert workers.waiting == 0
    await left(asking)
    easy = gridlock.make("trail", 3, 3).start()
    easy.play(await bot_move(workers, easy, "perfect", address=ADDRESS))
    assert workers.restarts == 0


async def tables_are_forgotten(workers: Pool) -> None:
    """The tables of at most two boards are kept."""
    for size in range(3, 7):
        board = gridlock.make("crossfire", size, size).start()
        await bot_move(workers, board, "perfect", address=ADDRESS)
        assert await workers.run(worker_tasks.tables, seconds=600, game="crossfire", address=ADDRESS) <= 2


def test_a_bot_gets_its_sides_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    start = gridlock.make("trail").start()
    seconds_left: list[float] = []

    class Watchmaker:
        searches = False

        def choose(self, position: Position, clock: Clock) -> Move:
            seconds_left.append(round(clock.left(position.turn)))
            return position.legal_moves()[0]

        def close(self) -> None:
            """Do nothing."""

    monkeypatch.setattr(requests, "make_player", lambda *_, **__: Watchmaker())
    monkeypatch.setattr(time, "monotonic", lambda: 5000.0)
    choose_move(start, "perfect", TimeLeft(TimeControl(600), 5000.0 + 300), limits=Limits())
    assert seconds_left == [300]


def test_a_perfect_bot_stays_within_its_workers_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    start_job: list[Limits] = []

    def investigate(report: Report, limits: Limits, **more: object) -> None:
        start_job.append(limits)
        raise OutOfTime("stopped")

    monkeypatch.setattr(perfect, "investigate", investigate)
    monkeypatch.setattr(perfect, "most_visited", lambda position, *_, **more: position.legal_moves()[0])
    for spec in ("perfect", "level:7"):
        choose_move(gridlock.make("trail").start(), spec, None, limits=Limits(memory=12345, threads=1))
    assert [(limits.memory, limits.threads) for limits in start_job] == [(12345, 1)] * 2


# Requests ---------------------------------------------------------------------------------------


class Asked:
    """A request whose client may disconnect."""

    def __init__(self, workers: Pool) -> None:
        self.spent: list[str] = []
        self.charged: list[str] = []
        self.leaves = asyncio.Event()
        guard = SimpleNamespace(spend=self._spend, address=lambda request: "10.0.0.1")
        matches = SimpleNamespace(store=SimpleNamespace(hash_address=self._hash))
        self.app = SimpleNamespace(state=SimpleNamespace(guard=guard, matches=matches, pool=workers))

    def _spend(self, request: object, kind: str) -> None:
        self.spent.append(kind)

    def _hash(self, address: str) -> str:
        self.charged.append(address)
        return ADDRESS

    async def receive(self) -> dict[str, str]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}


async def test_a_request_is_answered_and_charged(workers: Pool) -> None:
    request: Any = Asked(workers)
    assert await run_for(request, worker_tasks.echo, "yes") == "yes"
    assert request.spent == ["searches"]
    assert request.charged == ["10.0.0.1"]
    with pytest.raises(IllegalMove):
        await run_for(request, worker_tasks.refuses)


async def test_a_disconnecting_client_stops_its_job(workers: Pool, tmp_path: Path) -> None:
    request: Any = Asked(workers)
    asking: Awaitable[Any] = asyncio.create_task(run_for(request, worker_tasks.waits, tmp_path / "notes"))
    await eventually(lambda: notes(tmp_path / "notes") == ["begun"])
    request.leaves.set()
    with pytest.raises(Problem) as problem:
        await asking
    assert problem.value.status == 499
    await eventually(lambda: notes(tmp_path / "notes") == ["begun", "stopped"])
