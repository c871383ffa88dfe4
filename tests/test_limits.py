"""A search stays within its limits, and works with less if the system refuses."""

from __future__ import annotations

import errno
import mmap
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from boards import make
from gridlock import GridlockError, Limits, OutOfTime, Status, solve
from gridlock.search import solver as solving
from gridlock.search import transpositions
from gridlock.search.answers import value_of
from gridlock.search.limits import processors
from gridlock.search.solver import Solver

BLOCKADE = make("blockade", 4, 7)
START = BLOCKADE.start().words
VALUE = (2, 26)
"""The known value of this board: the second player wins in 26 moves."""

REFUSALS = [MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory")]
SMALL = 1 << 20


def value(limits: Limits) -> tuple[int, int | None]:
    """The value of this board from a fresh solver."""
    return value_of(Solver(BLOCKADE, limits), START, 1)


def threads_of(solver: Solver) -> int:
    return len(solver._stacks)


def test_the_processors_that_this_process_may_use() -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)
    assert Limits().threads == processors()


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no such thing")
def test_a_process_that_may_use_only_one_processor() -> None:
    code = """
import os
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
from gridlock import Limits
print(Limits().threads)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"1\n"


@pytest.mark.parametrize(("asked", "given"), [(-1, 1), (0, 1), (1, 1), (3, 3), (4, 4), (256, 4), (10**9, 4)])
def test_never_more_threads_than_processors(monkeypatch: pytest.MonkeyPatch, asked: int, given: int) -> None:
    monkeypatch.setattr(solving, "processors", lambda: 4)
    assert threads_of(Solver(make("trail"), Limits(threads=asked))) == given


def test_the_time_limit_holds_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("blockade", 8, 8)
    limits = Limits(threads=256, seconds=0.5)
    solver = Solver(game, limits)
    monkeypatch.setattr(solving, "perf_counter", lambda: float(solver.nodes > solving._SINGLE_THREADED))
    with (
        solver.question(limits),
        pytest.raises(OutOfTime, match=r"did not finish in 0\.5 seconds"),
    ):
        solver.wins(game.start().words)
    assert solver.nodes > solving._SINGLE_THREADED, "the threads have searched"


def test_the_time_limit_holds_while_the_table_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries not copied in time are lost, and the answers stay right."""
    limits = Limits(threads=1)
    solver = Solver(BLOCKADE, limits)
    copied = []

    def copy(*arguments: Any) -> None:
        copied.append(arguments[2:])
        solver.limits = Limits(seconds=0)

    monkeypatch.setattr(solving, "_COPY_CHUNK", 1000)
    monkeypatch.setattr(transpositions, "copy", copy)
    with pytest.raises(OutOfTime):
        value_of(solver, START, 1)
    assert copied == [(0, 1000)]
    solver.limits = limits
    monkeypatch.undo()
    assert value_of(solver, START, 1) == VALUE


def refuse_from(monkeypatch: pytest.MonkeyPatch, size: int, refusal: Exception) -> list[int]:
    """Make the system refuse tables of this size and more; return the list of requested sizes."""
    asked = []
    new_table = transpositions.new_table

    def refusing(memory: int) -> Any:
        asked.append(memory)
        if memory >= size:
            raise refusal
        return new_table(memory)

    monkeypatch.setattr(transpositions, "new_table", refusing)
    return asked


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_table_that_cannot_grow(monkeypatch: pytest.MonkeyPatch, refusal: Exception, threads: int) -> None:
    monkeypatch.setattr(solving, "_FIRST_TABLE", SMALL)
    asked = refuse_from(monkeypatch, 5 * SMALL, refusal)
    solver = Solver(BLOCKADE, Limits(threads=threads))
    for _ in range(2):
        assert value_of(solver, START, 1) == VALUE
    assert asked == [SMALL, 4 * SMALL, 16 * SMALL]  # and never again
    assert solver._table.nbytes == 4 * SMALL


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_small_table_to_begin_with(monkeypatch: pytest.MonkeyPatch, refusal: Exception) -> None:
    asked = refuse_from(monkeypatch, 1 << 20, refusal)
    assert value(Limits(threads=1)) == VALUE
    assert asked == [1 << 22, 1 << 21, 1 << 20, 1 << 19, 1 << 21]


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("memory", [1, 1 << 30])
def test_no_table_at_all(monkeypatch: pytest.MonkeyPatch, refusal: Exception, memory: int) -> None:
    asked = refuse_from(monkeypatch, 0, refusal)
    with pytest.raises(GridlockError, match="There is not enough memory for a search"):
        Solver(BLOCKADE, Limits(memory=memory))
    assert len(asked) < 20


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (MemoryError(), "There is not enough memory for a search."),
        (OSError(errno.EMFILE, "Too many open files", "a file"), "a file: Too many open files."),
    ],
)
@pytest.mark.parametrize("name", ["new_stack", "turns_of", "compiled_board", "search"])
def test_other_problems_at_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, problem: Exception, told: str
) -> None:
    def fail(*arguments: object) -> None:
        raise problem

    monkeypatch.setattr(solving, name, fail)
    with pytest.raises(GridlockError) as raised:
        Solver(BLOCKADE, Limits())
    assert str(raised.value) == told


