"""The player that never gives a win away, and sets traps in lost positions."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from gridlock.clock import Clock
from gridlock.players.mcts import MAX_PLAYOUTS, load_tree_search, most_visited
from gridlock.players.player import think_time
from gridlock.players.traps import Traps
from gridlock.rules import Game, Move, Position
from gridlock.search import Limits, OutOfTime, best_moves
from gridlock.search.answers import DEFAULT, load_solver, question
from gridlock.search.report import Report, investigate

ANSWERS = 1500
"""How many replies it examines in a lost position."""

_SOLVING = 0.6  # the share of its time for solving
_EQUAL = 1e-9  # chances that differ by less are equal up to rounding
_TOO_LARGE = "This board is too large to solve in time, so I play what my search likes best."


class Perfect:
    """Plays the fastest win, or in a lost position, the move most likely to make the opponent err.

    If a position can't be solved in time, it says so and plays the choice of a tree search.
    """

    searches = True
    """Whether it needs the compiled search."""

    def __init__(self, random: Random, name: str = "perfect", limits: Limits = DEFAULT) -> None:
        self.name = name
        self.remark = ""
        self._random = random
        self._limits = limits
        self._stopped = threading.Event()

    def get_ready(self, game: Game) -> None:
        """Compile or load both searches."""
        load_solver(game)
        load_tree_search(game)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return one of the best moves at random."""
        self._stopped.clear()
        self.remark = ""
        seconds = think_time(position, clock)
        limits = replace(self._limits, seconds=_SOLVING * seconds, cancelled=self._stopped)
        report = Report(position)
        try:
            investigate(report, limits, winner_only=True)
            wins = report.winner == position.turn
            return self._random.choice((best_moves if wins else traps)(position, limits=limits))
        except OutOfTime:
            return self._choose_unsolved(report, (1 - _SOLVING) * seconds)

    def _choose_unsolved(self, report: Report, seconds: float) -> Move:
        """Return the best known move when the time for solving has run out."""
        if report.judged:  # a move that wins, if not the fastest
            return report.judged[0].move
        self.remark = _TOO_LARGE
        return most_visited(
            report.position, MAX_PLAYOUTS, self._random, seconds=seconds, stopped=self._stopped
        )

    def close(self) -> None:
        """Stop a running search: it chooses at once."""
        self._stopped.set()


def traps(position: Position, *, limits: Limits) -> Sequence[Move]:
    """Return the moves of a lost position most likely to make the opponent err; of several, the longest
    resistance.
    """
    with question(position.game, limits) as solver:
        chances = Traps(position.game, solver, ANSWERS).chances(position.words, position.legal)
        least = max(chances.values()) - _EQUAL
        best = [move for move in position.legal_moves() if chances[move] >= least]
        if len(best) == 1:
            return best
        moves_left = {move: solver.distance(position.words_after(move), wins=True) for move in best}
    return [move for move in best if moves_left[move] == max(moves_left.values())]
