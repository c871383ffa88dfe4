"""A worker: a program that answers questions for the server that has started it.

``python -m gridlock.web.workers.process MEMORY`` reads messages from standard input and writes its answers to
standard output. The end of the input ends it at once, so that it never outlives the server.
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
    framed,
    length_of,
)

_REMEMBERED = 2  # boards whose tables are kept from one question to the next
_NICENESS = 5  # the server itself comes first: it only passes on what people do


class _WorkerLoop:
    """Does one thing after the other, while a thread reads what comes in."""

    def __init__(self, memory: int, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._memory = memory
        self._incoming = incoming
        self._outgoing = outgoing
        self._todo: queue.SimpleQueue[Load | Call] = queue.SimpleQueue()
        self._cancelled: dict[int, threading.Event] = {}

    def work(self) -> None:
        """Do what comes in, until there is nobody left to do it for."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._tell(Ready())
        while True:
            task = self._todo.get()
            self._tell(self._load(task.game) if isinstance(task, Load) else self._answer(task))

    def _tell(self, message: Ready | Loaded | Answered | Failed) -> None:
        self._outgoing.write(framed(message))
        self._outgoing.flush()

    def _listen(self) -> None:
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

    def _answer(self, task: Call) -> Answered | Failed:
        cancelled = self._cancelled[task.number]
        try:
            function, arguments = pickle.loads(task.call)
            result = function(*arguments, limits=self._limits(task.seconds, cancelled))
            return Answered(task.number, pickle.dumps(result))
        except Exception as error:
            return Failed(task.number, _pickled(error))
        finally:
            del self._cancelled[task.number]
            trim()

    def _limits(self, seconds: float | None = None, cancelled: threading.Event | None = None) -> Limits:
        return Limits(memory=shared_memory(self._memory), threads=1, seconds=seconds, cancelled=cancelled)


def load(game: str, limits: Limits) -> None:
    """Have both searches of a game compiled, or loaded if another process has compiled them before."""
    chosen = make(game)
    with question(chosen, limits):
        pass
    load_tree_search(chosen)
    clear_solvers()  # the table, of a board that nobody has asked for yet, is not needed


def shared_memory(memory: int) -> int:
    """Bytes for one board's table, if a worker has so many for all: a question may add one to those kept."""
    return memory // (_REMEMBERED + 1)


def trim() -> None:
    """Forget all tables if there are more of them than may be kept."""
    if cached_solvers() > _REMEMBERED:
        clear_solvers()


def _pickled(error: Exception) -> bytes:
    """An error as it is told: one of ours as it is, another one as text, for the server's log."""
    if isinstance(error, GridlockError):
        with suppress(Exception):
            told = pickle.dumps(error)
            pickle.loads(told)
            return told
        return pickle.dumps(GridlockError(str(error)))
    return pickle.dumps(WorkerError("".join(traceback.format_exception(error))))


def _own_streams() -> tuple[Any, Any]:
    """The two pipes. What a game prints goes where errors go, and cannot get between the answers."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return incoming, outgoing


def _warn(message: Warning | str, *where: object, **more: object) -> None:
    """Tell what is worth knowing though nothing has failed, on one line."""
    print(f"gridlock: {message}", file=sys.stderr, flush=True)


def main() -> None:
    """Answer questions. What tells a whole group to end is for the server, which then ends its workers."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    warnings.showwarning = _warn
    incoming, outgoing = _own_streams()
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
    with suppress(BrokenPipeError):
        _WorkerLoop(int(sys.argv[1]), incoming, outgoing).work()


if __name__ == "__main__":
    main()
