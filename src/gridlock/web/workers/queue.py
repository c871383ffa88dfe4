"""The job queue: which jobs may wait, which is next, and which running search is interrupted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from gridlock.web.problems import Problem
from gridlock.web.workers.messages import Job
from gridlock.web.workers.shares import SLICE, Shares

RETRY_AFTER = 5
"""Seconds after which a refused client may try again."""

_BOT_FACTOR = 16  # times as many bot jobs may wait as others
_MIN_SECONDS = 1.0  # for a job, however many others wait


class Queue:
    """Jobs that wait, and jobs that workers are running.

    Four rules keep one address from taking the workers away from the others:

    - *Turns.* The next job belongs to the address that has used the fewest worker seconds. Of its jobs, bots'
      moves come first.
    - *Slices.* A search that has run for half a second is interrupted if an address that has used less is
      waiting. The search is put back, and continues when it is its address's turn, with its remaining time
      and the tables its worker has filled.
    - *Idle jobs.* A job that nobody is waiting for runs only when no other job wants to, and stops at once
      when one does.
    - *Places.* When the queue is full, a new job replaces the newest job of the address that has the most
      jobs waiting. If that is its own address, the new job is refused.

    So even with one worker, a job waits for about half a second, unless other addresses that have used as
    little are waiting, too.
    """

    def __init__(self, places: int, workers: int, now: Callable[[], float] = monotonic) -> None:
        self._places = places
        self._workers = workers
        self._shares = Shares(now)
        self._waiting: list[Job] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Job]:
        return iter(self._waiting)

    # In and out ---------------------------------------------------------------------------------

    def add(self, job: Job) -> None:
        """Add a new job; Problem if the queue is full."""
        kind = job.bot, job.idle
        rivals = [waiting for waiting in self._waiting if (waiting.bot, waiting.idle) == kind]
        if len(rivals) >= self._places * (_BOT_FACTOR if job.bot else 1):
            self._replace(rivals, job)
        self._shares.enter(job.address)
        self._waiting.append(job)

    def _replace(self, rivals: list[Job], job: Job) -> None:
        """Refuse the newest job of the address with the most jobs, if that isn't this job's address."""
        places = Counter(rival.address for rival in rivals)
        address, most = places.most_common(1)[0]
        if places[job.address] + 1 >= most:
            raise _busy()
        newest = max((rival for rival in rivals if rival.address == address), key=lambda rival: rival.number)
        self._waiting.remove(newest)
        newest.fail(_busy())

    def remove(self, job: Job) -> None:
        """Drop a job that is no longer awaited. If a worker is running it, it is still charged."""
        if job in self._waiting:
            self._waiting.remove(job)
        self._shares.leave(job.address)

    def clear(self) -> list[Job]:
        """Remove and return all waiting jobs."""
        waiting, self._waiting = self._waiting, []
        return waiting

    # Workers ------------------------------------------------------------------------------------

    def next(self, can_run: Callable[[Job], bool]) -> Job | None:
        """Return the next job for a worker, of those it can run."""
        return min(filter(can_run, self._waiting), key=self._turn_key(), default=None)

    def take(self, job: Job) -> float:
        """Take a job out of the queue for a worker, and return its time limit in seconds."""
        self._waiting.remove(job)
        seconds = self._seconds_for(job)
        self._shares.begin(job, seconds)
        return seconds

    def done(self, job: Job) -> float:
        """Note that a worker no longer runs a job, and return the seconds it ran."""
        return self._shares.end(job)

    def put_back(self, job: Job) -> None:
        """Put an unfinished job back into the queue."""
        job.interrupted = False
        self._waiting.append(job)

    def to_interrupt(self, running: Sequence[Job], can_replace: Callable[[Job, Job], bool]) -> list[Job]:
        """Return the searches to interrupt now.

        ``can_replace`` says whether the worker that runs the first job could run the second one.
        """
        stopping = [job for job in running if job.stopping]
        others = [job for job in running if not job.stopping]
        chosen: list[Job] = []
        for job in self._first_of_each():
            ending = next((one for one in stopping if can_replace(one, job)), None)
            if ending is not None:
                stopping.remove(ending)  # its worker will be free in a moment
                continue
            late = [one for one in others if can_replace(one, job) and self._shares.can_interrupt(one, job)]
            if late:
                chosen.append(max(late, key=lambda one: (one.idle, self._shares.used(one.address))))
                others.remove(chosen[-1])
        return chosen

    def _first_of_each(self) -> list[Job]:
        """Return the next job of each address, in the order of their turns."""
        first: dict[str, Job] = {}
        for job in sorted(self._waiting, key=self._turn_key()):
            first.setdefault(job.address, job)
        return list(first.values())

    def _turn_key(self) -> Callable[[Job], tuple[bool, float, bool, int]]:
        """Return the sort key that puts the next job first."""
        used = {address: self._shares.used(address) for address in {one.address for one in self._waiting}}
        return lambda job: (job.idle, used[job.address], not job.bot, job.number)

    def _seconds_for(self, job: Job) -> float:
        """Return a job's time limit, which shrinks with the jobs of its address and the addresses waiting."""
        waiting = Counter(other.address for other in self._waiting if job.idle or not other.idle)
        rivals = waiting.pop(job.address, 0) + len(waiting)
        fair = job.seconds / (1 + rivals / self._workers)
        allowed = max(fair, min(_MIN_SECONDS, job.seconds))
        return max(allowed - job.spent, min(SLICE, job.seconds))


def _busy() -> Problem:
    detail = "The solver is busy. Please try again in a moment."
    return Problem(429, "busy", detail, retry_after=RETRY_AFTER)
