"""Ratings: plain Elo, per game, against bots with fixed ratings.

Level 1 is rated 1000, and each level 100 points above the one below, so by Elo's formula it would win 64 of
100 matches against it. A person starts at the rating of level 2. A win gains points and a loss costs points,
more so in the first matches. Ratings are computed from the results each time and never stored.
"""

from __future__ import annotations

from typing import NamedTuple

from gridlock.players import PlayerSpec
from gridlock.players.level import LEVELS
from gridlock.stats.results import Results

LOWEST = 1000
"""The rating of level 1."""
STEP = 100
"""The rating difference between two levels."""

_SCALE = 400  # the rating difference at which one side wins ten times as often as the other
_EARLY_K, _K = 120, 40  # the K-factors: the most points that one match can change
_EARLY_MATCHES = 10


class Rating(NamedTuple):
    """A person's rating in a game."""

    points: int
    matches: int
    """The number of matches it's based on."""


def strength(opponent: str) -> int | None:
    """Return the rating of a bot by its name; None if it has none."""
    level, top = PlayerSpec.parse(opponent).level, LOWEST + STEP * (len(LEVELS) - 1)
    if level is not None:
        return LOWEST + STEP * (level - 1)
    known = {"random": LOWEST, "greedy": (LOWEST + top) // 2, "perfect": top}
    return known.get(opponent)


def rating_of(results: Results) -> Rating:
    """Compute the rating from the results of one game."""
    points, matches = float(LOWEST + STEP), 0
    for result in results.counted:
        theirs = strength(result.opponent)
        if theirs is not None:
            k = _EARLY_K if matches < _EARLY_MATCHES else _K
            points += k * (result.won - _expected(points - theirs))
            matches += 1
    return Rating(round(points), matches)


def _expected(advantage: float) -> float:
    """Return the expected score at this rating advantage, by Elo's formula."""
    return float(1 / (1 + 10 ** (-advantage / _SCALE)))
