"""How strong a person is: plain Elo, for each game by itself, against bots whose ratings stand still.

Level 1 has the rating 1000, and each level has 100 more than the one below, so that by Elo's formula it would
win 64 of 100 matches against it. A person begins with the rating of level 2, gains points by a win and loses
points by a defeat, more of them in the first matches, when little is known. The ratings are worked out from
the results each time, so that nothing but the results is kept.
"""

from __future__ import annotations

from typing import NamedTuple

from gridlock.players import PlayerSpec
from gridlock.players.level import LEVELS
from gridlock.stats.results import Results

LOWEST = 1000
"""The rating of level 1."""
STEP = 100
"""How much more each level has."""

_SCALE = 400  # points that make one side win ten times as often as the other
_EARLY, _LATE = 120, 40  # the most points that one match can bring, early and later on
_FEW = 10  # matches that are early


class Rating(NamedTuple):
    """How strong a person is in a game."""

    points: int
    matches: int
    """How many matches say so."""


def strength(opponent: str) -> int | None:
    """The rating of a bot, by its text; None for those that nobody has measured on the ladder."""
    level, top = PlayerSpec.parse(opponent).level, LOWEST + STEP * (len(LEVELS) - 1)
    if level is not None:
        return LOWEST + STEP * (level - 1)
    known = {"random": LOWEST, "greedy": (LOWEST + top) // 2, "perfect": top}
    return known.get(opponent)


def rating_of(results: Results) -> Rating:
    """How strong somebody is who has these results, which should be those of one game."""
    points, matches = float(LOWEST + STEP), 0
    for result in results.counted:
        theirs = strength(result.opponent)
        if theirs is not None:
            most = _EARLY if matches < _FEW else _LATE
            points += most * (result.won - _expected(points - theirs))
            matches += 1
    return Rating(round(points), matches)


def _expected(advantage: float) -> float:
    """The part of the matches that somebody wins who has so many points more, by Elo's formula."""
    return float(1 / (1 + 10 ** (-advantage / _SCALE)))
