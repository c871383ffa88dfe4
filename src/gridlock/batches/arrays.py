"""Play many games at once: their words as arrays, each call a compiled pass over all of them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from gridlock.batches import kernels
from gridlock.batches.kernels import EXTRA, LEGAL, OPP, OWN, ROWS
from gridlock.errors import GridlockError, InvalidChoice, InvalidMove, excerpt
from gridlock.rules import Game, Position, make
from gridlock.search.compiled_rules import checked_board

PLANES = ("mine", "theirs", "extra", "legal", "side to move", "constant")
"""The planes of an observation, in order.

``legal`` marks the first cell of every legal move. ``side to move`` is 0 everywhere for side 1 and 1 for side
2. ``constant`` is 1 everywhere, so that a network can tell the board's edge.
"""

_SHARE = 2048  # games a thread should have, or starting it isn't worthwhile
_MAX_THREADS = 256
_RANDOM_GAMES = np.uint64(0x5DEECE66D)  # keeps the streams of random play apart from those of the batch


class Step(NamedTuple):
    """What an action did in each game."""

    winner: NDArray[np.uint8]
    """The side that won if the action ended the game, else 0."""
    illegal: NDArray[np.bool_]
    """Whether the action was illegal, which loses the game for its side."""

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the action ended the game."""
        return np.not_equal(self.winner, 0)


class Tally(NamedTuple):
    """The results of random games."""

    games: int
    moves: int
    wins: tuple[int, int]
    """The games won by side 1 and by side 2."""


def batch(game: Game | str, n: int, *, seed: int | None = None, threads: int = 1) -> Batch:
    """Return ``n`` games of a kind, ready to be played together.

    With a seed, the random choices are the same in every run, on every machine and with any number of
    threads, and those of a game don't depend on how many others there are.
    """
    return Batch(make(game) if isinstance(game, str) else game, n, seed=seed, threads=threads)


