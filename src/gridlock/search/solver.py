"""Running searches: threads, memory, time, and what is said meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Any

import numpy as np

from gridlock.errors import GridlockError, problem_text
from gridlock.rules import Game
from gridlock.rules.game import Words
from gridlock.search import transpositions as transposition
from gridlock.search.compiled_rules import compile_problem
from gridlock.search.compiler import COMPILE_ERRORS
from gridlock.search.core import COUNTERS, STOPPED, decided_soon, search
from gridlock.search.dispatch import compiled_board, knowledge_of, theorems_of
from gridlock.search.limits import ALL_THEOREMS, Limits, OutOfTime, Status, processors
from gridlock.search.nodes import new_stack
from gridlock.search.scores import MOST
from gridlock.search.symmetry import copying_tables, turns_of

_FIRST_TABLE = 1 << 22  # bytes: small enough to be warm at once
_LEAST_TABLE = 1 << 12  # bytes: if the system refuses these too, there is no use in asking for fewer
_COPIED = 1 << 18  # entries of a table that are copied between two looks at the clock
_MARKS = 1 << 12  # places for marks of nodes that threads are at work on
_QUICK = 1 << 14  # nodes that are searched before threads are worth their while
_ALONE = np.zeros(0, dtype=np.uint64)  # nobody to share the work with
_CROWDED = 0.6  # the part of a table that is filled when a larger one is worth the time to copy it
_TICK = 0.05  # seconds between two looks at the threads


@contextmanager
def _problems_told() -> Iterator[None]:
    """Say in a sentence what the system has refused."""
    try:
        yield
    except MemoryError:
        raise GridlockError("There is not enough memory for a search.") from None
    except OSError as error:
        raise GridlockError(problem_text(error)) from error


def _first_table(memory: int) -> transposition.Table:
    """A table to begin with: of the usual size, or of what the system has left."""
    size = min(_FIRST_TABLE, memory)
    while True:
        try:
            return transposition.new_table(size)
        except (MemoryError, OSError):
            if size <= _LEAST_TABLE:
                raise MemoryError from None
        size //= 2


class Solver:
    """Answers questions about positions of one game, and remembers what it has found out."""

    @_problems_told()
    def __init__(self, game: Game, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self._board = compiled_board(game)
        self._turns = turns_of(game)
        self._maps = copying_tables(game)
        self._theorems = np.uint64(limits.theorems)
        self._table = _first_table(limits.memory)
        self._may_grow = True
        self._next_look = 0  # the number of nodes at which the table may have become crowded
        self._stacks = [new_stack() for _ in range(min(max(1, limits.threads), processors()))]
        self._counters = np.zeros(COUNTERS * (len(self._stacks) + 1), dtype=np.uint64)
        self._asked = threading.Lock()
        self._get_ready()
        self._started = perf_counter()

    def _get_ready(self) -> None:
        """Have everything compiled or loaded, so that the first question's time is spent on searching."""
        words = self.game.first_words()
        try:
            self._search(0, words, MOST, MOST)
            self.proof(words)
        except COMPILE_ERRORS as error:
            raise GridlockError(compile_problem(self.game, error)) from error
        self._counters[:] = 0

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return int(self._counters[COUNTERS::COUNTERS].sum())

    @property
    def seconds(self) -> float:
        """The time since the last question was asked."""
        return perf_counter() - self._started

    @contextmanager
    def question(self, limits: Limits | None = None) -> Iterator[Solver]:
        """Ask in here, perhaps under other limits: one question at a time, whose time begins now."""
        limits = limits or self.limits
        while not self._asked.acquire(timeout=_TICK):
            if limits.cancelled is not None and limits.cancelled.is_set():
                raise OutOfTime("The search was stopped.")
        try:
            self.limits = limits
            self._started = perf_counter()
            yield self
        finally:
            self._asked.release()

    def proof(self, words: Words) -> str:
        """What decides who wins: the name of a theorem that does so by itself, or ``search``.

        A theorem may do so after the next move: then the side to move wins.
        """
        for name, bit in theorems_of(self.game).items():
            if self.decided(words, bit):
                return name
        return "search"

    def decided(self, words: Words, theorems: int = ALL_THEOREMS) -> int:
        """1 if one of these theorems shows that the side to move wins, -1 if it loses, 0 if none decides."""
        given, chosen = map(np.uint64, words), np.uint64(theorems & self.limits.theorems)
        return int(decided_soon(self._board, *given, chosen, self._maps, self._table))

    def wins(self, words: Words) -> bool:
        """Whether the side to move wins."""
        self._check_limits()
        return (self.decided(words) or self.score(words, -1, 1)) > 0

    def distance(self, words: Words, wins: bool) -> int:
        """In how many moves the side to move wins, or loses, the winner hurrying and the loser delaying."""
        if knowledge_of(type(self.game)).decisive:
            return self._counted_up(words, wins)
        return self._counted_down(words)

    def _counted_up(self, words: Words, wins: bool) -> int:
        """The distance, asked for one more pair of moves at a time: for games in which the winner is known
        without a search.
        """
        moves = 1 if wins else 0
        while True:
            if wins:
                score = self.score(words, MOST - moves - 1, MOST - moves)
                if score >= MOST - moves:
                    return moves
                moves = max(moves + 2, MOST - score)
            else:
                score = self.score(words, moves - MOST, moves - MOST + 1)
                if score <= moves - MOST:
                    return moves
                moves = max(moves + 2, score + MOST)

    def _counted_down(self, words: Words) -> int:
        """The distance, beginning with what the search for the winner has come across."""
        score = self.score(words, -1, 1)
        while True:
            if score > 0:
                better = self.score(words, score, score + 1)
                if better <= score:
                    return MOST - score
            else:
                better = self.score(words, score - 1, score)
                if better >= score:
                    return score + MOST
            score = better

    def keeps(self, words: Words, wins: bool, moves: int) -> bool:
        """Whether a move to here keeps what the mover has: a win in so many moves after it, or a loss in so
        many. The side to move here loses, or wins, no sooner or later than that.
        """
        score = MOST - moves if wins else moves - MOST
        return self.score(words, score, score + 1) <= score

    def score(self, words: Words, alpha: int, beta: int) -> int:
        """The score of a position if it lies between the two, else a bound on that side."""
        self._check_limits()
        self._counters[0] = 0
        self._counters[COUNTERS + 1] = self._counters[COUNTERS] + _QUICK
        score = self._search(0, words, alpha, beta)
        while score == STOPPED:
            while self._crowded():  # after searches that were too short to be interrupted for it
                self._grow()
            score = self._search_with_threads(words, alpha, beta)
        return score

    def _search(self, thread: int, words: Words, alpha: int, beta: int, busy: Any = _ALONE) -> int:
        return int(
            search(
                self._board, *map(np.uint64, words), alpha, beta, self._theorems, self._turns,
                self._maps, self._table, self._stacks[thread], self._counters, busy, thread,
            )
        )  # fmt: skip

    def _search_with_threads(self, words: Words, alpha: int, beta: int) -> int:
        """The score, or STOPPED if the table has grown meanwhile."""
        self._counters[0] = 0
        self._counters[COUNTERS + 1 :: COUNTERS] = 2**63
        threads = len(self._stacks)
        busy = np.zeros(_MARKS if threads > 1 else 0, dtype=np.uint64)
        with ThreadPoolExecutor(threads) as pool:
            running: list[Future[int]] = []
            try:
                with suppress(RuntimeError):  # the system may not let so many threads start
                    for n in range(threads):
                        running.append(pool.submit(self._search, n, words, alpha, beta, busy))
                if not running:
                    raise GridlockError("The system will not let the search start a thread.")
                self._watch(running)
            finally:
                self._counters[0] = 1  # the first answer will do, and without one nobody need go on
        scores = [future.result() for future in running]
        if all(score == STOPPED for score in scores):
            self._grow()
        return min(scores)  # STOPPED is more than any score

    def _watch(self, running: list[Future[int]]) -> None:
        """Wait for an answer, until there is a reason to interrupt the search."""
        while not wait(running, _TICK, FIRST_COMPLETED).done:
            if self.limits.progress is not None:
                part = min(1.0, self._table.nbytes / max(1, self.limits.memory))
                self.limits.progress(Status(self.nodes, self.seconds, part))
            self._check_limits()
            if self._crowded():
                return

    def _check_limits(self) -> None:
        limits = self.limits
        if limits.cancelled is not None and limits.cancelled.is_set():
            raise OutOfTime("The search was stopped.")
        if limits.seconds is not None and self.seconds > limits.seconds:
            raise OutOfTime(f"The search did not finish in {limits.seconds:g} seconds.")

    def _crowded(self) -> bool:
        """Whether the table is small for the search and may still grow."""
        size = int(self._table.nbytes)
        if not self._may_grow or self.nodes < self._next_look or self._larger() <= size * 3 // 2:
            return False
        self._next_look = self.nodes + size // transposition.ENTRY_BYTES // 8
        return transposition.filled(self._table) > _CROWDED

    def _larger(self) -> int:
        """The next size of the table: the old one is still there while it is copied."""
        size = int(self._table.nbytes)
        return min(4 * size, self.limits.memory - size, transposition.MOST_BYTES)

    def _grow(self) -> None:
        """Go on with a larger table, or with the old one for good if the system refuses a larger one."""
        old = self._table
        try:
            self._table = transposition.new_table(self._larger())
        except (MemoryError, OSError):
            self._may_grow = False
            return
        self._next_look = 0
        entries = int(old.nbytes) // transposition.ENTRY_BYTES
        threads = len(self._stacks)

        def copy(first: int) -> None:
            self._check_limits()  # what is not copied when the time is up would have to be found again
            transposition.copy(old, self._table, first, min(first + _COPIED, entries))

        try:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(copy, range(0, entries, _COPIED)))
        except RuntimeError:  # the system may not let so many threads start
            list(map(copy, range(0, entries, _COPIED)))
