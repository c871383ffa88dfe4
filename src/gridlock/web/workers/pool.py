"""The pool of worker processes."""

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
from gridlock.web.workers.messages import Answered, Failed, Job, Loaded, Ready, game_in
from gridlock.web.workers.queue import RETRY_AFTER, Queue
from gridlock.web.workers.warmup import Warmup
from gridlock.web.workers.worker import Message, Worker

_TRIES = 2  # runs of a job whose worker dies
_CHECK_SECONDS = 0.1  # seconds between checks for searches to interrupt
_MIN_LIFETIME = 5.0  # seconds; a worker that dies sooner is replaced after a pause
_PAUSE = 1.0  # seconds

_log = logging.getLogger(__name__)
Result = TypeVar("Result")
_FROM_ARGUMENTS = object()  # take the game from the arguments


class Pool:
    """Worker processes, and the jobs that wait for them.

    One extra process loads no compiled code. It runs the bots that need none, so they move quickly even
    before the other workers are ready or while those are busy.

    Every job is charged to an address (a bot's move to the address that created the match), and addresses
    take turns; see :class:`Queue`.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.restarts = 0
        """Number of workers replaced."""
        self.answered: Counter[str] = Counter()
        """Number of finished jobs, by the function's name."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        """Seconds that workers spent on jobs, by the function's name."""
        self._memory = settings.memory
        self._workers = [Worker(self._memory, searches=False)]
        self._workers += [Worker(self._memory, searches=True) for _ in range(max(1, settings.workers))]
        self._warmup = Warmup(list(GAMES))
        self._queue = Queue(settings.queue, max(1, settings.workers))
        self._check_timer: asyncio.TimerHandle | None = None
        self._count = 0
        self._ready = asyncio.Event()
        self._worker_tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def __aenter__(self) -> Pool:
        for place in range(len(self._workers)):
            self._worker_tasks.add(asyncio.create_task(self._keep_alive(place), name=f"worker {place}"))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        await asyncio.gather(*self._worker_tasks, return_exceptions=True)

    def stop(self) -> None:
        """Kill all processes and fail all jobs."""
        self._closed = True
        running = [worker.take_job() for worker in self._workers]
        for job in [*self._queue.clear(), *filter(None, running)]:
            job.fail(_stopping())
        if self._check_timer is not None:
            self._check_timer.cancel()
        for worker in self._workers:
            worker.kill()

    @property
    def ready(self) -> bool:
        """Whether every worker has loaded the compiled code of every game."""
        return self._ready.is_set() and not self._closed

    async def until_ready(self) -> None:
        """Wait until the pool is ready."""
        await self._ready.wait()

    @property
    def waiting(self) -> int:
        """Number of jobs waiting for a worker."""
        return len(self._queue)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def run(
        self,
        function: Callable[..., Result],
        *arguments: Any,
        seconds: float,
        address: str,
        game: str | object | None = _FROM_ARGUMENTS,
        bot: bool = False,
        idle: bool = False,
    ) -> Result:
        """Run ``function(*arguments, limits=...)`` in a worker process, and return or raise its result.

        The function must be importable. The job waits until the compiled code of ``game`` is loaded; by
        default that is the game of the arguments. Its time is charged to ``address``. With ``bot``, the job
        comes before the address's other jobs; with ``idle``, it comes after everybody's.
        """
        needed = game_in(arguments) if game is _FROM_ARGUMENTS else game
        assert needed is None or isinstance(needed, str)
        if self._closed:
            raise _stopping()
        self._count += 1
        call = pickle.dumps((function, arguments))
        job = Job(self._count, function.__name__, call, seconds, needed, address, bot, idle)
        self._queue.add(job)
        self._distribute()
        try:
            result: Result = await job.answer
            return result
        finally:
            self._drop(job)

    def _drop(self, job: Job) -> None:
        """Drop a job, and stop its worker if it is still running."""
        self._queue.remove(job)
        for worker in self._workers:
            worker.cancel(job)

    # Scheduling ---------------------------------------------------------------------------------

    def _distribute(self) -> None:
        """Give every idle worker something to do."""
        if self._closed:
            return
        for worker in self._workers:
            if worker.idle:
                self._assign(worker)
        if not self._ready.is_set() and self._warmup.complete(w for w in self._workers if w.searches):
            self._ready.set()
        if self._queue:
            self._interrupt_searches()

    def _assign(self, worker: Worker) -> None:
        """Alternate between loading games and running jobs, so that neither waits for long."""
        job = self._queue.next(partial(self._can_run, worker))
        game = None
        if worker.searches and not (job and worker.has_just_loaded):
            wanted = {waiting.game for waiting in self._queue if waiting.game}
            game = self._warmup.next_for(worker, wanted)
        worker.has_just_loaded = game is not None
        if game is not None:
            self._warmup.begin(game)
            worker.load(game)
        elif job is not None:
            worker.run(job, self._queue.take(job))

    def _interrupt_searches(self) -> None:
        """Interrupt searches for waiting jobs, and check again soon."""
        workers = {worker.job: worker for worker in self._workers if worker.job is not None}
        for job in self._queue.to_interrupt(
            list(workers), lambda running, waiting: self._can_run(workers[running], waiting)
        ):
            workers[job].interrupt()
        if self._check_timer is None:
            self._check_timer = asyncio.get_running_loop().call_later(_CHECK_SECONDS, self._check)

    def _check(self) -> None:
        self._check_timer = None
        self._distribute()

    def _can_run(self, worker: Worker, job: Job) -> bool:
        if job.game is None:
            return True
        return worker.searches and (job.game in worker.loaded or self._warmup.is_skipped(job.game))

    # Messages -----------------------------------------------------------------------------------

    def _on_message(self, worker: Worker, message: Message) -> None:
        if isinstance(message, Ready):
            worker.is_up = True
        elif isinstance(message, Loaded):
            self._warmup.finish(worker, message.problem)
        else:
            self._finish_job(worker, message)
        self._distribute()

    def _finish_job(self, worker: Worker, message: Answered | Failed) -> None:
        job = worker.take_job()
        if job is None:  # the pool is closed
            return
        self.seconds[job.kind] += self._queue.done(job)
        try:
            if isinstance(message, Answered):
                job.succeed(pickle.loads(message.result))
            else:
                self._fail_job(job, pickle.loads(message.error))
        except Exception as error:
            job.fail(error)
        self.answered[job.kind] += job.answer.done()

    def _fail_job(self, job: Job, error: Exception) -> None:
        """Fail the job, unless it was only interrupted; then put it back."""
        if job.interrupted and isinstance(error, OutOfTime) and not job.answer.done():
            self._queue.put_back(job)
        else:
            job.fail(error)

    async def _keep_alive(self, place: int) -> None:
        """Run a worker, and replace it whenever it dies."""
        while not self._closed:
            worker = self._workers[place]
            try:
                await worker.start()
            except OSError as error:
                _log.error("Cannot start a worker process: %s", error)
                await asyncio.sleep(_PAUSE)
                continue
            if self._closed:
                worker.kill()
            await worker.listen(self._on_message)
            if not self._closed:
                self._replace(place, worker)
                if monotonic() - worker.started < _MIN_LIFETIME:
                    await asyncio.sleep(_PAUSE)

    def _replace(self, place: int, worker: Worker) -> None:
        """Replace a dead worker, and retry its job."""
        self.restarts += 1
        self._warmup.died(worker)
        job = worker.take_job()
        if job is not None:
            self.seconds[job.kind] += self._queue.done(job)
            job.deaths += 1
        self._workers[place] = Worker(self._memory, searches=worker.searches)
        if job is None:
            _log.warning("Worker died; replacing it.")
        elif job.overdue:
            _log.warning("%s did not stop in time; replacing its worker.", job.kind)
            job.fail(OutOfTime("The search did not finish in time."))
        elif job.deaths < _TRIES and not job.answer.done():
            _log.warning("Worker died while running %s; retrying.", job.kind)
            self._queue.put_back(job)
        else:
            _log.error("Worker died again while running %s; giving up.", job.kind)
            job.fail(Problem(503, "failed", "The solver crashed on this position. Please try another one."))


def _stopping() -> Problem:
    detail = "The server is restarting. Please try again in a moment."
    return Problem(503, "stopping", detail, retry_after=RETRY_AFTER)
