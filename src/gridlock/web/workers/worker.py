"""A worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from gridlock.web.workers.messages import (
    HEADER,
    Answered,
    Call,
    Cancel,
    Failed,
    Load,
    Loaded,
    Question,
    Ready,
    framed,
    length_of,
)

_PROGRAM = "gridlock.web.workers.process"
_MARGIN = 5.0  # seconds beyond its limit that a question may take before its worker is killed
_GRACE = 3.0  # seconds in which a worker has to stop when nobody waits any more

Message = Ready | Loaded | Answered | Failed


class Worker:
    """A process that does one thing at a time; ``told`` is called with what it says."""

    def __init__(self, memory: int, *, searches: bool) -> None:
        self.searches = searches
        """Whether it loads compiled code; one that does not is always free for what is quick."""
        self.loaded: set[str] = set()
        """The games whose compiled code it has."""
        self.loading: str | None = None
        self.question: Question | None = None
        self.has_just_loaded = False
        self.is_up = False
        """Whether it has started and can be asked."""
        self.started = 0.0
        self._memory = memory
        self._process: Process | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether it can be asked and has nothing to do."""
        return self.is_up and self.question is None and self.loading is None

    @property
    def pid(self) -> int | None:
        """The number of its process."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", _PROGRAM, str(self._memory),
            stdin=PIPE, stdout=PIPE,
        )  # fmt: skip
        self.started = monotonic()

    async def listen(self, told: Callable[[Worker, Message], None]) -> None:
        """Pass on what the process says, until it has ended."""
        assert self._process is not None
        assert self._process.stdout is not None
        output = self._process.stdout
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                length = length_of(await output.readexactly(HEADER))
                told(self, pickle.loads(await output.readexactly(length)))
        self.kill()
        await self._process.wait()

    def load(self, game: str) -> None:
        """Have it load the compiled code of a game."""
        self.loading = game
        self._send(Load(game))

    def ask(self, question: Question, seconds: float) -> None:
        """Give it a question, and a time; if it takes far longer, it is killed."""
        self.question = question
        self._send(Call(question.number, question.call, seconds))
        self._kill_after(seconds + _MARGIN, question)

    def interrupt(self) -> None:
        """Have it stop what it does; the question is asked again later."""
        assert self.question is not None
        self.question.interrupted = True
        self._send(Cancel(self.question.number))

    def cancel(self, question: Question) -> None:
        """Nobody waits for its answer any more: if it does not stop soon, it is killed."""
        if self.question is question:
            self._send(Cancel(question.number))
            self._kill_after(_GRACE, question)

    def done(self) -> Question | None:
        """Take the question back that it had."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        question, self.question = self.question, None
        return question

    def kill(self) -> None:
        """End the process, whatever it does."""
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if hasattr(signal, "SIGKILL"):
                os.kill(
                    self._process.pid, signal.SIGKILL
                )  # asyncio's own way may bury it before the loop does
            else:
                self._process.kill()

    def _kill_after(self, seconds: float, question: Question) -> None:
        if self._timer is not None:
            self._timer.cancel()

        def kill() -> None:
            question.overdue = True
            self.kill()

        self._timer = asyncio.get_running_loop().call_later(seconds, kill)

    def _send(self, message: Load | Call | Cancel) -> None:
        """Write to the process; that one which has just died cannot read is noticed elsewhere."""
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(framed(message))
