"""Run jobs in worker processes: results as they come, a crashed worker costs a retry.

A job is pure data: anything that can be pickled. The function that runs it is importable by name, so that a
worker, or another machine, finds it.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar

from gridlock.errors import GridlockError

Job = TypeVar("Job")
Result = TypeVar("Result")

_RETRIES = 2  # how often a job is run again after its worker died
_AHEAD = 8  # jobs per worker that may be started before the oldest is done, if results come in order
_GRACE = 5.0  # seconds for a worker to end before it's killed


def run(
    work: Callable[[Job], Result], jobs: Iterable[Job], workers: int, *, in_order: bool = False
) -> Generator[tuple[int, Result], None, None]:
    """Yield the number and the result of each job as soon as it's done, or ``in_order``.

    Jobs are taken from the iterable as workers become free, so it can be endless, and few results wait at any
    time. Close the generator to stop the workers. With one worker, the jobs run in this process.

    An exception in a job is raised here. A job whose worker dies is run again, twice at most; then
    GridlockError says so. Scripts that use several workers need ``if __name__ == "__main__":``, because each
    worker imports the script.
    """
    if workers < 1:
        raise ValueError("run() needs at least one worker")
    numbered = enumerate(jobs)
    if workers == 1:
        return ((number, work(job)) for number, job in numbered)
    return _in_order(work, numbered, workers) if in_order else _as_they_come(work, numbered, workers)


def _as_they_come(
    work: Callable[[Any], Any], numbered: Iterator[tuple[int, Any]], workers: int
) -> Generator[tuple[int, Any], None, None]:
    with _Pool(work, numbered, workers) as pool:
        while pool.feed():
            yield from pool.collect()


def _in_order(
    work: Callable[[Any], Any], numbered: Iterator[tuple[int, Any]], workers: int
) -> Generator[tuple[int, Any], None, None]:
    early: dict[int, Any] = {}
    due = 0
    with _Pool(work, numbered, workers) as pool:
        while pool.feed(due + _AHEAD * workers):
            early.update(pool.collect())
            while due in early:
                yield due, early.pop(due)
                due += 1


class _Task(NamedTuple):
    number: int
    job: Any
    failures: int = 0


class _Pool:
    """Worker processes, started when there is a job for them."""

    def __init__(self, work: Callable[[Any], Any], numbered: Iterator[tuple[int, Any]], size: int) -> None:
        self._work = work
        self._numbered = numbered
        self._size = size
        self._next = 0
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Worker] = {}

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *problem: object) -> None:
        for worker in [*self._idle, *self._busy.values()]:
            worker.end()

    def feed(self, before: int | None = None) -> bool:
        """Give every worker a job, but only jobs with a number below ``before``.

        Return False if there is nothing left to do.
        """
        while len(self._busy) < self._size and (before is None or self._next < before):
            following = next(self._numbered, None)
            if following is None:
                break
            self._next += 1
            self._start(_Task(*following))
        return bool(self._busy)

    def _start(self, task: _Task) -> None:
        worker = self._idle.pop() if self._idle else _Worker(self._work)
        self._busy[worker.connection] = worker
        worker.start(task)

    def collect(self) -> list[tuple[int, Any]]:
        """Wait for at least one worker, and return what is done; run the jobs of dead workers again."""
        done = []
        for connection in wait(list(self._busy)):
            assert isinstance(connection, Connection)
            worker = self._busy[connection]
            try:
                succeeded, result = worker.receive()
            except (EOFError, OSError):
                self._retry(self._busy.pop(connection))
                continue
            if not succeeded:
                raise result
            done.append((worker.task.number, result))
            self._idle.append(self._busy.pop(connection))
        return done

    def _retry(self, dead: _Worker) -> None:
        """Run the job of a dead worker again; GridlockError if it has killed too many."""
        status = dead.end()
        task = dead.task._replace(failures=dead.task.failures + 1)
        if task.failures > _RETRIES:
            raise GridlockError(
                f"A worker process died {task.failures} times over the same job (exit status {status}): "
                "it may need more memory than there is, so try fewer jobs at once."
            )
        self._start(task)


class _Worker:
    """A process that runs one job at a time."""

    task: _Task

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = get_context("spawn")  # forking a process with threads can deadlock
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        theirs.close()

    def start(self, task: _Task) -> None:
        self.task = task
        with suppress(BrokenPipeError):  # it has died, which receive() will notice
            self.connection.send(task.job)

    def receive(self) -> tuple[bool, Any]:
        """Return whether the job succeeded, and its result or exception; EOFError if the worker died."""
        answer: tuple[bool, Any] = pickle.loads(self.connection.recv_bytes())
        return answer

    def end(self) -> int | None:
        """Stop the process, and return its exit status."""
        self.connection.close()
        self._process.terminate()
        self._process.join(_GRACE)
        self._process.kill()
        self._process.join()
        return self._process.exitcode


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """Run jobs until the parent closes the connection or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            connection.send_bytes(_answer(work, connection.recv()))


def _answer(work: Callable[[Any], Any], job: Any) -> bytes:
    """Run a job and pickle its result, or the exception it ended with."""
    try:
        return pickle.dumps((True, work(job)))
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))  # pickling loses the traceback
        return _pickled_error(error)


def _pickled_error(error: Exception) -> bytes:
    """Pickle an exception; one that can't be pickled is described in a RuntimeError."""
    with suppress(Exception):
        data = pickle.dumps((False, error))
        pickle.loads(data)
        return data
    return pickle.dumps((False, RuntimeError("".join(traceback.format_exception(error)))))


def _end_with_parent() -> None:
    """Exit as soon as the parent has, even in the middle of a long job."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
