"""The difficulty of a puzzle, measured by how often each bot solves it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gridlock.players.level import LEVELS
from gridlock.players.named import make_player
from gridlock.players.player import Player
from gridlock.puzzles.play import is_over, reply_to, winning_moves
from gridlock.rules import Position

TRIES = 10
"""How often each bot tries a puzzle."""

_MOSTLY = 0.5
_NOW_AND_THEN = 0.3
_RARELY = 0.1

_LEVELS = {f"level:{number}": level.depth for number, level in enumerate(LEVELS[:-1], start=1)}

PLAYERS = ("random", "greedy", *_LEVELS)
"""The bots that try the puzzles; the last level is left out because it's perfect."""

_CACHE_SIZE = 1 << 16
_winning_moves = lru_cache(_CACHE_SIZE)(winning_moves)
_reply_to = lru_cache(_CACHE_SIZE)(reply_to)


def solves(position: Position, player: Player) -> bool:
    """Return whether a player wins a won position against the best defence."""
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
    """Return in how many of its tries a bot solves a puzzle; always the same number."""
    return sum(solves(position, make_player(name, seed=seed)) for seed in range(TRIES))


def solves_often(position: Position, name: str) -> bool:
    """Return whether a bot solves a puzzle in more than a tenth of its tries; faster than counting."""
    solved = 0
    for seed in range(TRIES):
        solved += solves(position, make_player(name, seed=seed))
        if solved > _RARELY * TRIES:
            return True
    return False


def short_sighted(moves: int) -> tuple[str, ...]:
    """Return the levels that look at most this many moves ahead."""
    return tuple(name for name, depth in _LEVELS.items() if depth <= moves)


def difficulty_of(solved: Mapping[str, int], tries: int = TRIES) -> str:
    """Return a puzzle's difficulty from how often each bot solved it; empty if it's none of the three.

    Easy: a level that looks two moves ahead solves it in at least three of ten tries, ``greedy`` in at most
    half of them. Medium: both fail in nine of ten tries, and a level that looks further solves it in half of
    its tries. Hard: no level does, except the last, which is perfect.
    """
    near = max(solved[name] for name in short_sighted(2))
    if near >= _NOW_AND_THEN * tries:
        return "easy" if solved["greedy"] <= _MOSTLY * tries else ""
    if max(near, solved["greedy"]) > _RARELY * tries:
        return ""
    return "medium" if max(solved[name] for name in _LEVELS) >= _MOSTLY * tries else "hard"