class Batch:
    """Many games at once. When one ends, the next starts in its place within the same step.

    An illegal action loses the game for its side. This is a convention for programs that learn; the rules
    of the games have no such penalty.
    """

    def __init__(self, game: Game, n: int, *, seed: int | None = None, threads: int = 1) -> None:
        start = game.start()
        if not start.legal:
            raise GridlockError(
                f"{game.id} on {game.size_text} is over before it starts: choose a larger board for a batch."
            )
        self.game = game
        self._size = _whole("The number of games", n)
        self._threads = min(_whole("The number of threads", threads), _MAX_THREADS)
        self._board = checked_board(game)
        self._first = np.array([*start.words, start.legal], dtype=np.uint64)
        self._words = np.empty((ROWS, n), dtype=np.uint64)
        self._final = np.zeros((ROWS, n), dtype=np.uint64)
        self.turn: NDArray[np.uint8] = np.empty(n, dtype=np.uint8)
        """The side to move in each game."""
        self._final_turn = np.ones(n, dtype=np.uint8)
        self._ended = np.zeros(n, dtype=np.bool_)
        self._streams = np.empty(n, dtype=np.uint64)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Start all games and all random streams again, from a new seed if there is none."""
        self.seed = secrets.randbits(64) if seed is None else _seed(seed)
        self._words[:] = self._first[:, None]
        self.turn[:] = 1
        self._ended[:] = False
        self._played = 0
        kernels.start_streams(np.uint64(self.seed), 0, self._streams)

    def __len__(self) -> int:
        return self._size

    @property
    def own(self) -> NDArray[np.uint64]:
        """The cells of the side to move, a word per game."""
        return self._row(OWN)

    @property
    def opp(self) -> NDArray[np.uint64]:
        """The cells of the other side."""
        return self._row(OPP)

    @property
    def extra(self) -> NDArray[np.uint64]:
        """What else the game needs: blocked cells, or the last marker."""
        return self._row(EXTRA)

    @property
    def legal(self) -> NDArray[np.uint64]:
        """The legal actions: bit ``a`` for action ``a``."""
        return self._row(LEGAL)

    def _row(self, number: int) -> NDArray[np.uint64]:
        row: NDArray[np.uint64] = self._words[number]
        return row

    def mask(self) -> NDArray[np.bool_]:
        """The legal actions as booleans: an array of games and actions."""
        out = np.empty((self._size, self.game.actions), dtype=np.uint8)
        self._run(kernels.unpack, self._words[LEGAL:], self.game.actions, out.reshape(-1))
        return out.view(np.bool_)

    def sample(self) -> NDArray[np.int64]:
        """Choose a random legal action in each game."""
        actions = np.empty(self._size, dtype=np.int64)
        self._run(kernels.sample, self._words, self._streams, actions)
        return actions

    def step(self, actions: ArrayLike) -> Step:
        """Play an action in each game. A game that ends is replaced by a new one at once."""
        moves = self._check(actions)
        winner = np.empty(self._size, dtype=np.uint8)
        illegal = np.empty(self._size, dtype=np.bool_)
        self._run(
            kernels.step, self._board, self._first, self._words, self.turn, moves, self._final,
            self._final_turn, winner, illegal,
        )  # fmt: skip
        result = Step(winner, illegal)
        self._ended = result.done
        return result

    def observe(self, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
        """The positions as :data:`~gridlock.batches.PLANES`: an array of games, planes, rows and columns."""
        return self._planes(self._words, self.turn, dtype)

    def observe_reached(self, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
        """The positions that the last step led to: for games that ended, the final one instead of the start.

        After an illegal action, that is the position in which it was tried.
        """
        words = np.where(self._ended, self._final, self._words)
        return self._planes(words, np.where(self._ended, self._final_turn, self.turn), dtype)

    def random_play(self, games: int) -> Tally:
        """Play this many more random games from start to end, apart from the batch, and count results."""
        first, stop = self._played, self._played + _whole("The number of games", games)
        seed = np.uint64(self.seed) ^ _RANDOM_GAMES

        def play(start: int, stop: int) -> Any:
            counts = np.zeros(3, dtype=np.int64)
            kernels.play_randomly(self._board, self._first, seed, start, stop, counts)
            return counts

        self._played = stop
        moves, one, two = map(int, sum(self._shared(play, first, stop)))
        return Tally(games, moves, (one, two))

    def __getitem__(self, number: int) -> Position:
        """Return the position of a game."""
        own, opp, extra, legal = (int(word) for word in self._words[:, number])
        return Position(self.game, int(self.turn[number]), own, opp, extra, legal)

    def __repr__(self) -> str:
        return f"gridlock.batch({self.game!r}, {self._size}, seed={self.seed}, threads={self._threads})"

    def _check(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self._size,):
            raise InvalidMove(f"A step takes {self._size} actions, one a game, not shape {array.shape}.")
        if array.dtype.kind not in "iu":
            raise InvalidMove(f"Actions are whole numbers, not {array.dtype}.")
        return np.ascontiguousarray(array, dtype=np.int64)

    def _planes(self, words: NDArray[np.uint64], turns: NDArray[np.uint8], dtype: DTypeLike) -> NDArray[Any]:
        game, planes = self.game, np.empty((len(PLANES), self._size), dtype=np.uint64)
        self._run(kernels.plane_words, self._board, words, turns, planes)
        out = np.empty((self._size, len(PLANES), game.rows, game.cols), dtype=np.uint8)
        self._run(kernels.unpack, planes, game.board.size, out.reshape(-1))
        return out.astype(dtype, copy=False)

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Run a kernel on all games."""
        self._shared(lambda start, stop: kernel(*arguments, start, stop), 0, self._size)

    def _shared(self, work: Callable[[int, int], Any], start: int, stop: int) -> list[Any]:
        """Divide a range among the threads and return their results."""
        threads = min(self._threads, max(1, (stop - start) // _SHARE))
        if threads == 1:
            return [work(start, stop)]
        edges = [start + (stop - start) * k // threads for k in range(threads + 1)]
        return list(_pool(self._threads).map(work, edges[:-1], edges[1:]))


def _whole(name: str, number: int) -> int:
    """Check a count; InvalidChoice unless it is a whole number from 1 on."""
    try:
        if index(number) >= 1:
            return index(number)
    except TypeError:
        pass
    raise InvalidChoice(f"{name} is a whole number from 1 on, not {excerpt(repr(number))}.")


def _seed(number: int) -> int:
    """Return a seed as a word; InvalidChoice unless it is a whole number."""
    try:
        return index(number) % 2**64
    except TypeError:
        raise InvalidChoice(f"A seed is a whole number, not {excerpt(str(number))}.") from None


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="gridlock-batch")
