"""What all solvers have in common: questions, limits, and values from scores."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Self

import numpy as np

from gridlock.rules import Game
from gridlock.rules.game import Words
from gridlock.search.limits import ALL_THEOREMS, Limits, OutOfTime
from gridlock.search.scores import MOST

TICK = 0.05
"""Seconds between checks of a long search."""


class BaseSolver(ABC):
    """Answers questions about positions of one game."""

    def __init__(self, game: Game, limits: Limits) -> None:
        self.game = game
        self.limits = limits
        self._lock = threading.Lock()
        self._started = perf_counter()

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The number of nodes searched so far."""

    @abstractmethod
    def score(self, words: Words, alpha: int, beta: int) -> int:
        """Return the score of a position if it lies between alpha and beta, else a bound on that side."""

    def proof(self, words: Words) -> str:
        """Return what decides the winner: the name of a theorem that does so alone, or ``search``."""
        return "search"

    def decide(self, words: Words, theorems: int = ALL_THEOREMS) -> int:
        """Return 1 if these theorems prove a win for the side to move, -1 a loss, 0 if none decides."""
        return 0

    @property
    def seconds(self) -> float:
        """The seconds since the current question started."""
        return perf_counter() - self._started

    @contextmanager
    def question(self, limits: Limits | None = None) -> Iterator[Self]:
        """Lock the solver for one question, optionally with other limits. Its time starts now."""
        limits = limits or self.limits
        while not self._lock.acquire(timeout=TICK):
            if limits.cancelled is not None and limits.cancelled.is_set():
                raise OutOfTime("The search was stopped.")
        try:
            self.limits = limits
            self._started = perf_counter()
            yield self
        finally:
            self._lock.release()

    def wins(self, words: Words) -> bool:
        """Whether the side to move wins."""
        self._check_limits()
        return (self.decide(words) or self.score(words, -1, 1)) > 0

    def distance(self, words: Words, wins: bool) -> int:
        """The number of moves until the side to move wins or loses, with the winner playing for speed."""
        return self._distance_downwards(words)

    def _distance_downwards(self, words: Words) -> int:
        """Find the distance by improving the score from the search for the winner."""
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

    def preserves(self, words: Words, wins: bool, moves: int) -> bool:
        """Whether the side to move here does no better than losing in ``moves`` (or winning in ``moves``, if
        ``wins``), so that the move to here preserves the mover's result.
        """
        score = MOST - moves if wins else moves - MOST
        return self.score(words, score, score + 1) <= score

    def move_values(self, words: Any) -> Any:
        """Return the value of every move of many positions, given as rows of three words.

        The result has a row per position and a column per action: ``n`` if the side to move wins in ``n``
        moves by this one, ``-n`` if it loses in ``n``, 0 for an illegal move.
        """
        scores = np.zeros((len(words), self.game.actions), dtype=np.int8)
        for position, row in zip(words, scores, strict=True):
            self._score_moves(position, row)
        return values_from_scores(scores)

    def _score_moves(self, words: Any, scores: Any) -> None:
        """Write the score of the position after each legal move of one position."""
        own, opp, extra = map(int, words)
        for move in self.game.settle(1, own, opp, extra).legal_moves():
            after = self.game.play_words(self.game.board, own, opp, extra, move)
            wins = self.wins(after)
            moves = self.distance(after, wins)
            scores[move] = MOST - moves if wins else moves - MOST

    def _check_limits(self) -> None:
        limits = self.limits
        if limits.cancelled is not None and limits.cancelled.is_set():
            raise OutOfTime("The search was stopped.")
        if limits.seconds is not None and self.seconds > limits.seconds:
            raise OutOfTime(f"The search did not finish in {limits.seconds:g} seconds.")


def values_from_scores(scores: Any) -> Any:
    """Convert the scores of the positions after moves to the values of the moves: ``n`` or ``-n``."""
    most = np.int8(MOST)
    return np.where(scores < 0, scores + most + 1, np.where(scores > 0, scores - most - 1, 0))


def best_values(values: Any) -> Any:
    """The value of each position from those of its moves (:meth:`BaseSolver.move_values`): its fastest
    win, or its longest resistance; 0 without a legal move.
    """
    fastest = np.where(values > 0, values, 127).min(axis=1)
    return np.where(fastest < 127, fastest, values.min(axis=1))
