"""Jobs in worker processes: order, bounded memory, crashes, exceptions and Ctrl-C."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gridlock.errors import GridlockError
from gridlock.jobs import run
from job_samples import Crash, Turn, crash, fail, fail_stubbornly, square, take_turn, unpicklable
from waiting import until

TESTS = Path(__file__).parent


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("in_order", [False, True])
def test_every_job_has_its_result(workers: int, in_order: bool) -> None:
    results = list(run(square, range(40), workers, in_order=in_order))
    assert sorted(results) == [(number, number**2) for number in range(40)]
    assert not in_order or results == sorted(results)


@pytest.mark.parametrize("workers", [1, 2])
def test_no_jobs_no_results(workers: int) -> None:
    assert list(run(square, [], workers)) == []


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(ValueError, match="at least one worker"):
        run(square, [1], 0)


def test_results_come_as_they_are_done(tmp_path: Path) -> None:
    jobs = [Turn(0, tmp_path, waits_for=1), Turn(1, tmp_path)]
    assert [number for number, _ in run(take_turn, jobs, 2)] == [1, 0]


def test_results_in_order_wait_for_the_first(tmp_path: Path) -> None:
    jobs = [Turn(0, tmp_path, waits_for=1), Turn(1, tmp_path)]
    assert list(run(take_turn, jobs, 2, in_order=True)) == [(0, 0), (1, 1)]


def test_jobs_are_taken_only_as_workers_become_free() -> None:
    taken = []

    def endless() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    with closing(run(square, endless(), 2)) as results:
        for _, done in zip(range(30), results, strict=False):
            assert done[0] <= 32
    assert len(taken) <= 34


def test_a_slow_first_job_holds_back_only_a_few_results_in_order(tmp_path: Path) -> None:
    """Job 0 waits for job 15, the last that may start before it's done."""
    taken = []

    def jobs() -> Iterator[Turn]:
        for number in range(60):
            taken.append(number)
            yield Turn(number, tmp_path, waits_for=None if number else 15)

    with closing(run(take_turn, jobs(), 2, in_order=True)) as results:
        assert next(results) == (0, 0)
        assert len(taken) <= 16
        assert [number for number, _ in results] == list(range(1, 60))


def test_a_dead_worker_costs_its_job_a_retry(tmp_path: Path) -> None:
    jobs = [Crash(tmp_path / str(number), times=number % 3) for number in range(9)]
    assert sorted(run(crash, jobs, 2)) == [(number, number % 3 + 1) for number in range(9)]


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    jobs = [Crash(tmp_path / "fine", 0), Crash(tmp_path / "deadly", 99), *[Crash(tmp_path / "fine", 0)] * 9]
    with pytest.raises(GridlockError, match=r"died 3 times over the same job \(exit status -9\)"):
        list(run(crash, jobs, 2))
    assert len((tmp_path / "deadly").read_text().splitlines()) == 3


@pytest.mark.parametrize("workers", [1, 2])
def test_an_exception_in_a_job_is_raised(workers: int) -> None:
    with pytest.raises(ValueError, match="3 is too much") as raised:
        list(run(fail, range(9), workers))
    assert "in fail" in "".join(traceback.format_exception(raised.value))


def test_an_exception_that_cannot_be_pickled_is_described() -> None:
    with pytest.raises(RuntimeError, match="StubbornError: 1 and 1"):
        list(run(fail_stubbornly, [1], 2))


def test_a_result_that_cannot_be_pickled_is_an_error() -> None:
    with pytest.raises(TypeError, match="pickle"):
        list(run(unpicklable, [1], 2))


def is_running(pid: int) -> bool:
    """Whether a process runs; a zombie doesn't."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


STAY = """
import sys
from pathlib import Path
from gridlock.jobs import run
from job_samples import stay
if __name__ == "__main__":
    list(run(stay, [Path(sys.argv[1])] * 4, 2))
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=lambda number: number.name)
def test_workers_end_with_their_parent(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C reaches the whole group; SIGKILL only the parent."""
    script = tmp_path / "script.py"
    script.write_text(STAY)
    folder = tmp_path / "pids"
    folder.mkdir()
    paths = os.pathsep.join([str(TESTS), *filter(None, sys.path)])
    parent = subprocess.Popen(
        [sys.executable, str(script), str(folder)],
        env=os.environ | {"PYTHONPATH": paths},
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: len(list(folder.iterdir())) == 2)
    pids = [int(file.name) for file in folder.iterdir()]
    if number == signal.SIGINT:
        os.killpg(parent.pid, number)
    else:
        parent.kill()
    _, errors = parent.communicate()
    assert until(lambda: not any(map(is_running, pids)))
    assert errors.count("Traceback") <= 1  # the parent's own KeyboardInterrupt, none of the workers'
