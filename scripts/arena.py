"""Openings, games and scores with confidence intervals, for scripts/opponents.py."""

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

OPENING = (2, 5)  # the least and the most random moves, before any others
CANDIDATES = 10  # openings of which the sharpest is chosen
TRIALS = 4  # random games for judging that


class Score(NamedTuple):
    """An average score, and half the width of its confidence interval."""

    part: float
    margin: float

    def __str__(self) -> str:
        return f"{100 * self.part:.0f} ± {100 * self.margin:.0f}"

    @staticmethod
    def of(parts: Sequence[float]) -> Score:
        """The score over independent pieces, each with the fraction of its games won.

        The interval has a confidence of 95%.
        """
        mean = sum(parts) / len(parts)
        variance = sum((part - mean) ** 2 for part in parts) / max(1, len(parts) - 1)
        return Score(mean, 1.96 * sqrt(variance / len(parts)))


# Starting positions -----------------------------------------------------------------------------------------


@cache
def part_of_winning_moves(position: Position) -> float:
    """The fraction of the legal moves that keep the win."""
    options = analyze(position, winner_only=True)
    return sum(option.value.winner == position.turn for option in options) / len(options)


def matters(position: Position) -> bool:
    """Whether some moves win and others lose."""
    return 0 < part_of_winning_moves(position) < 1


def decisions(position: Position, random: Random) -> int:
    """The number of moves that matter in a random game from here."""
    count = 0
    while position.legal:
        count += matters(position)
        position = _any_child(position, random)
    return count


def _any_child(position: Position, random: Random) -> Position:
    return position.play(random.choice(position.legal_moves()))


def random_opening(game: Game, random: Random, accepts: Callable[[Position], bool]) -> Position:
    """Make some random moves from the start, then more until the position passes a test."""
    while True:
        position = game.start()
        left = random.randint(*OPENING)
        while position.legal:
            if left <= 0 and accepts(position):
                return position
            position = _any_child(position, random)
            left -= 1


def _openings(game: Game, count: int, accepts: Callable[[Position], bool], kind: str) -> list[Position]:
    random = Random(f"{game!r} {kind}")
    return [random_opening(game, random, accepts) for _ in range(count)]


@cache
def sharp_openings(game: Game, count: int) -> list[Position]:
    """Openings in which many moves matter: each is the sharpest of several random ones."""
    random = Random(f"{game!r} sharp")

    def sharp() -> Position:
        candidates = [random_opening(game, random, matters) for _ in range(CANDIDATES)]
        return max(candidates, key=lambda found: sum(decisions(found, random) for _ in range(TRIALS)))

    return [sharp() for _ in range(count)]


@cache
def plain_openings(game: Game, count: int) -> list[Position]:
    """Openings of random moves, for boards that can't be solved."""
    return _openings(game, count, lambda position: True, "plain")


@cache
def lost_openings(game: Game, count: int) -> list[Position]:
    """Openings in which the side to move loses against perfect play."""
    return _openings(game, count, lambda p: solve(p, winner_only=True).winner != p.turn, "lost")


def wins(position: Position, move: Move) -> bool:
    """Whether a move wins at once."""
    return not position.game.legal_word(position.game.board, *position.words_after(move))


@cache
def with_a_win(game: Game, count: int) -> list[Position]:
    """Positions in which some moves, but not all, win at once."""
    return _openings(game, count, lambda p: len({wins(p, move) for move in p.legal_moves()}) == 2, "won")


# Games -----------------------------------------------------------------------------------------------------


class CachedPlayer:
    """A player that caches its moves, which saves much of the solver's time."""

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
        """Return the cached move, or ask the player."""
        if position not in self._known:
            self._known[position] = self._player.choose(position, self._clock)
        return self._known[position]

    def close(self) -> None:
        """Close the player."""
        self._player.close()


def play(position: Position, first: Player, second: Player) -> int:
    """Return the winner of a game between two players."""
    while position.legal:
        position = position.play((first, second)[position.turn - 1].choose(position, None))
    return 3 - position.turn


def play_pairs(openings: list[Position], one: Player, other: Player) -> list[float]:
    """For each opening, the fraction one player wins of two games, one from each seat."""
    return [((play(start, one, other) == 1) + (play(start, other, one) == 2)) / 2 for start in openings]
