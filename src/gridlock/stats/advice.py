"""Which bot to play next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from gridlock.players import PlayerSpec
from gridlock.players.level import LEVELS
from gridlock.plural import times
from gridlock.stats.rating import LOWEST, STEP, rating_of
from gridlock.stats.result import Result
from gridlock.stats.results import Results

_ENOUGH = 3  # wins, or losses in a row, before another level is suggested


class Suggestion(NamedTuple):
    """An opponent to try next, and why."""

    opponent: str
    """The text that names the bot."""
    text: str
    """A sentence and a question."""


def equal_opponent(results: Results, game: str) -> str:
    """Return the name of the level closest to the person's rating in a game."""
    points = rating_of(results.of(game)).points
    return f"level:{min(len(LEVELS), max(1, round((points - LOWEST) / STEP) + 1))}"


def suggestion(results: Results, game: str) -> Suggestion | None:
    """Suggest another level for a game; None if there is no reason to."""
    counted = [result for result in results.of(game).counted if _level(result)]
    return _level_up(counted) or _level_down(counted) if counted else None


def _level_up(counted: Sequence[Result]) -> Suggestion | None:
    """Suggest the level above the highest one that was beaten often enough.

    Once the person has tried a higher level and gone back, suggest it again only after another win.
    """
    wins = [_level(result) for result in counted if result.won]
    beaten = max((level for level in wins if wins.count(level) >= _ENOUGH), default=0)
    last = counted[-1]
    tried = any(_level(result) > beaten for result in counted)
    if not 0 < beaten < len(LEVELS) or (tried and not (last.won and _level(last) == beaten)):
        return None
    often = times(wins.count(beaten))
    return Suggestion(
        f"level:{beaten + 1}", f"You have beaten level {beaten} {often}: try level {beaten + 1}?"
    )


def _level_down(counted: Sequence[Result]) -> Suggestion | None:
    """Suggest the level below one that the person keeps losing to."""
    level = _level(counted[-1])
    lost = list(takewhile(lambda result: not result.won and _level(result) == level, reversed(counted)))
    if len(lost) < _ENOUGH or level <= 1:
        return None
    text = f"Level {level} has beaten you {times(len(lost))} in a row: try level {level - 1}?"
    return Suggestion(f"level:{level - 1}", text)


def _level(result: Result) -> int:
    """Return the opponent's level; 0 for any other bot."""
    return PlayerSpec.parse(result.opponent).level or 0
