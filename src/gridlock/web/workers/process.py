"""The worker program, which runs jobs for the server that started it.

``python -m gridlock.web.workers.process MEMORY`` reads messages from standard input and writes to
standard output. It exits at the end of the input, so it never outlives the server.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
import warnings
from contextlib import suppress
from typing import Any, BinaryIO

from gridlock.errors import GridlockError
from gridlock.players.mcts import load_tree_search
from gridlock.rules import make
from gridlock.search import Limits
from gridlock.search.answers import cached_solvers, clear_solvers, question
from gridlock.web.workers.messages import (
    HEADER,
    Answered,
    Call,
    Cancel,
    Failed,
    Load,
    Loaded,
    Ready,
    WorkerError,
    frame,
    length_of,
)

_KEPT_TABLES = 2  # boards whose tables are kept between jobs
_NICENESS = 5  # the server process comes first


class _WorkerLoop:
    """Runs one message at a time, while a thread reads the input."""

    def __init__(self, memory: int, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._memory = memory
        self._incoming = incoming
        self._outgoing = outgoing
        self._todo: queue.SimpleQueue[Load | Call] = queue.SimpleQueue()
        self._cancelled: dict[int, threading.Event] = {}

    def run(self) -> None:
        """Handle messages until the input ends."""
        threading.Thread(target=self._read, daemon=True).start()
        self._send(Ready())
        while True:
            task = self._todo.get()
            self._send(self._load(task.game) if isinstance(task, Load) else self._run_call(task))

    def _send(self, message: Ready | Loaded | Answered | Failed) -> None:
        self._outgoing.write(frame(message))
        self._outgoing.flush()

    def _read(self) -> None:
        with suppress(OSError, EOFError):
            while header := self._incoming.read(HEADER):
                message = pickle.loads(self._incoming.read(length_of(header)))
                if isinstance(message, Cancel):
                    if message.number in self._cancelled:
                        self._cancelled[message.number].set()
                    continue
                if isinstance(message, Call):
                    self._cancelled[message.number] = threading.Event()
                self._todo.put(message)
        os._exit(0)

    def _load(self, game: str) -> Loaded:
        try:
            load(game, self._limits())
        except Exception as error:
            return Loaded(game, f"{type(error).__name__}: {error}")
        return Loaded(game, "")

    def _run_call(self, task: Call) -> Answered | Failed:
        cancelled = self._cancelled[task.number]
        try:
            function, arguments = pickle.loads(task.call)
            result = function(*arguments, limits=self._limits(task.seconds, cancelled))
            return Answered(task.number, pickle.dumps(result))
        except Exception as error:
            return Failed(task.number, _pickle_error(error))
        finally:
            del self._cancelled[task.number]
            trim()

    def _limits(self, seconds: float | None = None, cancelled: threading.Event | None = None) -> Limits:
        return Limits(memory=shared_memory(self._memory), threads=1, seconds=seconds, cancelled=cancelled)


def load(game: str, limits: Limits) -> None:
    """Compile both searches of a game, or load them if another process has compiled them."""
    instance = make(game)
    with question(instance, limits):
        pass
    load_tree_search(instance)
    clear_solvers()  # drop the table of the standard board


def shared_memory(memory: int) -> int:
    """Return the bytes for one board's table; a job may add one to those kept."""
    return memory // (_KEPT_TABLES + 1)


def trim() -> None:
    """Drop all tables if there are more than may be kept."""
    if cached_solvers() > _KEPT_TABLES:
        clear_solvers()


def _pickle_error(error: Exception) -> bytes:
    """Pickle a GridlockError as it is, and any other exception as a WorkerError with the traceback."""
    if isinstance(error, GridlockError):
        with suppress(Exception):
            pickled = pickle.dumps(error)
            pickle.loads(pickled)
            return pickled
        return pickle.dumps(GridlockError(str(error)))
    return pickle.dumps(WorkerError("".join(traceback.format_exception(error))))


def _take_streams() -> tuple[Any, Any]:
    """Return the two pipes, and redirect standard output to standard error for anything that prints."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _warn(message: Warning | str, *where: object, **more: object) -> None:
    """Print a warning on one line."""
    print(f"gridlock: {message}", file=sys.stderr, flush=True)


def main() -> None:
    """Run the worker. Signals are ignored; the server stops its workers."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    warnings.showwarning = _warn
    incoming, outgoing = _take_streams()
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
    with suppress(BrokenPipeError):
        _WorkerLoop(int(sys.argv[1]), incoming, outgoing).run()


if __name__ == "__main__":
    main()
