"""The server's end of a worker process."""

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
    Job,
    Load,
    Loaded,
    Ready,
    frame,
    length_of,
)

_PROGRAM = "gridlock.web.workers.process"
_MARGIN = 5.0  # seconds beyond a job's limit before its worker is killed
_GRACE = 3.0  # seconds for a worker to stop a cancelled job

Message = Ready | Loaded | Answered | Failed


class Worker:
    """A process that runs one job at a time."""

    def __init__(self, memory: int, *, searches: bool) -> None:
        self.searches = searches
        """Whether it loads compiled code; a worker that doesn't stays free for quick jobs."""
        self.loaded: set[str] = set()
        """The games whose compiled code is loaded."""
        self.loading: str | None = None
        self.job: Job | None = None
        self.has_just_loaded = False
        self.is_up = False
        """Whether it has started."""
        self.started = 0.0
        self._memory = memory
        self._process: Process | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether it has started and has nothing to do."""
        return self.is_up and self.job is None and self.loading is None

    @property
    def pid(self) -> int | None:
        """The process id."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the process."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", _PROGRAM, str(self._memory),
            stdin=PIPE, stdout=PIPE,
            start_new_session=True,  # so that Ctrl-C doesn't reach a process that is still starting
        )  # fmt: skip
        self.started = monotonic()

    async def listen(self, on_message: Callable[[Worker, Message], None]) -> None:
        """Call ``on_message`` with each message of the process, until it ends."""
        assert self._process is not None
        assert self._process.stdout is not None
        output = self._process.stdout
        with suppress(asyncio.IncompleteReadError, OSError):
            while True:
                length = length_of(await output.readexactly(HEADER))
                on_message(self, pickle.loads(await output.readexactly(length)))
        self.kill()
        await self._process.wait()

    def load(self, game: str) -> None:
        """Load the compiled code of a game."""
        self.loading = game
        self._send(Load(game))

    def run(self, job: Job, seconds: float) -> None:
        """Run a job; the process is killed if it far exceeds the time limit."""
        self.job = job
        self._send(Call(job.number, job.call, seconds))
        self._kill_after(seconds + _MARGIN, job)

    def interrupt(self) -> None:
        """Stop the job so that it can continue later."""
        assert self.job is not None
        self.job.interrupted = True
        self._send(Cancel(self.job.number))

    def cancel(self, job: Job) -> None:
        """Stop a job for good; the process is killed if it doesn't stop soon."""
        if self.job is job:
            self._send(Cancel(job.number))
            self._kill_after(_GRACE, job)

    def take_job(self) -> Job | None:
        """Return the job it was running, if any, and mark it idle."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        job, self.job = self.job, None
        return job

    def kill(self) -> None:
        """Kill the process."""
        if self._process is None or self._process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if hasattr(signal, "SIGKILL"):
                os.kill(
                    self._process.pid, signal.SIGKILL
                )  # Process.kill() may reap the process before the event loop does
            else:
                self._process.kill()

    def _kill_after(self, seconds: float, job: Job) -> None:
        if self._timer is not None:
            self._timer.cancel()

        def kill() -> None:
            job.overdue = True
            self.kill()

        self._timer = asyncio.get_running_loop().call_later(seconds, kill)

    def _send(self, message: Load | Call | Cancel) -> None:
        """Write to the process. If it has just died, ``listen`` notices."""
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.write(frame(message))
