"""Openings, games from them, and scores with their intervals: what scripts/opponents.py measures with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import NamedTuple

from gridlock import Game, Position, analyze, solve
from gridlock.clock import Clock
from gridlock.players import Player
from gridlock.rules import Move

OPENING = (2, 5)  # random moves at least: one of these numbers
CANDIDATES = 10  # openings of which the sharpest is taken
TRIALS = 4  # random games by which that is judged


class Score(NamedTuple):
    """What somebody won of so many games: the average, and half the width of the interval around it."""

    part: float
    margin: float

    def __str__(self) -> str:
        return f"{100 * self.part:.0f} ± {100 * self.margin:.0f}"

    @staticmethod
    def of(parts: Sequence[float]) -> Score:
        """The score over independent pieces, each with the part of its games that was won.

        19 of 20 such intervals hold the true score.
        """
        mean = sum(parts) / len(parts)
        variance = sum((part - mean) ** 2 for part in parts) / max(1, len(parts) - 1)
        return Score(mean, 1.96 * sqrt(variance / len(parts)))


# Positions to begin with -----------------------------------------------------------------------------------


@cache
def part_of_winning_moves(position: Position) -> float:
    """The part of the legal moves that keep the win of the side to move."""
    options = analyze(position, winner_only=True)
    return sum(option.value.winner == position.turn for option in options) / len(options)


def matters(position: Position) -> bool:
    """Whether some moves win and others lose."""
    return 0 < part_of_winning_moves(position) < 1


def decisions(position: Position, random: Random) -> int:
    """How often a move matters in a random game from here."""
    count = 0
    while position.legal:
        count += matters(position)
        position = _any_child(position, random)
    return count


def _any_child(position: Position, random: Random) -> Position:
    return position.play(random.choice(position.legal_moves()))


def random_opening(game: Game, random: Random, wanted: Callable[[Position], bool]) -> Position:
    """Some random moves from the start, and more until the position is one that is wanted."""
    while True:
        position = game.start()
        left = random.randint(*OPENING)
        while position.legal:
            if left <= 0 and wanted(position):
                return position
            position = _any_child(position, random)
            left -= 1


def _openings(game: Game, count: int, wanted: Callable[[Position], bool], kind: str) -> list[Position]:
    random = Random(f"{game!r} {kind}")
    return [random_opening(game, random, wanted) for _ in range(count)]


@cache
def sharp_openings(game: Game, count: int) -> list[Position]:
    """So many openings: of some random ones each time the one after which most moves matter."""
    random = Random(f"{game!r} sharp")

    def sharp() -> Position:
        candidates = [random_opening(game, random, matters) for _ in range(CANDIDATES)]
        return max(candidates, key=lambda found: sum(decisions(found, random) for _ in range(TRIALS)))

    return [sharp() for _ in range(count)]


@cache
def plain_openings(game: Game, count: int) -> list[Position]:
    """So many openings of random moves, for boards that cannot be solved."""
    return _openings(game, count, lambda position: True, "plain")


@cache
def lost_openings(game: Game, count: int) -> list[Position]:
    """So many openings in which the side to move has lost, if the other does not err."""
    return _openings(game, count, lambda p: solve(p, winner_only=True).winner != p.turn, "lost")


def wins(position: Position, move: Move) -> bool:
    """Whether the other side is stuck after a move."""
    return not position.game.legal_word(position.game.board, *position.words_after(move))


@cache
def with_a_win(game: Game, count: int) -> list[Position]:
    """So many positions in which some moves, but not all, win at once."""
    return _openings(game, count, lambda p: len({wins(p, move) for move in p.legal_moves()}) == 2, "won")


# Games -----------------------------------------------------------------------------------------------------


class Remembering:
    """A player that is asked about each position only once, which saves much of the solver's time."""

    remark = ""

    def __init__(self, player: Player, clock: Clock | None = None) -> None:
        self.name = player.name
        self._player = player
        self._clock = clock
        self._known: dict[Position, Move] = {}

    def get_ready(self, game: Game) -> None:
        """Let the player get ready."""
        self._player.get_ready(game)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """What the player chose, or chooses now."""
        if position not in self._known:
            self._known[position] = self._player.choose(position, self._clock)
        return self._known[position]

    def close(self) -> None:
        """End the player."""
        self._player.close()


def play(position: Position, first: Player, second: Player) -> int:
    """The winner of a game between two."""
    while position.legal:
        position = position.play((first, second)[position.turn - 1].choose(position, None))
    return 3 - position.turn


def paired(openings: list[Position], one: Player, other: Player) -> list[float]:
    """For each opening, the part that one wins of two games from it, one from each seat."""
    return [((play(start, one, other) == 1) + (play(start, other, one) == 2)) / 2 for start in openings]
