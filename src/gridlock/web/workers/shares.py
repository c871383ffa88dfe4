"""Fair sharing of the workers among addresses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic

from gridlock.web.workers.messages import Job

SLICE = 0.5
"""Seconds a search may run before an address that has used less can interrupt it."""

_SOON = SLICE / 2  # seconds; a search about to end is not worth interrupting
_CREDIT = 2 * SLICE  # seconds by which a returning address is ahead of the others
_MAX_ADDRESSES = 1000  # addresses to remember before dropping irrelevant ones


class Shares:
    """Fair queueing among addresses by the worker seconds they have used, like Linux's CFS scheduler.

    The address that has used the least is next. An idle address saves nothing up: when it returns, it starts
    one second ahead of the address that has used the least. So its first jobs run at once, and from then on
    both get the same.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._used: dict[str, float] = {}
        self._jobs: Counter[str] = Counter()  # of each address, waiting or running
        self._running: dict[Job, float] = {}  # when each started
        self._least = 0.0  # the minimum that any active address has used

    def __len__(self) -> int:
        return len(self._used)

    def enter(self, address: str) -> None:
        """Count a job of an address."""
        self._update()
        if address not in self._active():
            self._used[address] = max(self._used.get(address, 0.0), self._least - _CREDIT)
        self._jobs[address] += 1

    def leave(self, address: str) -> None:
        """Stop counting a job of an address."""
        self._update()
        self._jobs[address] -= 1
        if not self._jobs[address]:
            del self._jobs[address]

    def begin(self, job: Job, seconds: float) -> None:
        """Start charging a job, which may run for this many seconds."""
        job.began = self._running[job] = self._now()
        job.until = job.began + seconds

    def end(self, job: Job) -> float:
        """Stop charging a job, and return the seconds it ran."""
        self._update()
        seconds = self._now() - self._running.pop(job)
        self._used[job.address] += seconds
        job.spent += seconds
        return seconds

    def used(self, address: str) -> float:
        """Return the seconds that an address has used."""
        running = sum(self._now() - began for held, began in self._running.items() if held.address == address)
        return self._used.get(address, 0.0) + running

    def can_interrupt(self, running: Job, waiting: Job) -> bool:
        """Whether a waiting job may interrupt a running one.

        An idle job makes way at once. Any other must have had its slice and not be about to end, and its
        address must have used at least a slice more than the other.
        """
        if running.idle != waiting.idle:
            return running.idle
        now = self._now()
        had_slice = running.began + SLICE <= now <= running.until - _SOON
        return had_slice and self.used(running.address) >= self.used(waiting.address) + SLICE

    def _active(self) -> set[str]:
        return {*self._jobs, *(job.address for job in self._running)}

    def _update(self) -> None:
        """Update the minimum, and drop addresses that are no better off than newcomers."""
        active = self._active()
        if active:
            self._least = max(self._least, min(map(self.used, active)))
        if len(self._used) > _MAX_ADDRESSES:
            newcomer = self._least - _CREDIT
            self._used = {one: used for one, used in self._used.items() if one in active or used > newcomer}
