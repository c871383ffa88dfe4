"""Score every move of many positions in one compiled loop."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.compiled_rules import legal, play
from gridlock.search.core import COUNTERS, STOPPED, search
from gridlock.search.dispatch import is_decisive
from gridlock.search.jit import inner, lowest_bit, njit
from gridlock.search.scores import MOST

_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@njit
def score_moves(
    board: Any, words: Any, scores: Any, first: Any, last: Any, nodes: Any,
    theorems: Any, turns: Any, maps: Any, table: Any, stack: Any, counters: Any, busy: Any,
) -> Any:  # fmt: skip
    """Write the score of the position after each legal move of the positions from ``first`` to ``last - 1``.

    Return ``last``, or the first position with a move that takes more than this many nodes.
    """
    for k in range(first, last):
        own, opp, extra = words[k, 0], words[k, 1], words[k, 2]
        moves = legal(board, own, opp, extra)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - _ONE
            one, two, three = play(board, own, opp, extra, move)
            counters[0] = _ZERO
            counters[COUNTERS + 1] = counters[COUNTERS] + nodes
            score = _exact_score(
                board, np.uint64(one), np.uint64(two), np.uint64(three),
                theorems, turns, maps, table, stack, counters, busy,
            )  # fmt: skip
            if score == STOPPED:
                return k
            scores[k, move] = score
    return last


@inner
def _exact_score(
    board: Any, own: Any, opp: Any, extra: Any,
    theorems: Any, turns: Any, maps: Any, table: Any, stack: Any, counters: Any, busy: Any,
) -> Any:  # fmt: skip
    """The score of a position, found with the same windows as in :meth:`Solver.distance`; or STOPPED."""
    alpha, beta, guess = -1, 1, 0
    while True:
        score = search(
            board, own, opp, extra, alpha, beta, theorems, turns, maps, table, stack, counters, busy, 0
        )
        if score == STOPPED:
            return score
        wins = score > 0 if guess == 0 else guess > 0
        if is_decisive(board):  # try longer and longer games
            if guess == 0:
                guess = MOST - 1 if wins else -MOST
            elif (score >= guess) if wins else (score <= guess):
                return guess
            else:
                guess = min(guess - 2, score) if wins else max(guess + 2, score)
            alpha, beta = (guess - 1, guess) if wins else (guess, guess + 1)
        else:  # improve the score from the search for the winner
            if guess and ((score <= guess) if wins else (score >= guess)):
                return guess
            guess = score
            alpha, beta = (guess, guess + 1) if wins else (guess - 1, guess)
