"""Scores: the value of a position for the side to move, as one number.

``MOST - n`` is a win in ``n`` moves, ``n - MOST`` a loss in ``n``. A larger score is a faster win or a longer
resistance. No score is 0, so a window around 0 finds only the winner.
"""

from __future__ import annotations

from typing import Any

from gridlock.rules.game import MAX_MOVES
from gridlock.search.jit import inner

MOST = 127
"""Well above the length of any game, so that scores of either sign stay away from 0."""


@inner
def won_in(moves: Any) -> Any:
    """The score of a win in this many moves, counting both sides'."""
    return MOST - moves


@inner
def lost_in(moves: Any) -> Any:
    """The score of a loss in this many moves."""
    return moves - MOST


@inner
def from_child(score: Any) -> Any:
    """Convert a child's score to its parent: the other side's, one move further away."""
    return -score - 1 if score < 0 else -score + 1


@inner
def to_child(bound: Any) -> Any:
    """Convert a bound on a parent's score to a bound on its child's."""
    if bound > 0:
        return -bound - 1
    return -bound + 1 if bound < 0 else 0


@inner
def delayed(score: Any, moves: Any) -> Any:
    """The score if the game lasts this many moves longer, with the same winner."""
    return score - moves if score > 0 else score + moves


@inner
def undelayed(bound: Any, moves: Any) -> Any:
    """Convert a bound on that later score to a bound on the score itself."""
    if bound > 0:
        return bound + moves
    return bound - moves if bound < 0 else 0


@inner
def bounds_within(moves: Any) -> Any:
    """Bounds on the score if at most this many moves are left, counting both sides': a lower and an upper
    bound, then the best score of a loss and the worst of a win.
    """
    return -MOST, MOST, lost_in(moves & ~1), won_in(max(1, moves - 1 | 1))


@inner
def bounds_from_moves(least_own: Any, most_own: Any, least_opp: Any, most_opp: Any) -> Any:
    """The same bounds, from the least and most moves each side can make.

    The least is what nothing can take away from it. The loser runs out of moves first, so the game lasts
    twice the loser's moves, plus one if the winner begins.
    """
    lost, won = lost_in(min(2 * most_own, MAX_MOVES)), won_in(min(2 * most_opp + 1, MAX_MOVES))
    lower, upper = lost_in(2 * least_own), won_in(2 * least_opp + 1)
    if least_own > most_opp:
        lower = max(lower, won)
    elif least_opp >= most_own:
        upper = min(upper, lost)
    return lower, upper, lost, won


@inner
def with_sign(sign: Any, lower: Any, upper: Any, lost: Any, won: Any) -> Any:
    """Tighten a lower and an upper bound if the mover is known to win (1) or lose (-1)."""
    if sign > 0:
        return max(lower, won), upper
    return lower, min(upper, lost) if sign < 0 else upper
