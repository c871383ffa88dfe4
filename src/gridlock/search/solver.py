"""Running searches: threads, memory, time, and what is said meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

import numpy as np

from gridlock.games import Game
from gridlock.games.game import Words
from gridlock.search import blockade, crossfire, lightcycle, spread, trail  # noqa: F401  (what they know)
from gridlock.search import transpositions as transposition
from gridlock.search.core import COUNTERS, MOST, STOPPED, decided, new_stack, search
from gridlock.search.kinds import compiled_board, theorems_of
from gridlock.search.limits import Limits, OutOfTime, Progress
from gridlock.search.symmetry import turns_of

__all__ = ["Solver"]

_FIRST_TABLE = 1 << 22  # bytes: small enough to be warm at once
_QUICK = 1 << 14  # nodes that are searched before threads are worth their while
_TICK = 0.05  # seconds between two looks at the threads


class Solver:
    """Answers questions about positions of one game, and remembers what it has found out."""

    def __init__(self, game: Game, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self._board = compiled_board(game)
        self._turns = turns_of(game)
        self._theorems = np.uint64(limits.theorems)
        self._table = transposition.new_table(min(_FIRST_TABLE, limits.memory))
        self._stacks = [new_stack() for _ in range(max(1, limits.threads))]
        self._counters = np.zeros(COUNTERS * (len(self._stacks) + 1), dtype=np.uint64)
        self._started = perf_counter()
        self._asked = threading.Lock()

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return int(self._counters[COUNTERS::COUNTERS].sum())

    @contextmanager
    def question(self) -> Iterator[None]:
        """Ask in here: one question at a time, and the time limit begins with it."""
        with self._asked:
            self._started = perf_counter()
            yield

    def theorem(self, words: Words) -> str | None:
        """The name of a theorem that decides by itself who wins, if there is one."""
        given = tuple(map(np.uint64, words))
        for name, bit in theorems_of(self.game).items():
            if self.limits.theorems & bit and decided(self._board, *given, np.uint64(bit), self._turns):
                return name
        return None

    def wins(self, words: Words) -> bool:
        """Whether the side to move wins."""
        return self.score(words, -1, 1) > 0

    def distance(self, words: Words, wins: bool) -> int:
        """In how many moves the side to move wins, or loses, the winner hurrying and the loser delaying."""
        moves = 1 if wins else 0
        while True:  # ask for one more pair of moves at a time: who moves last is known
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

    def score(self, words: Words, alpha: int, beta: int) -> int:
        """The score of a position if it lies between the two, else a bound on that side."""
        self._counters[0] = 0
        self._counters[COUNTERS + 1] = self._counters[COUNTERS] + _QUICK
        score = self._search(0, words, alpha, beta)
        return score if score != STOPPED else self._score_with_threads(words, alpha, beta)

    def _search(self, thread: int, words: Words, alpha: int, beta: int) -> int:
        return int(
            search(
                self._board, *map(np.uint64, words), alpha, beta, self._theorems, self._turns,
                self._table, self._stacks[thread], self._counters, thread,
            )
        )  # fmt: skip

    def _score_with_threads(self, words: Words, alpha: int, beta: int) -> int:
        while True:
            self._counters[0] = 0
            self._counters[COUNTERS + 1 :: COUNTERS] = 2**63
            found: list[int] = []
            workers = [
                threading.Thread(target=self._work, args=(found, number, words, alpha, beta), daemon=True)
                for number in range(len(self._stacks))
            ]
            for worker in workers:
                worker.start()
            try:
                self._watch(workers)
            finally:
                self._counters[0] = 1
                for worker in workers:
                    worker.join()
            if found:
                return found[0]
            self._grow()

    def _work(self, found: list[int], thread: int, words: Words, alpha: int, beta: int) -> None:
        score = self._search(thread, words, alpha, beta)
        if score != STOPPED:
            found.append(score)
            self._counters[0] = 1  # the others need not go on

    def _watch(self, workers: list[threading.Thread]) -> None:
        """Wait for the workers, until there is a reason to interrupt them."""
        while any(worker.is_alive() for worker in workers):
            workers[0].join(_TICK)
            limits, seconds = self.limits, perf_counter() - self._started
            if limits.progress is not None:
                limits.progress(Progress(self.nodes, seconds, self._table.nbytes / limits.memory))
            if limits.cancelled is not None and limits.cancelled.is_set():
                raise OutOfTime("The search was stopped.")
            if limits.seconds is not None and seconds > limits.seconds:
                raise OutOfTime(f"The search was not done after {limits.seconds:g} seconds.")
            if self._crowded():
                return

    def _crowded(self) -> bool:
        """Whether the table is small for the search and may still grow."""
        entries = int(self._table.nbytes) // transposition.ENTRY_BYTES
        return self.nodes > entries // 2 and self._larger() > int(self._table.nbytes) * 3 // 2

    def _larger(self) -> int:
        """The next size of the table: the old one is still there while it is copied."""
        size = int(self._table.nbytes)
        return min(4 * size, self.limits.memory - size)

    def _grow(self) -> None:
        larger = transposition.new_table(self._larger())
        transposition.copy(self._table, larger)
        self._table = larger
