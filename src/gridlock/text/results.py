"""Wins, losses and ratings, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gridlock.players import PlayerSpec
from gridlock.players.level import LEVELS
from gridlock.plural import count
from gridlock.stats import Result, Results, equal_opponent, rating_of, strength, suggestion
from gridlock.text.headings import game_name
from gridlock.text.lines import wrap
from gridlock.text.quick_game import EASY_BOT

_NONE = "You haven't finished a match against a bot yet."
_UNCOUNTED = {
    "help": "with hints or analysis",
    "undo": "with moves taken back",
    "position": "from a custom position",
    "size": "on a board smaller than the standard one",
    "forfeit": "where the bot failed",
    "copy": "as a copy of another match",
    "players": "with a change of players",
}


def strength_text(results: Results, game: str) -> str:
    """Describe a player's rating: ``Your rating: 1180, about level:3, Casual (12 matches).``"""
    points, matches = rating_of(results.of(game))
    if not matches:
        return "You don't have a rating yet: no matches count so far."
    equal = equal_opponent(results, game)
    name = LEVELS[int(equal.partition(":")[2]) - 1].name
    return f"Your rating: {points}, about {equal}, {name} ({count(matches, 'match')})."


def usual_opponent(results: Results, game: str) -> str:
    """Return the level last played in a game, or an easy one."""
    levels = [result.opponent for result in results.of(game).all if _level(result)]
    return levels[-1] if levels else EASY_BOT


def standing_text(results: Results, game: str) -> str:
    """List wins by level: ``level 1: 3 of 4 won, level 2: 1 of 3 won``; empty before the first match."""
    won: dict[int, list[bool]] = {}
    for result in results.of(game).counted:
        if level := _level(result):
            won.setdefault(level, []).append(result.won)
    return ", ".join(f"level {level}: {sum(won[level])} of {len(won[level])} won" for level in sorted(won))


def _level(result: Result) -> int | None:
    return PlayerSpec.parse(result.opponent).level


def results_text(results: Results) -> str:
    """Format wins and losses by game, opponent and seat, with ratings and advice."""
    return "\n\n".join(_game_text(results, game) for game in results.games) or _NONE


def _game_text(results: Results, game: str) -> str:
    advice = suggestion(results, game)
    parts = [
        f"{game_name(game)}\n{strength_text(results, game)}",
        _table(results.of(game)),
        _uncounted_text(results.of(game)),
        advice.text if advice else "",
    ]
    return "\n".join(filter(None, parts))


def _table(results: Results) -> str:
    """Format the wins and losses against each opponent, in each seat."""
    opponents = _opponents(results)
    if not opponents:
        return ""
    width = max(len("opponent"), *map(len, opponents))
    lines = [
        f"  {'':<{width}}  as Player 1  as Player 2",
        f"  {'opponent':<{width}}  won   lost  won   lost",
    ]
    lines += [f"  {name:<{width}}  {_cells(_scores(results, name))}".rstrip() for name in opponents]
    return "\n".join(lines)


def _cells(scores: Sequence[int]) -> str:
    return "  ".join(f"{number:<4}" for number in scores)


def _opponents(results: Results) -> list[str]:
    """Return the opponents in matches that count, weakest first, unrated ones last."""
    names = sorted({result.opponent for result in results.counted})
    return sorted(names, key=lambda name: (strength(name) is None, strength(name) or 0))


def _scores(results: Results, opponent: str) -> list[int]:
    """Count wins and losses as Player 1, then as Player 2."""
    scores = Counter((result.seat, result.won) for result in results.counted if result.opponent == opponent)
    return [scores[seat, won] for seat in (1, 2) for won in (True, False)]


def _uncounted_text(results: Results) -> str:
    """Say how many matches don't count, and why."""
    reasons = Counter(result.uncounted for result in results.all if result.uncounted)
    parts = [f"{number} {_UNCOUNTED.get(reason, 'for another reason')}" for reason, number in reasons.items()]
    return wrap(f"Played but not counted: {', '.join(parts)}.") if parts else ""


def results_to_json(results: Results) -> dict[str, Any]:
    """Return the same as JSON, with every single result."""
    return {
        "games": [_game_to_json(results, game) for game in results.games],
        "results": [result._asdict() for result in results.all],
    }


def _game_to_json(results: Results, game: str) -> dict[str, Any]:
    points, matches = rating_of(results.of(game))
    advice = suggestion(results, game)
    fields = ("wonAs1", "lostAs1", "wonAs2", "lostAs2")
    return {
        "game": game,
        "rating": points if matches else None,
        "matches": matches,
        "equal": equal_opponent(results, game),
        "suggestion": advice.text if advice else None,
        "opponents": [
            {"opponent": name, **dict(zip(fields, _scores(results.of(game), name), strict=True))}
            for name in _opponents(results.of(game))
        ],
    }
