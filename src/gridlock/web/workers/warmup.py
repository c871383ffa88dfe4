"""Which worker loads which game's compiled code next."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from gridlock.web.workers.worker import Worker

_TRIES = 2  # workers that may die over a game before it is left alone

_log = logging.getLogger(__name__)


class Warmup:
    """Has every game loaded by every worker: what has to be compiled is compiled by one of them, and the
    others wait until they can take it from the disk.
    """

    def __init__(self, games: Sequence[str]) -> None:
        self._games = games
        self._begun: set[str] = set()  # by some worker
        self._on_disk: set[str] = set()  # as some worker is done with it
        self._deaths: Counter[str] = Counter()

    def next_for(self, worker: Worker, wanted: Collection[str]) -> str | None:
        """The game that a worker loads next, rather one that somebody waits for; None if none can be."""
        free = [
            game
            for game in self._games
            if game not in worker.loaded and (game in self._on_disk or game not in self._begun)
        ]
        return min(free, key=lambda game: (game not in wanted, game in self._on_disk), default=None)

    def begin(self, game: str) -> None:
        """A worker begins with a game."""
        self._begun.add(game)

    def note(self, worker: Worker, problem: str) -> None:
        """A worker is done with what it was loading."""
        game, worker.loading = worker.loading, None
        if game is None:
            return
        worker.loaded.add(game)
        if problem and game not in self._on_disk:
            _log.error("The solver cannot be loaded for %s: %s", game, problem)
        self._on_disk.add(game)

    def died(self, worker: Worker) -> None:
        """A worker has died: if it was loading a game, another one tries it."""
        game = worker.loading
        if game is None or game in self._on_disk:
            return
        self._deaths[game] += 1
        if self._deaths[game] < _TRIES:
            self._begun.discard(game)
        else:
            _log.error("The solver cannot be loaded for %s: the process has died over it.", game)
            self._games = [other for other in self._games if other != game]

    def complete(self, workers: Iterable[Worker]) -> bool:
        """Whether every worker has every game."""
        return all(worker.loaded.issuperset(self._games) for worker in workers)

    def given_up(self, game: str) -> bool:
        """Whether nobody loads this game ahead of time."""
        return game not in self._games
