"""How the person stands against the bots, as the app shows it."""

from __future__ import annotations

from gridlock.players.level import LEVELS
from gridlock.stats import Result, Results
from gridlock.text.quick_game import GENTLE


def usual_opponent(results: Results, game: str) -> str:
    """The level that the person has played last in a game, or a gentle one."""
    levels = [result.opponent for result in results.of(game).all if _is_level(result)]
    return levels[-1] if levels else GENTLE


def standing_text(results: Results, game: str) -> str:
    """Wins by level, in a line: ``level 1: 3 of 4 won, level 2: 1 of 3 won``; nothing before the first."""
    levels = [result for result in results.of(game).counted if _is_level(result)]
    played = sorted({result.opponent for result in levels}, key=lambda spec: int(spec.partition(":")[2]))
    said = []
    for spec in played:
        won = [result.won for result in levels if result.opponent == spec]
        said.append(f"level {spec.partition(':')[2]}: {sum(won)} of {len(won)} won")
    return ", ".join(said)


def _is_level(result: Result) -> bool:
    kind, _, number = result.opponent.partition(":")
    return kind == "level" and number.isascii() and number.isdigit() and 0 < int(number[:4]) <= len(LEVELS)
