"""The player that never gives a win away, and sets traps when it has lost."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from gridlock.clock import Clock
from gridlock.players.mcts import MOST_PLAYOUTS, load_tree_search, tried_most
from gridlock.players.player import think_time
from gridlock.players.traps import Traps
from gridlock.rules import Game, Move, Position
from gridlock.search import Limits, OutOfTime, best_moves
from gridlock.search.answers import DEFAULT, load_solver, question
from gridlock.search.report import Report, investigate

ANSWERS = 1500
"""So many replies it looks at when it has lost."""

_SOLVING = 0.6  # the part of its time after which it gives up solving
_EQUAL = 1e-9  # chances that differ by less are the same, but for rounding
_TOO_LARGE = "This board is too large to be solved in time, so I play what my search likes best."


class Perfect:
    """Plays the fastest win; if it has lost, it plays where the other side is most likely to go wrong.

    Where a position cannot be solved in time, it says so and plays what a tree search favours.
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
        """Have both searches compiled or loaded."""
        load_solver(game)
        load_tree_search(game)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A best move, any of them if there are several that are equally good."""
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
        """The best that is known when the time for solving has run out."""
        if report.judged:  # a move that wins, if not the fastest
            return report.judged[0].move
        self.remark = _TOO_LARGE
        return tried_most(
            report.position, MOST_PLAYOUTS, self._random, seconds=seconds, stopped=self._stopped
        )

    def close(self) -> None:
        """Stop a search that is running: its choice is made at once."""
        self._stopped.set()


def traps(position: Position, *, limits: Limits) -> Sequence[Move]:
    """The moves of a lost position after which the other side is most likely to go wrong; of several,
    those that resist longest.
    """
    with question(position.game, limits) as solver:
        chances = Traps(position.game, solver, ANSWERS).chances(position.words, position.legal)
        least = max(chances.values()) - _EQUAL
        best = [move for move in position.legal_moves() if chances[move] >= least]
        if len(best) == 1:
            return best
        moves_left = {move: solver.distance(position.words_after(move), wins=True) for move in best}
    return [move for move in best if moves_left[move] == max(moves_left.values())]
