"""Decides which worker loads which game's compiled code next."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from gridlock.web.workers.worker import Worker

_TRIES = 2  # workers that may die loading a game before it is skipped

_log = logging.getLogger(__name__)


class Warmup:
    """Gets every game loaded by every worker. One worker compiles a game; the others load it from disk."""

    def __init__(self, games: Sequence[str]) -> None:
        self._games = games
        self._begun: set[str] = set()  # by some worker
        self._on_disk: set[str] = set()  # compiled by some worker
        self._deaths: Counter[str] = Counter()

    def next_for(self, worker: Worker, wanted: Collection[str]) -> str | None:
        """Return the game that a worker should load next, preferring wanted ones; None if there is none."""
        free = [
            game
            for game in self._games
            if game not in worker.loaded and (game in self._on_disk or game not in self._begun)
        ]
        return min(free, key=lambda game: (game not in wanted, game in self._on_disk), default=None)

    def begin(self, game: str) -> None:
        """Note that a worker starts loading a game."""
        self._begun.add(game)

    def finish(self, worker: Worker, problem: str) -> None:
        """Note that a worker has finished loading its game."""
        game, worker.loading = worker.loading, None
        if game is None:
            return
        worker.loaded.add(game)
        if problem and game not in self._on_disk:
            _log.error("Cannot load the solver for %s: %s", game, problem)
        self._on_disk.add(game)

    def died(self, worker: Worker) -> None:
        """Note that a worker died; if it was loading a game, another one tries it."""
        game = worker.loading
        if game is None or game in self._on_disk:
            return
        self._deaths[game] += 1
        if self._deaths[game] < _TRIES:
            self._begun.discard(game)
        else:
            _log.error("Cannot load the solver for %s: the worker died.", game)
            self._games = [other for other in self._games if other != game]

    def complete(self, workers: Iterable[Worker]) -> bool:
        """Whether every worker has every game."""
        return all(worker.loaded.issuperset(self._games) for worker in workers)

    def is_skipped(self, game: str) -> bool:
        """Whether loading this game has been given up."""
        return game not in self._games
