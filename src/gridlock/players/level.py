"""Opponents of ten strengths, which err as people do: more often the further off the consequences are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from gridlock.clock import Clock
from gridlock.players.player import think_time
from gridlock.players.searcher import Searcher
from gridlock.players.strengths import strengths_of
from gridlock.rules import Move, Position
from gridlock.search import Limits, MoveValue, OutOfTime, analyze

__all__ = ["LEVELS", "Ease", "Level", "part_of_winning_moves", "pick"]

LEVELS = 10
_REACH = 4  # over so many moves, what is seen falls by the factor that is the strength
_SECONDS = 1.0  # how long a position may take to be solved


Ease = Callable[[Position], float]
"""How easy a won position is: the part of the moves that keep the win of the side to move."""


def pick(
    position: Position, options: Sequence[MoveValue], strength: float, random: Random, ease: Ease
) -> Move:
    """A move as somebody of this strength, from -1 to 1, would choose it; the options come best first.

    What a move leads to is seen or overlooked, by chance: a strength of 0 sees nothing and takes any move,
    1 sees everything, and in between what is near is seen more often than what is far away. Where all is
    lost, it leaves the other side few ways to win. A negative strength sees as much, but is drawn to moves
    that lose, and to those that leave many ways to win.
    """
    turn = position.turn
    seen: list[MoveValue] = []
    overlooked: list[MoveValue] = []
    for option in options:
        found = random.random() < abs(strength) ** (((option.value.moves or 0) + 1) / _REACH)
        (seen if found else overlooked).append(option)
    wanted = [option for option in seen if (option.value.winner == turn) == (strength > 0)]
    if overlooked and not wanted:
        return random.choice(overlooked).move
    chosen = wanted or seen
    if strength > 0 and chosen[0].value.winner == turn:
        return chosen[0].move
    losing = [option for option in chosen if option.value.winner != turn]
    sign = 1 if strength > 0 else -1
    return min(losing, key=lambda option: sign * ease(position.play(option.move)), default=chosen[-1]).move


class Level(Searcher):
    """Sees only a part of what the solver sees, as its level has it; on large boards, searches so much."""

    def __init__(self, level: int, random: Random) -> None:
        super().__init__(f"level:{level}", random)
        self._level = level

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """A move, good or bad as the level has it."""
        self.stopped.clear()
        strength = strengths_of(type(position.game))[self._level - 1]
        seconds = min(_SECONDS, think_time(position, clock) / 2)
        try:
            options = analyze(position, limits=Limits(seconds=seconds, cancelled=self.stopped))
        except OutOfTime:
            return self.favourite(position, 4**self._level, seconds)
        return pick(position, options, strength, self.random, part_of_winning_moves)


def part_of_winning_moves(position: Position) -> float:
    """The part of the legal moves that keep the win of the side to move."""
    options = analyze(position, winner_only=True)
    return sum(option.value.winner == position.turn for option in options) / len(options)
