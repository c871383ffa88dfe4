"""The pool: questions wait here for worker processes, which are replaced when they die."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable
from time import monotonic
from types import TracebackType
from typing import Any

from gridlock.rules import GAMES
from gridlock.search import OutOfTime
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings
from gridlock.web.workers.loading import Loading
from gridlock.web.workers.messages import Answered, Failed, Loaded, Ready
from gridlock.web.workers.question import Question, game_in
from gridlock.web.workers.worker import Message, Worker

__all__ = ["Pool"]

_TRIES = 2  # a question whose worker has died is asked again once
_OF_MATCHES = 16  # so many times as many questions of matches may wait as of people
_LEAST_SECONDS = 1.0  # for a question, however many others wait
_SHORT_LIFE = 5.0  # a worker that dies younger than that many seconds
_PAUSE = 1.0  # seconds before it is replaced
_RETRY_AFTER = 5  # seconds after which somebody may try again

_log = logging.getLogger(__name__)
_AS_ARGUMENTS = object()  # the game is the one that the arguments are about


class Pool:
    """Worker processes, and the questions that wait for them.

    One more process than were asked for loads no compiled code: bots that need none are quick, and answer
    before the others are ready and however busy those are. What matches ask goes before what people ask, and
    people's questions leave one worker free, if there are several. Of people, those come first of whom fewer
    questions are in hand.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.restarts = 0
        """How many workers were replaced."""
        self.answered: Counter[str] = Counter()
        """How many questions were answered, by the name of the function."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        """How many seconds workers spent on them."""
        self._queue = settings.queue
        self._memory = settings.memory
        self._workers = [Worker(self._memory, searches=False)]
        self._workers += [Worker(self._memory, searches=True) for _ in range(max(1, settings.workers))]
        self._for_people = max(1, settings.workers - 1)  # workers that people's questions may occupy
        self._loading = Loading(list(GAMES))
        self._waiting: list[Question] = []
        self._asked = 0
        self._ready = asyncio.Event()
        self._lives: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Pool:
        for place in range(len(self._workers)):
            self._lives.add(asyncio.create_task(self._keep_alive(place), name=f"worker {place}"))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        await asyncio.gather(*self._lives, return_exceptions=True)

    def stop(self) -> None:
        """End all processes; whoever waits for an answer is told that there will be none."""
        self._closed = True
        held = [worker.done() for worker in self._workers]
        for question in [*self._waiting, *filter(None, held)]:
            question.fail(_stopping())
        self._waiting.clear()
        for worker in self._workers:
            worker.kill()

    @property
    def ready(self) -> bool:
        """Whether the compiled code of all games has been loaded by all workers."""
        return self._ready.is_set() and not self._closed

    async def until_ready(self) -> None:
        """Wait for that."""
        await self._ready.wait()

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._waiting)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def ask(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        seconds: float,
        game: str | object | None = _AS_ARGUMENTS,
        address: str | None = None,
    ) -> Any:
        """What ``function(*arguments, limits=...)`` returns, or raises, in a worker process.

        The function is one of a module. It waits until the compiled code of ``game`` is loaded: of the one
        that the arguments are about, if none is named. ``address`` is who asks; without one, it is a match.
        """
        needed = game_in(arguments) if game is _AS_ARGUMENTS else game
        assert needed is None or isinstance(needed, str)
        self._refuse_if_crowded(address)
        self._asked += 1
        call = pickle.dumps((function, arguments))
        question = Question(self._asked, function.__name__, call, seconds, needed, address)
        self._waiting.append(question)
        self._distribute()
        try:
            return await question.answer
        finally:
            self._forget(question)

    def _refuse_if_crowded(self, address: str | None) -> None:
        if self._closed:
            raise _stopping()
        alike = sum((question.address is None) == (address is None) for question in self._waiting)
        if alike >= (self._queue if address is not None else self._queue * _OF_MATCHES):
            sentence = "The solver has more questions than it can answer. Please try again in a moment."
            raise Problem(429, "busy", sentence, retry_after=_RETRY_AFTER)

    def _forget(self, question: Question) -> None:
        """Nobody waits for this any more, unless it has been answered."""
        if question in self._waiting:
            self._waiting.remove(question)
        for worker in self._workers:
            worker.cancel(question)

    # Who does what ------------------------------------------------------------------------------

    def _distribute(self) -> None:
        """Give everybody something to do who has nothing."""
        if self._closed:
            return
        for worker in self._workers:
            if worker.idle:
                self._employ(worker)
        if not self._ready.is_set() and self._loading.complete(w for w in self._workers if w.searches):
            self._ready.set()

    def _employ(self, worker: Worker) -> None:
        """Let a worker load and answer in turn, so that neither keeps the other waiting for long."""
        question = self._next_for(worker)
        game = None
        if worker.searches and not (question and worker.has_just_loaded):
            wanted = {waiting.game for waiting in self._waiting if waiting.game}
            game = self._loading.next_for(worker, wanted)
        worker.has_just_loaded = game is not None
        if game is not None:
            self._loading.begin(game)
            worker.load(game)
        elif question is not None:
            self._waiting.remove(question)
            worker.ask(question, self._seconds_for(question))

    def _seconds_for(self, question: Question) -> float:
        """How long a question may take: the more others wait, the less."""
        others = sum(waiting.address is None for waiting in self._waiting)
        if question.address is not None:
            others = len(self._waiting) - others
        fair = question.seconds / (1 + others / self._for_people)
        return max(fair, min(_LEAST_SECONDS, question.seconds))

    def _next_for(self, worker: Worker) -> Question | None:
        """The question that a worker answers next."""
        in_hand = Counter(held.question.address for held in self._workers if held.question)
        busy_for_people = sum(number for address, number in in_hand.items() if address is not None)
        able = [
            question
            for question in self._waiting
            if self._can_answer(worker, question)
            and (question.address is None or busy_for_people < self._for_people)
        ]
        return min(
            able,
            key=lambda question: (
                question.address is not None,
                in_hand[question.address] if question.address else 0,
                question.number,
            ),
            default=None,
        )

    def _can_answer(self, worker: Worker, question: Question) -> bool:
        if question.game is None:
            return True
        return worker.searches and (question.game in worker.loaded or self._loading.given_up(question.game))

    # What workers say ---------------------------------------------------------------------------

    def _told(self, worker: Worker, message: Message) -> None:
        if isinstance(message, Ready):
            worker.is_up = True
        elif isinstance(message, Loaded):
            self._loading.note(worker, message.problem)
        else:
            self._note_answer(worker, message)
        self._distribute()

    def _note_answer(self, worker: Worker, message: Answered | Failed) -> None:
        question = worker.done()
        if question is None:  # the pool has been closed
            return
        self.answered[question.kind] += 1
        self.seconds[question.kind] += monotonic() - question.began
        try:
            if isinstance(message, Answered):
                question.succeed(pickle.loads(message.result))
            else:
                question.fail(pickle.loads(message.error))
        except Exception as error:
            question.fail(error)

    async def _keep_alive(self, place: int) -> None:
        """Run a worker, and another one in its place whenever it dies."""
        while not self._closed:
            worker = self._workers[place]
            try:
                await worker.start()
            except OSError as error:
                _log.error("A worker process cannot be started: %s", error)
                await asyncio.sleep(_PAUSE)
                continue
            if self._closed:
                worker.kill()
            await worker.listen(self._told)
            if not self._closed:
                self._bury(place, worker)
                if monotonic() - worker.started < _SHORT_LIFE:
                    await asyncio.sleep(_PAUSE)

    def _bury(self, place: int, worker: Worker) -> None:
        """A worker has died: make room for another, and ask its question again."""
        self.restarts += 1
        self._loading.died(worker)
        question = worker.done()
        self._workers[place] = Worker(self._memory, searches=worker.searches)
        if question is None:
            _log.warning("A worker process has died and is replaced.")
        elif question.overdue:
            _log.warning("%s did not stop in time: its worker process is replaced.", question.kind)
            question.fail(OutOfTime("The search did not finish in time."))
        elif question.tries < _TRIES and not question.answer.done():
            _log.warning("A worker process has died over %s, which is asked again.", question.kind)
            self._waiting.insert(0, question)
        else:
            _log.error("A worker process has died over %s again.", question.kind)
            question.fail(
                Problem(503, "failed", "The solver has failed at this. Please try another position.")
            )


def _stopping() -> Problem:
    sentence = "The server is being restarted. Please try again in a moment."
    return Problem(503, "stopping", sentence, retry_after=_RETRY_AFTER)
