"""The questions that wait for a worker: which may wait, which is next, which running search makes room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from gridlock.web.problems import Problem
from gridlock.web.workers.messages import Question
from gridlock.web.workers.shares import SLICE, Shares

RETRY_AFTER = 5
"""Seconds after which someone who was refused may try again."""

_FOR_BOTS = 16  # times as many questions for bots may wait as of people
_LEAST_SECONDS = 1.0  # for a question, however many others wait


class Queue:
    """Questions that wait, and those that workers have taken from here.

    Three rules keep one address from taking the workers away from the others:

    - *Turns.* The next question is one of the address that has used the fewest worker seconds; of its
      questions, bots' moves come first.
    - *Slices.* A search that has run for half a second is interrupted if an address that has used less has to
      wait. Nothing is lost: it is put back, and goes on when it's its address's turn, with the time that it
      has left and the tables that its worker has filled.
    - *Places.* When the queue is full, a new question takes the place of the newest one of the address that
      has the most here. If that's its own address, it is refused itself.

    So a question waits for half a second or so, even if there's only one worker, unless other addresses that
    have used as little are waiting too.
    """

    def __init__(self, places: int, workers: int, now: Callable[[], float] = monotonic) -> None:
        self._places = places
        self._workers = workers
        self._shares = Shares(now)
        self._waiting: list[Question] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Question]:
        return iter(self._waiting)

    # In and out ---------------------------------------------------------------------------------

    def add(self, question: Question) -> None:
        """Let a new question wait; Problem if there's no place for it."""
        rivals = [waiting for waiting in self._waiting if waiting.bot == question.bot]
        if len(rivals) >= self._places * (_FOR_BOTS if question.bot else 1):
            self._replace(rivals, question)
        self._shares.enter(question.address)
        self._waiting.append(question)

    def _replace(self, rivals: list[Question], question: Question) -> None:
        """Refuse the newest question of an address that has more waiting than this one's."""
        places = Counter(rival.address for rival in rivals)
        address, most = places.most_common(1)[0]
        if places[question.address] + 1 >= most:
            raise _busy()
        newest = max((rival for rival in rivals if rival.address == address), key=lambda rival: rival.number)
        self._waiting.remove(newest)
        newest.fail(_busy())

    def remove(self, question: Question) -> None:
        """Forget a question that nobody waits for any more; if a worker has it, it is still charged."""
        if question in self._waiting:
            self._waiting.remove(question)
        self._shares.leave(question.address)

    def clear(self) -> list[Question]:
        """Take out all that wait."""
        waiting, self._waiting = self._waiting, []
        return waiting

    # Workers ------------------------------------------------------------------------------------

    def next(self, can_answer: Callable[[Question], bool]) -> Question | None:
        """The question that is next for a worker, of those that it can answer."""
        return min(filter(can_answer, self._waiting), key=self._turn(), default=None)

    def take(self, question: Question) -> float:
        """Give a question to a worker; the seconds that it may take."""
        self._waiting.remove(question)
        seconds = self._seconds_for(question)
        self._shares.begin(question, seconds)
        return seconds

    def done(self, question: Question) -> float:
        """Take a question back from a worker, answered or not; the seconds for which it was there."""
        return self._shares.end(question)

    def put_back(self, question: Question) -> None:
        """Let a question wait once more that was taken and is not answered yet."""
        question.interrupted = False
        self._waiting.append(question)

    def to_interrupt(
        self, running: Sequence[Question], can_replace: Callable[[Question, Question], bool]
    ) -> list[Question]:
        """The searches that make room now. ``can_replace`` says whether a worker that runs the first question
        could answer the second one.
        """
        stopping = [question for question in running if question.stopping]
        others = [question for question in running if not question.stopping]
        chosen: list[Question] = []
        for question in self._first_of_each():
            ending = next((one for one in stopping if can_replace(one, question)), None)
            if ending is not None:
                stopping.remove(ending)  # its worker is free in a moment
                continue
            late = [
                one for one in others if can_replace(one, question) and self._shares.makes_room(one, question)
            ]
            if late:
                chosen.append(max(late, key=lambda one: self._shares.used(one.address)))
                others.remove(chosen[-1])
        return chosen

    def _first_of_each(self) -> list[Question]:
        """Of each address, the question that is next, in the order of their turns."""
        first: dict[str, Question] = {}
        for question in sorted(self._waiting, key=self._turn()):
            first.setdefault(question.address, question)
        return list(first.values())

    def _turn(self) -> Callable[[Question], tuple[float, bool, int]]:
        """What questions are sorted by, the next one first."""
        used = {address: self._shares.used(address) for address in {one.address for one in self._waiting}}
        return lambda question: (used[question.address], not question.bot, question.number)

    def _seconds_for(self, question: Question) -> float:
        """The more questions of its own address and the more other addresses wait, the less time it has."""
        waiting = Counter(other.address for other in self._waiting)
        rivals = waiting.pop(question.address, 0) + len(waiting)
        fair = question.seconds / (1 + rivals / self._workers)
        allowed = max(fair, min(_LEAST_SECONDS, question.seconds))
        return max(allowed - question.spent, min(SLICE, question.seconds))


def _busy() -> Problem:
    sentence = "The solver has more questions than it can answer. Please try again in a moment."
    return Problem(429, "busy", sentence, retry_after=RETRY_AFTER)