@pytest.mark.skipif(not hasattr(mmap, "MADV_HUGEPAGE"), reason="this system has no large pages")
def test_a_system_without_large_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mmap, "MADV_HUGEPAGE", 12345)  # an invalid kind of advice
    assert transpositions.new_table(SMALL).nbytes == SMALL


@pytest.mark.parametrize("refused", [1, 2])
def test_threads_that_cannot_start(monkeypatch: pytest.MonkeyPatch, refused: int) -> None:
    class Pool(ThreadPoolExecutor):
        started = 0

        def submit(self, *arguments: Any, **named: Any) -> Any:
            self.started += 1
            if self.started > 2 - refused:
                raise RuntimeError("can't start new thread")
            return super().submit(*arguments, **named)

    monkeypatch.setattr(solving, "processors", lambda: 2)
    monkeypatch.setattr(solving, "ThreadPoolExecutor", Pool)
    limits = Limits(threads=2)
    if refused == 1:
        assert value(limits) == VALUE
    else:
        with pytest.raises(GridlockError, match="refused to start a thread for the search"):
            value(limits)


@pytest.mark.parametrize("memory", [-1, 0, 1, 64, 1 << 10, 1 << 16])
def test_tiny_memory(memory: int) -> None:
    trail = make("trail")
    parts: list[Status] = []
    limits = Limits(memory=memory, progress=parts.append, theorems=0)
    assert solve(trail.start(), limits=limits) == (2, 12)
    stop = threading.Event()

    def watch(status: Status) -> None:
        parts.append(status)
        stop.set()

    limits = Limits(memory=memory, progress=watch, cancelled=stop)
    with pytest.raises(OutOfTime):
        solve(make("blockade", 8, 8).start(), limits=limits)
    assert parts
    assert all(0 < progress.table <= 1 for progress in parts)


def test_huge_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert value(Limits(memory=1000 << 40)) == VALUE
    asked = []

    def refuse(file: int, size: int) -> None:
        asked.append(size)
        raise MemoryError

    monkeypatch.setattr(mmap, "mmap", refuse)
    with pytest.raises(MemoryError):
        transpositions.new_table(10**30)
    assert asked == [transpositions.MOST_BYTES]


def test_the_largest_table_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "_FIRST_TABLE", SMALL)
    monkeypatch.setattr(transpositions, "MOST_BYTES", 4 * SMALL)
    solver = Solver(BLOCKADE, Limits(memory=1000 << 40))
    assert value_of(solver, START, 1) == VALUE
    assert solver._table.nbytes == 4 * SMALL


IN_EARNEST = """
import resource
from gridlock import GridlockError, Limits, make
from gridlock.search.answers import value_of
from gridlock.search.solver import Solver

def allow(more):
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, resource.RLIM_INFINITY))

start = make("blockade", 4, 7).start()
solver = Solver(start.game, Limits())
allow(60 << 20)
while solver._may_grow:
    solver._grow()  # a search on a fast machine may end before it asks for more
print(*value_of(solver, start.words, 1))
allow(24 << 20)  # what a thread takes to start; with nothing at all, Python itself hangs
try:
    print(*value_of(Solver(start.game, Limits(threads=1)), start.words, 1))
except GridlockError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count memory in other ways")
def test_memory_that_the_system_really_refuses() -> None:
    ran = subprocess.run([sys.executable, "-c", IN_EARNEST], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    first, second = ran.stdout.splitlines()
    assert first == "2 26"
    assert second in ("2 26", "There is not enough memory for a search.")
