"""Questions, a queue and workers in virtual time."""

from __future__ import annotations

import itertools
from typing import Any

from gridlock.web.problems import Problem
from gridlock.web.workers.messages import Question
from gridlock.web.workers.queue import Queue

_numbers = itertools.count(1)


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def ask(address: str, *, seconds: float = 10.0, bot: bool = False) -> Question:
    """A question of an address."""
    return Question(next(_numbers), "analysis", b"", seconds, None, address, bot)


def anything(*_: Question) -> bool:
    """Any worker can answer any question."""
    return True


def added(queue: Queue, address: str, **more: Any) -> Question:
    """A new question that waits in a queue."""
    question = ask(address, **more)
    queue.add(question)
    return question


def refused(question: Question) -> bool:
    """Whether it has lost its place."""
    return question.answer.done() and isinstance(question.answer.exception(), Problem)


class Workshop:
    """Workers that exist only as numbers, driven as the pool drives its processes."""

    def __init__(self, clock: Clock, workers: int) -> None:
        self.clock = clock
        self.queue = Queue(32, workers, clock)
        self.places: list[tuple[Question, float] | None] = [None] * workers  # what runs, and until when
        self.needed: dict[Question, float] = {}

    def ask(self, address: str, needed: float, **more: Any) -> Question | None:
        """Ask something that a worker needs this long for; None if it is refused."""
        try:
            question = added(self.queue, address, **more)
        except Problem:
            return None
        self.needed[question] = needed
        return question

    def abandon(self, question: Question) -> None:
        """The client leaves: a worker that has the question needs a moment to stop."""
        self.queue.remove(question)
        question.answer.cancel()
        for place, held in enumerate(self.places):
            if held and held[0] is question:
                self.places[place] = (question, min(held[1], self.clock.now + 0.1))

    def tick(self) -> list[Question]:
        """A twentieth of a second; the questions that were answered in it."""
        self.clock.now += 0.05
        answered = [question for place in range(len(self.places)) if (question := self._finish(place))]
        self._take()
        running = [held[0] for held in self.places if held]
        for question in self.queue.to_interrupt(running, anything):
            question.interrupted = True
            place = next(number for number, held in enumerate(self.places) if held and held[0] is question)
            self.places[place] = (question, self.clock.now + 0.1)
        return answered

    def _finish(self, place: int) -> Question | None:
        held = self.places[place]
        if held is None or held[1] > self.clock.now:
            return None
        question, self.places[place] = held[0], None
        self.needed[question] -= self.queue.done(question)
        if question.answer.done():
            return None
        if question.interrupted and self.needed[question] > 0:
            self.queue.put_back(question)
            return None
        question.succeed(None)
        self.queue.remove(question)
        return question

    def _take(self) -> None:
        for place, held in enumerate(self.places):
            question = self.queue.next(anything)
            if held is None and question is not None:
                seconds = self.queue.take(question)
                self.places[place] = (question, self.clock.now + min(seconds, self.needed[question]))
