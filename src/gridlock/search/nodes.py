"""Nodes of the search: entering one, listing its moves, and storing its result."""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.dispatch import (
    MIRROR,
    bounds,
    copies,
    is_decisive,
    move_score,
    options,
    reduce,
    turns_third,
)
from gridlock.search.jit import inner, lowest_bit
from gridlock.search.scores import MOST, undelayed, with_sign
from gridlock.search.symmetry import fold
from gridlock.search.transpositions import prefetch_bucket, probe, probe_at, record

UNKNOWN = 2000
"""No score yet: search this node."""

# Columns of the stack.
FIRST, SECOND, THIRD, MARK, REST = range(5)
ALPHA, BETA, BEST, BEST_MOVE, NEXT, COUNT, BEFORE, DELAY, SIGN, CHILD_SIGN = range(10)

_PLIES = 66
_MOVES = 64
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_SYMMETRY_PLIES = 8  # plies in which symmetric positions are merged; deeper down it costs more than it saves


def new_stack() -> tuple[Any, Any, Any]:
    """Create the stack for one thread: words, numbers and moves of each ply."""
    return (
        np.zeros((_PLIES, 8), dtype=np.uint64),
        np.zeros((_PLIES, 16), dtype=np.int64),
        np.zeros((_PLIES, _MOVES), dtype=np.int64),
    )


@inner
def enter(
    board: Any, words: Any, numbers: Any, moves: Any, ply: Any,
    theorems: Any, turns: Any, maps: Any, table: Any,
) -> Any:  # fmt: skip
    """Reduce a node and return its score if it is already known; else prepare to search its moves."""
    first, second, third = words[ply, FIRST], words[ply, SECOND], words[ply, THIRD]
    first, second, third, delay = reduce(board, first, second, third, theorems)
    if ply < _SYMMETRY_PLIES:
        first, second, third = fold(first, second, third, turns, turns_third(board))
    place = prefetch_bucket(table, first, second, third)  # loads while the theorems run
    numbers[ply, DELAY] = delay
    word = options(board, first, second, third)
    if not word:
        return -MOST
    alpha, beta = undelayed(numbers[ply, ALPHA], delay), undelayed(numbers[ply, BETA], delay)
    sign = numbers[ply, SIGN]
    least, most, lost, won, word = bounds(board, first, second, third, word, sign, theorems, table)
    child_sign = -1 if is_decisive(board) and least > 0 else 0
    least, most = with_sign(sign, least, most, lost, won)
    if least >= beta or least == most:
        return least
    if most <= alpha:
        return most
    lower, upper, best = probe_at(table, place, first, second, third)
    lower, upper = max(lower, -MOST), min(upper, MOST - 1)  # lost at once, won by this move
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    if beta <= 2 - MOST:  # a side that can move loses in two moves at the soonest
        return 2 - MOST
    if lower > 0:
        sign = 1
    elif upper < 0:
        sign = -1
    lower, upper = with_sign(sign, max(lower, least), min(upper, most), lost, won)
    if lower < 0 and upper > 0 and theorems & MIRROR and ply < _SYMMETRY_PLIES:
        for number in range(maps.shape[0]):
            if copies(board, first, second, third, maps[number]):
                upper = lost
                break
    if lower >= beta or lower == upper:
        return lower
    if upper <= alpha:
        return upper
    words[ply, FIRST], words[ply, SECOND], words[ply, THIRD] = first, second, third
    numbers[ply, ALPHA] = max(alpha, lower - 1)
    numbers[ply, BETA] = min(beta, upper + 1)
    numbers[ply, BEST] = -MOST
    numbers[ply, BEST_MOVE] = -1
    numbers[ply, CHILD_SIGN] = 1 if upper < 0 else child_sign
    chosen = _ONE << np.uint64(best) & word if best >= 0 else _ZERO
    words[ply, REST] = word ^ chosen
    numbers[ply, NEXT], numbers[ply, COUNT] = 0, 0
    if chosen:  # the best move from an earlier search usually suffices
        moves[ply, 0] = best
        numbers[ply, COUNT] = 1
    return UNKNOWN


@inner
def expand(board: Any, words: Any, numbers: Any, moves: Any, ply: Any) -> None:
    """List the remaining moves of a node: a move in the low bits of each entry, its score above them."""
    first, second, third = words[ply, FIRST], words[ply, SECOND], words[ply, THIRD]
    rest, count = words[ply, REST], 0
    while rest:
        move = lowest_bit(rest)
        rest &= rest - _ONE
        moves[ply, count] = move_score(board, first, second, third, move) << 6 | move
        count += 1
    words[ply, REST] = rest
    numbers[ply, NEXT], numbers[ply, COUNT] = 0, count


@inner
def leave(words: Any, numbers: Any, ply: Any, table: Any, nodes: Any) -> Any:
    """Store the result of a node in the table and return its score."""
    best = numbers[ply, BEST]
    lower = best if best > numbers[ply, ALPHA] else -128
    upper = best if best < numbers[ply, BETA] else 127
    effort = 0
    spent = nodes - numbers[ply, BEFORE]
    while spent > 0:
        spent >>= 1
        effort += 1
    first, second, third = words[ply, FIRST], words[ply, SECOND], words[ply, THIRD]
    old_lower, old_upper, _ = probe(table, first, second, third)
    lower, upper = max(lower, old_lower), min(upper, old_upper)
    record(table, first, second, third, lower, upper, numbers[ply, BEST_MOVE], effort)
    return best
