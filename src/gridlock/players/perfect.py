"""The player that never gives a win away."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gridlock.clock import Clock
from gridlock.players.mcts import MOST_PLAYOUTS
from gridlock.players.player import think_time
from gridlock.players.searcher import Searcher
from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime, analyze, best_moves
from gridlock.search.report import Report, investigate

__all__ = ["Perfect"]

_SOLVING = 0.6  # the part of its time after which it gives up solving
_TOO_LARGE = "This board is too large to be solved in time, so I play what my search likes best."


class Perfect(Searcher):
    """Plays the fastest win; if it has lost, it resists as long as it can and leaves few ways to win.

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
            return self.random.choice(_best(position, report.winner == position.turn, limits))
        except OutOfTime:
            return self._choose_unsolved(report, (1 - _SOLVING) * seconds)

    def _choose_unsolved(self, report: Report, seconds: float) -> Move:
        """The best that is known when the time for solving has run out."""
        if report.judged:  # a move that wins, if not the fastest
            return report.judged[0].move
        self.remark = _TOO_LARGE
        return self.favourite(report.position, MOST_PLAYOUTS, seconds)


def _best(position: Position, wins: bool, limits: Limits) -> Sequence[Move]:
    """The best moves; of a lost position, those that leave the other side the fewest ways to stay winning."""
    best = best_moves(position, limits=limits)
    if wins or len(best) == 1:
        return best
    ways = {move: _ways_to_win(position.play(move), limits) for move in best}
    return [move for move in best if ways[move] == min(ways.values())]


def _ways_to_win(position: Position, limits: Limits) -> int:
    """How many moves keep the win of the side to move."""
    options = analyze(position, winner_only=True, limits=limits)
    return sum(option.value.winner == position.turn for option in options)
