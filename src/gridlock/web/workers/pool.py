"""The pool: questions wait here for worker processes, which are replaced when they die."""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Any, TypeVar

from gridlock.rules import GAMES
from gridlock.search import OutOfTime
from gridlock.web.problems import Problem
from gridlock.web.settings import ServerSettings
from gridlock.web.workers.messages import Answered, Failed, Loaded, Question, Ready, game_in
from gridlock.web.workers.queue import RETRY_AFTER, Queue
from gridlock.web.workers.warmup import Warmup
from gridlock.web.workers.worker import Message, Worker

_TRIES = 2  # a question whose worker has died is asked again once
_LOOK = 0.1  # seconds between two looks whether a search should make room for what waits
_SHORT_LIFE = 5.0  # a worker that dies younger than that many seconds
_PAUSE = 1.0  # seconds before it is replaced

_log = logging.getLogger(__name__)
Result = TypeVar("Result")
_AS_ARGUMENTS = object()  # the game is the one that the arguments are about


class Pool:
    """Worker processes, and the questions that wait for them.

    One more process than were asked for loads no compiled code: bots that need none are quick, and answer
    before the others are ready and however busy those are.

    Every question is charged to an address, a bot's move to that of the visitor who created the match, and
    addresses take turns: :class:`Queue` says how.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.restarts = 0
        """How many workers were replaced."""
        self.answered: Counter[str] = Counter()
        """How many questions were answered, by the name of the function."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        """How many seconds workers spent on them."""
        self._memory = settings.memory
        self._workers = [Worker(self._memory, searches=False)]
        self._workers += [Worker(self._memory, searches=True) for _ in range(max(1, settings.workers))]
        self._warmup = Warmup(list(GAMES))
        self._queue = Queue(settings.queue, max(1, settings.workers))
        self._next_look: asyncio.TimerHandle | None = None
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
        for question in [*self._queue.clear(), *filter(None, held)]:
            question.fail(_stopping())
        if self._next_look is not None:
            self._next_look.cancel()
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
        return len(self._queue)

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def ask(
        self,
        function: Callable[..., Result],
        *arguments: Any,
        seconds: float,
        address: str,
        game: str | object | None = _AS_ARGUMENTS,
        bot: bool = False,
    ) -> Result:
        """What ``function(*arguments, limits=...)`` returns, or raises, in a worker process.

        The function is one of a module. It waits until the compiled code of ``game`` is loaded: of the one
        that the arguments are about, if none is named. Its time is charged to ``address``; ``bot`` says that
        a bot's move is asked for, which comes before other questions of the same address.
        """
        needed = game_in(arguments) if game is _AS_ARGUMENTS else game
        assert needed is None or isinstance(needed, str)
        if self._closed:
            raise _stopping()
        self._asked += 1
        call = pickle.dumps((function, arguments))
        question = Question(self._asked, function.__name__, call, seconds, needed, address, bot)
        self._queue.add(question)
        self._distribute()
        try:
            result: Result = await question.answer
            return result
        finally:
            self._forget(question)

    def _forget(self, question: Question) -> None:
        """Nobody waits for this any more, unless it has been answered."""
        self._queue.remove(question)
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
        if not self._ready.is_set() and self._warmup.complete(w for w in self._workers if w.searches):
            self._ready.set()
        if self._queue:
            self._make_room()

    def _employ(self, worker: Worker) -> None:
        """Let a worker load and answer in turn, so that neither keeps the other waiting for long."""
        question = self._queue.next(partial(self._can_answer, worker))
        game = None
        if worker.searches and not (question and worker.has_just_loaded):
            wanted = {waiting.game for waiting in self._queue if waiting.game}
            game = self._warmup.next_for(worker, wanted)
        worker.has_just_loaded = game is not None
        if game is not None:
            self._warmup.begin(game)
            worker.load(game)
        elif question is not None:
            worker.ask(question, self._queue.take(question))

    def _make_room(self) -> None:
        """Interrupt searches for what waits; look again soon, as long as anything does."""
        held = {worker.question: worker for worker in self._workers if worker.question is not None}
        for question in self._queue.to_interrupt(
            list(held), lambda running, waiting: self._can_answer(held[running], waiting)
        ):
            held[question].interrupt()
        if self._next_look is None:
            self._next_look = asyncio.get_running_loop().call_later(_LOOK, self._look)

    def _look(self) -> None:
        self._next_look = None
        self._distribute()

    def _can_answer(self, worker: Worker, question: Question) -> bool:
        if question.game is None:
            return True
        return worker.searches and (question.game in worker.loaded or self._warmup.given_up(question.game))

    # What workers say ---------------------------------------------------------------------------

    def _on_message(self, worker: Worker, message: Message) -> None:
        if isinstance(message, Ready):
            worker.is_up = True
        elif isinstance(message, Loaded):
            self._warmup.note(worker, message.problem)
        else:
            self._note_answer(worker, message)
        self._distribute()

    def _note_answer(self, worker: Worker, message: Answered | Failed) -> None:
        question = worker.done()
        if question is None:  # the pool has been closed
            return
        self.seconds[question.kind] += self._queue.done(question)
        try:
            if isinstance(message, Answered):
                question.succeed(pickle.loads(message.result))
            else:
                self._note_failure(question, pickle.loads(message.error))
        except Exception as error:
            question.fail(error)
        self.answered[question.kind] += question.answer.done()

    def _note_failure(self, question: Question, error: Exception) -> None:
        """Pass an error on, unless the search has only been interrupted: then it goes on later."""
        if question.interrupted and isinstance(error, OutOfTime) and not question.answer.done():
            self._queue.put_back(question)
        else:
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
            await worker.listen(self._on_message)
            if not self._closed:
                self._bury(place, worker)
                if monotonic() - worker.started < _SHORT_LIFE:
                    await asyncio.sleep(_PAUSE)

    def _bury(self, place: int, worker: Worker) -> None:
        """A worker has died: make room for another, and ask its question again."""
        self.restarts += 1
        self._warmup.died(worker)
        question = worker.done()
        if question is not None:
            self.seconds[question.kind] += self._queue.done(question)
            question.deaths += 1
        self._workers[place] = Worker(self._memory, searches=worker.searches)
        if question is None:
            _log.warning("A worker process has died and is replaced.")
        elif question.overdue:
            _log.warning("%s did not stop in time: its worker process is replaced.", question.kind)
            question.fail(OutOfTime("The search did not finish in time."))
        elif question.deaths < _TRIES and not question.answer.done():
            _log.warning("A worker process has died over %s, which is asked again.", question.kind)
            self._queue.put_back(question)
        else:
            _log.error("A worker process has died over %s again.", question.kind)
            question.fail(
                Problem(503, "failed", "The solver has failed at this. Please try another position.")
            )


def _stopping() -> Problem:
    sentence = "The server is being restarted. Please try again in a moment."
    return Problem(503, "stopping", sentence, retry_after=RETRY_AFTER)
