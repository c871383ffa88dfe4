"""Scores: what a position is worth to the side to move, as one number.

``MOST - n`` for a win in ``n`` moves, ``n - MOST`` for a loss in ``n``. So a larger score is a faster win or
a longer resistance, every score has a sign, and to ask only for the winner is to search with a window around
0.
"""

from __future__ import annotations

from typing import Any

from gridlock.search.jit import inner

MOST = 127
"""Well above any number of moves that a game can last, so that scores of either sign keep clear of 0."""


_LONGEST = 64  # moves: each takes a cell


@inner
def won_in(moves: Any) -> Any:
    """The score of a win in so many moves, both sides' counted."""
    return MOST - moves


@inner
def lost_in(moves: Any) -> Any:
    """The score of a loss in so many moves."""
    return moves - MOST


@inner
def nearer(score: Any) -> Any:
    """A child's score, seen from its parent: the other side's, and a move further away."""
    return -score - 1 if score < 0 else -score + 1


@inner
def further(bound: Any) -> Any:
    """A bound for a parent's score as a bound for its child's."""
    if bound > 0:
        return -bound - 1
    return -bound + 1 if bound < 0 else 0


@inner
def later(score: Any, moves: Any) -> Any:
    """The score if the end comes so many moves later, the winner being the same."""
    return score - moves if score > 0 else score + moves


@inner
def sooner(bound: Any, moves: Any) -> Any:
    """A bound for such a later score as a bound for the score itself."""
    if bound > 0:
        return bound + moves
    return bound - moves if bound < 0 else 0


@inner
def within(moves: Any) -> Any:
    """Bounds on the score if no more than so many moves are left, both sides' counted: a lower and an upper
    one, then the best that a loss and the worst that a win can be.
    """
    return -MOST, MOST, lost_in(moves & ~1), won_in(max(1, moves - 1 | 1))


@inner
def outlast(least_own: Any, most_own: Any, least_opp: Any, most_opp: Any) -> Any:
    """The same bounds, from how many moves either side can make, at least and at most.

    At least: as many as nothing can take away from it. The loser runs out of moves first, so a game lasts
    twice the loser's moves, and one more if the winner begins.
    """
    lost, won = lost_in(min(2 * most_own, _LONGEST)), won_in(min(2 * most_opp + 1, _LONGEST))
    lower, upper = lost_in(2 * least_own), won_in(2 * least_opp + 1)
    if least_own > most_opp:
        lower = max(lower, won)
    elif least_opp >= most_own:
        upper = min(upper, lost)
    return lower, upper, lost, won


@inner
def signed(sign: Any, lower: Any, upper: Any, lost: Any, won: Any) -> Any:
    """A lower and an upper bound, once it is known that the mover wins (1) or loses (-1)."""
    if sign > 0:
        return max(lower, won), upper
    return lower, min(upper, lost) if sign < 0 else upper
