"""How the person stands against the bots, as the app shows it."""

from __future__ import annotations

from gridlock.players import PlayerSpec
from gridlock.stats import Result, Results
from gridlock.telling.quick import GENTLE


def usual_opponent(results: Results, game: str) -> str:
    """The level that the person has played last in a game, or a gentle one."""
    levels = [result.opponent for result in results.of(game).all if _level(result)]
    return levels[-1] if levels else GENTLE


def standing_text(results: Results, game: str) -> str:
    """Wins by level, in a line: ``level 1: 3 of 4 won, level 2: 1 of 3 won``; nothing before the first."""
    won: dict[int, list[bool]] = {}
    for result in results.of(game).counted:
        if level := _level(result):
            won.setdefault(level, []).append(result.won)
    return ", ".join(f"level {level}: {sum(won[level])} of {len(won[level])} won" for level in sorted(won))


def _level(result: Result) -> int | None:
    return PlayerSpec.parse(result.opponent).level
