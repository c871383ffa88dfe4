"""How difficult a puzzle is: how often players of each kind solve it, to the end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gridlock.players.level import LEVELS
from gridlock.players.named import make_player
from gridlock.players.player import Player
from gridlock.puzzles.play import is_over, reply_to, winning_moves
from gridlock.rules import Position

TRIES = 10
"""How often each player tries a puzzle."""

_MOSTLY = 0.5
_NOW_AND_THEN = 0.3
_RARELY = 0.1

_LEVELS = {f"level:{number}": level.depth for number, level in enumerate(LEVELS[:-1], start=1)}

PLAYERS = ("random", "greedy", *_LEVELS)
"""Who tries the puzzles: everybody but the last level, which is perfect."""

_SEEN = 1 << 16
_winning_moves = lru_cache(_SEEN)(winning_moves)
_reply_to = lru_cache(_SEEN)(reply_to)


def solves(position: Position, player: Player) -> bool:
    """Whether a player keeps the win of a position to the end, against the best resistance."""
    side = position.turn
    while True:
        move = player.choose(position, None)
        if move not in _winning_moves(position):
            return False
        position = position.play(move)
        if is_over(position, side):
            return True
        position = position.play(_reply_to(position))


def times_solved(position: Position, name: str) -> int:
    """In how many of its tries a player solves a puzzle; the same each time it is asked."""
    return sum(solves(position, make_player(name, seed=seed)) for seed in range(TRIES))


def solves_often(position: Position, name: str) -> bool:
    """Whether a player solves a puzzle in more than a tenth of its tries; quicker than to count them."""
    found = 0
    for seed in range(TRIES):
        found += solves(position, make_player(name, seed=seed))
        if found > _RARELY * TRIES:
            return True
    return False


def short_sighted(moves: int) -> tuple[str, ...]:
    """The levels that look at most so many moves ahead."""
    return tuple(name for name, sight in _LEVELS.items() if sight <= moves)


def difficulty_of(solved: Mapping[str, int], tries: int = TRIES) -> str:
    """How difficult a puzzle is that each player has solved so many times; nothing if it lies in between.

    Easy: a level that looks two moves ahead solves it in three tries of ten or more, and the rule of one
    move, ``greedy``, in half of its tries at most. Medium: both go wrong in nine tries of ten, and a level
    that looks further solves it in half of its tries. Hard: no level does, but the last, which is perfect.
    """
    near = max(solved[name] for name in short_sighted(2))
    if near >= _NOW_AND_THEN * tries:
        return "easy" if solved["greedy"] <= _MOSTLY * tries else ""
    if max(near, solved["greedy"]) > _RARELY * tries:
        return ""
    return "medium" if max(solved[name] for name in _LEVELS) >= _MOSTLY * tries else "hard"
