"""A job queue and workers in virtual time."""

from __future__ import annotations

import itertools
from typing import Any

from gridlock.web.problems import Problem
from gridlock.web.workers.messages import Job
from gridlock.web.workers.queue import Queue

_numbers = itertools.count(1)


class Clock:
    """A fake clock."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def ask(address: str, *, seconds: float = 10.0, bot: bool = False, idle: bool = False) -> Job:
    """Create a job of an address."""
    return Job(next(_numbers), "analysis", b"", seconds, None, address, bot, idle)


def anything(*_: Job) -> bool:
    """Any worker can run any job."""
    return True


def added(queue: Queue, address: str, **more: Any) -> Job:
    """Add a new job to a queue."""
    job = ask(address, **more)
    queue.add(job)
    return job


def refused(job: Job) -> bool:
    """Whether a job was refused."""
    return job.answer.done() and isinstance(job.answer.exception(), Problem)


class Workshop:
    """Simulated workers, driven as the pool drives its processes."""

    def __init__(self, clock: Clock, workers: int) -> None:
        self.clock = clock
        self.queue = Queue(32, workers, clock)
        self.places: list[tuple[Job, float] | None] = [None] * workers  # what runs, and until when
        self.needed: dict[Job, float] = {}

    def ask(self, address: str, needed: float, **more: Any) -> Job | None:
        """Add a job that needs this many seconds; None if it is refused."""
        try:
            job = added(self.queue, address, **more)
        except Problem:
            return None
        self.needed[job] = needed
        return job

    def abandon(self, job: Job) -> None:
        """Cancel a job; a worker that runs it needs a moment to stop."""
        self.queue.remove(job)
        job.answer.cancel()
        for place, held in enumerate(self.places):
            if held and held[0] is job:
                self.places[place] = (job, min(held[1], self.clock.now + 0.1))

    def tick(self) -> list[Job]:
        """Advance by a twentieth of a second, and return the finished jobs."""
        self.clock.now += 0.05
        answered = [job for place in range(len(self.places)) if (job := self._finish(place))]
        self._take()
        running = [held[0] for held in self.places if held]
        for job in self.queue.to_interrupt(running, anything):
            job.interrupted = True
            place = next(number for number, held in enumerate(self.places) if held and held[0] is job)
            self.places[place] = (job, self.clock.now + 0.1)
        return answered

    def _finish(self, place: int) -> Job | None:
        held = self.places[place]
        if held is None or held[1] > self.clock.now:
            return None
        job, self.places[place] = held[0], None
        self.needed[job] -= self.queue.done(job)
        if job.answer.done():
            return None
        if job.interrupted and self.needed[job] > 0:
            self.queue.put_back(job)
            return None
        job.succeed(None)
        self.queue.remove(job)
        return job

    def _take(self) -> None:
        for place, held in enumerate(self.places):
            job = self.queue.next(anything)
            if held is None and job is not None:
                seconds = self.queue.take(job)
                self.places[place] = (job, self.clock.now + min(seconds, self.needed[job]))
