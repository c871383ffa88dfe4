"""How addresses share the workers: what each has used, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic

from gridlock.web.workers.messages import Question

SLICE = 0.5
"""Seconds that a search gets in one go; after that, it makes room for an address that has used less."""

_SOON = SLICE / 2  # seconds: a search that has fewer left is not worth interrupting
_CREDIT = 2 * SLICE  # seconds by which an address that comes back is ahead of those that never left
_MANY = 1000  # addresses whose use is remembered before those that don't matter any more are dropped


class Shares:
    """Fair queueing among addresses by the worker seconds that they have used.

    It works as operating systems share a processor among processes (Linux's CFS): whoever has used least is
    next. An address that has nothing waiting or running saves nothing up. When it comes back, it starts a
    second ahead of the address that has used least meanwhile, so its first questions are answered at once,
    and from then on both get the same.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._used: dict[str, float] = {}
        self._questions: Counter[str] = Counter()  # of each address, waiting or running
        self._running: dict[Question, float] = {}  # since when they are charged
        self._least = 0.0  # what every address has used at least, but for its credit

    def __len__(self) -> int:
        return len(self._used)

    def enter(self, address: str) -> None:
        """Note that an address asks a question."""
        self._update()
        if address not in self._active():
            self._used[address] = max(self._used.get(address, 0.0), self._least - _CREDIT)
        self._questions[address] += 1

    def leave(self, address: str) -> None:
        """Note that an address no longer waits for one of its questions."""
        self._update()
        self._questions[address] -= 1
        if not self._questions[address]:
            del self._questions[address]

    def begin(self, question: Question, seconds: float) -> None:
        """Charge the question's address from now on; it may run for this long."""
        question.began = self._running[question] = self._now()
        question.until = question.began + seconds

    def end(self, question: Question) -> float:
        """Stop charging for a question, whether anyone still waits for it or not; the seconds it ran."""
        self._update()
        seconds = self._now() - self._running.pop(question)
        self._used[question.address] += seconds
        question.spent += seconds
        return seconds

    def used(self, address: str) -> float:
        """The seconds that an address has used so far, as far as they count."""
        running = sum(self._now() - began for held, began in self._running.items() if held.address == address)
        return self._used.get(address, 0.0) + running

    def makes_room(self, running: Question, waiting: Question) -> bool:
        """Whether a running search is interrupted for one that waits: it has had its slice and is not about
        to end, and its address has used a slice more than the other.
        """
        now = self._now()
        had_slice = running.began + SLICE <= now <= running.until - _SOON
        return had_slice and self.used(running.address) >= self.used(waiting.address) + SLICE

    def _active(self) -> set[str]:
        return {*self._questions, *(question.address for question in self._running)}

    def _update(self) -> None:
        """Note what everyone has used at least, and drop those that this puts on a level with newcomers."""
        active = self._active()
        if active:
            self._least = max(self._least, min(map(self.used, active)))
        if len(self._used) > _MANY:
            newcomer = self._least - _CREDIT
            self._used = {one: used for one, used in self._used.items() if one in active or used > newcomer}
