"""The player that never gives a win away, and sets traps when it has lost."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gridlock.clock import Clock
from gridlock.players.mcts import MOST_PLAYOUTS
from gridlock.players.player import think_time
from gridlock.players.searcher import Searcher
from gridlock.players.traps import Traps
from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime, best_moves
from gridlock.search.answers import question
from gridlock.search.report import Report, investigate

__all__ = ["ANSWERS", "Perfect"]

_SOLVING = 0.6  # the part of its time after which it gives up solving
ANSWERS = 1500
"""So many replies it looks at when it has lost."""
_EQUAL = 1e-9
_TOO_LARGE = "This board is too large to be solved in time, so I play what my search likes best."


class Perfect(Searcher):
    """Plays the fastest win; if it has lost, it plays where the other side is most likely to go wrong.

    Where a position cannot be solved in time, it says so and plays what a tree search favours.
    """

    def __init__(self, random: Random, name: str = "perfect") -> None:
        super().__init__(name, random)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A best move, any of them if there are several that are equally good."""
        self.stopped.clear()
        self.remark = ""
        seconds = think_time(position, clock)
        limits = Limits(seconds=_SOLVING * seconds, cancelled=self.stopped)
        report = Report(position)
        try:
            investigate(report, limits, winner_only=True)
            wins = report.winner == position.turn
            return self.random.choice((best_moves if wins else traps)(position, limits=limits))
        except OutOfTime:
            return self._choose_unsolved(report, (1 - _SOLVING) * seconds)

    def _choose_unsolved(self, report: Report, seconds: float) -> Move:
        """The best that is known when the time for solving has run out."""
        if report.judged:  # a move that wins, if not the fastest
            return report.judged[0].move
        self.remark = _TOO_LARGE
        return self.favourite(report.position, MOST_PLAYOUTS, seconds)


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
