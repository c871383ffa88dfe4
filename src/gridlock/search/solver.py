"""The solver: runs searches with threads, memory and time limits."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Any

import numpy as np

from gridlock.errors import GridlockError, problem_text
from gridlock.rules import Game
from gridlock.rules.game import Words
from gridlock.search import transpositions
from gridlock.search.base_solver import TICK, BaseSolver, values_from_scores
from gridlock.search.compiled_rules import NotCompiled, compile_problem
from gridlock.search.compiler import COMPILE_ERRORS
from gridlock.search.core import COUNTERS, STOPPED, decide_by_theorem, search
from gridlock.search.dispatch import compiled_board, knowledge_of, theorems_of
from gridlock.search.limits import ALL_THEOREMS, Limits, Status, processors
from gridlock.search.nodes import new_stack
from gridlock.search.score_table import score_moves
from gridlock.search.scores import MOST
from gridlock.search.symmetry import copying_tables, turns_of

_FIRST_TABLE = 1 << 22  # bytes: small enough to fit in a CPU cache
_MIN_TABLE = 1 << 12  # bytes: no point in trying less
_COPY_CHUNK = 1 << 18  # table entries copied between checks of the time limit
_MARKS = 1 << 12  # slots for marks of busy nodes
_SINGLE_THREADED = 1 << 14  # nodes to search before starting threads
_ALONE = np.zeros(0, dtype=np.uint64)  # no other threads to avoid
_CROWDED = 0.6  # the fill level at which a larger table is worth copying
_POSITIONS = 1 << 10  # positions valued between checks of the time limit


@contextmanager
def _readable_errors() -> Iterator[None]:
    """Turn system errors into readable messages."""
    try:
        yield
    except MemoryError:
        raise GridlockError("There is not enough memory for a search.") from None
    except OSError as error:
        raise GridlockError(problem_text(error)) from error


def _first_table(memory: int) -> transpositions.Table:
    """Allocate the initial table, smaller if memory is short."""
    size = min(_FIRST_TABLE, memory)
    while True:
        try:
            return transpositions.new_table(size)
        except (MemoryError, OSError):
            if size <= _MIN_TABLE:
                raise MemoryError from None
        size //= 2


class Solver(BaseSolver):
    """The compiled solver, with a transposition table; NotCompiled if the rules can't be compiled."""

    @_readable_errors()
    def __init__(self, game: Game, limits: Limits) -> None:
        super().__init__(game, limits)
        self._board = compiled_board(game)
        self._turns = turns_of(game)
        self._maps = copying_tables(game)
        self._theorems = np.uint64(limits.theorems)
        self._table = _first_table(limits.memory)
        self._may_grow = True
        self._next_check = 0  # the node count at which to check the fill level
        self._stacks = [new_stack() for _ in range(min(max(1, limits.threads), processors()))]
        self._counters = np.zeros(COUNTERS * (len(self._stacks) + 1), dtype=np.uint64)
        self._warm_up()
        self._started = perf_counter()

    def _warm_up(self) -> None:
        """Compile or load everything, so that time limits apply to searching only."""
        words = self.game.first_words()
        try:
            self._search(0, words, MOST, MOST)
            self.proof(words)
        except COMPILE_ERRORS as error:
            raise NotCompiled(compile_problem(self.game, error)) from error
        self._counters[:] = 0

    @property
    def nodes(self) -> int:
        """The number of nodes searched so far."""
        return int(self._counters[COUNTERS::COUNTERS].sum())

    def proof(self, words: Words) -> str:
        """Return what decides the winner: the name of a theorem that does so alone, or ``search``.

        A theorem may apply after the next move; then the side to move wins.
        """
        for name, bit in theorems_of(self.game).items():
            if self.decide(words, bit):
                return name
        return "search"

    def decide(self, words: Words, theorems: int = ALL_THEOREMS) -> int:
        """Return 1 if these theorems prove a win for the side to move, -1 a loss, 0 if none decides."""
        typed_words, enabled = map(np.uint64, words), np.uint64(theorems & self.limits.theorems)
        return int(decide_by_theorem(self._board, *typed_words, enabled, self._maps, self._table))

    def distance(self, words: Words, wins: bool) -> int:
        if knowledge_of(type(self.game)).decisive:
            return self._distance_upwards(words, wins)
        return super().distance(words, wins)

    def _distance_upwards(self, words: Words, wins: bool) -> int:
        """Find the distance by trying longer and longer games; for games whose winner needs no search."""
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

    def move_values(self, words: Any) -> Any:
        scores = np.zeros((len(words), self.game.actions), dtype=np.int8)
        done = 0
        while done < len(words):
            self._check_limits()
            last = min(len(words), done + _POSITIONS)
            done = score_moves(
                self._board, words, scores, done, last, np.uint64(_SINGLE_THREADED), self._theorems,
                self._turns, self._maps, self._table, self._stacks[0], self._counters, _ALONE,
            )  # fmt: skip
            if done < last:  # a move takes long: search it with threads and a larger table
                self._score_moves(words[done], scores[done])
                done += 1
            while self._is_crowded():
                self._grow()
        return values_from_scores(scores)

    def score(self, words: Words, alpha: int, beta: int) -> int:
        """Return the score of a position if it lies between alpha and beta, else a bound on that side."""
        self._check_limits()
        self._counters[0] = 0
        self._counters[COUNTERS + 1] = self._counters[COUNTERS] + _SINGLE_THREADED
        score = self._search(0, words, alpha, beta)
        while score == STOPPED:
            while self._is_crowded():  # earlier searches may have been too short to check
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
        """Return the score, or STOPPED if the table was replaced by a larger one."""
        self._counters[0] = 0
        self._counters[COUNTERS + 1 :: COUNTERS] = 2**63
        threads = len(self._stacks)
        busy = np.zeros(_MARKS if threads > 1 else 0, dtype=np.uint64)
        with ThreadPoolExecutor(threads) as pool:
            running: list[Future[int]] = []
            try:
                with suppress(RuntimeError):  # the system may limit threads
                    for n in range(threads):
                        running.append(pool.submit(self._search, n, words, alpha, beta, busy))
                if not running:
                    raise GridlockError("The system refused to start a thread for the search.")
                self._watch(running)
            finally:
                self._counters[0] = 1  # stop the other threads
        scores = [future.result() for future in running]
        if all(score == STOPPED for score in scores):
            self._grow()
        return min(scores)  # STOPPED is greater than any score

    def _watch(self, running: list[Future[int]]) -> None:
        """Wait for the first result, or until the search must be interrupted."""
        while not wait(running, TICK, FIRST_COMPLETED).done:
            if self.limits.progress is not None:
                part = min(1.0, self._table.nbytes / max(1, self.limits.memory))
                self.limits.progress(Status(self.nodes, self.seconds, part))
            self._check_limits()
            if self._is_crowded():
                return

    def _is_crowded(self) -> bool:
        """Whether the table is nearly full and may still grow."""
        size = int(self._table.nbytes)
        if not self._may_grow or self.nodes < self._next_check or self._next_size() <= size * 3 // 2:
            return False
        self._next_check = self.nodes + size // transpositions.ENTRY_BYTES // 8
        return transpositions.fill_level(self._table) > _CROWDED

    def _next_size(self) -> int:
        """The next size of the table, leaving room for the old one while it is copied."""
        size = int(self._table.nbytes)
        return min(4 * size, self.limits.memory - size, transpositions.MOST_BYTES)

    def _grow(self) -> None:
        """Replace the table by a larger one, or stop growing if memory is short."""
        old = self._table
        try:
            self._table = transpositions.new_table(self._next_size())
        except (MemoryError, OSError):
            self._may_grow = False
            return
        self._next_check = 0
        entries = int(old.nbytes) // transpositions.ENTRY_BYTES
        threads = len(self._stacks)

        def copy(first: int) -> None:
            self._check_limits()  # may raise: entries not copied are searched again
            transpositions.copy(old, self._table, first, min(first + _COPY_CHUNK, entries))

        try:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(copy, range(0, entries, _COPY_CHUNK)))
        except RuntimeError:  # the system may limit threads
            list(map(copy, range(0, entries, _COPY_CHUNK)))
