"""Alpha-beta search, compiled once per game.

It searches forms (see :class:`gridlock.search.dispatch.Knowledge`) instead of positions. Its stack is kept in
arrays, one row per ply; :mod:`gridlock.search.nodes` handles the nodes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.dispatch import MIRROR, bounds, copies, follow, form, options, reduce
from gridlock.search.jit import atomic_load, atomic_store, inner, lowest_bit, njit
from gridlock.search.nodes import (
    ALPHA,
    BEFORE,
    BEST,
    BEST_MOVE,
    BETA,
    CHILD_SIGN,
    COUNT,
    DELAY,
    FIRST,
    MARK,
    NEXT,
    REST,
    SECOND,
    SIGN,
    THIRD,
    UNKNOWN,
    enter,
    expand,
    leave,
)
from gridlock.search.scores import delayed, from_child, to_child

STOPPED = 1000
"""The result of a search that was stopped."""

COUNTERS = 8
"""The number of words per thread in the array of counters: the first counts nodes."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_DEFERRED = -(1 << 40)  # added to the score of a move that another thread is searching
_SHARED_PLIES = 14  # plies near the root in which threads avoid each other's nodes


@njit
def search(
    board: Any, own: Any, opp: Any, extra: Any, alpha: Any, beta: Any,
    theorems: Any, turns: Any, maps: Any, table: Any, stack: Any, counters: Any, busy: Any, thread: Any,
) -> Any:  # fmt: skip
    """Return the score of a position if it lies between alpha and beta, else a bound on that side.

    All threads stop once ``counters[0]`` isn't 0. Of this thread's counters, the first counts nodes and the
    second is the count at which to stop. ``busy`` marks nodes near the root that threads are searching, so
    that other threads try different moves first.
    """
    words, numbers, moves = stack
    mine = (thread + 1) * COUNTERS
    nodes = atomic_load(counters, mine)
    shared = _SHARED_PLIES if len(busy) else 0
    words[0, FIRST], words[0, SECOND], words[0, THIRD] = form(board, own, opp, extra)
    numbers[0, ALPHA], numbers[0, BETA], numbers[0, SIGN] = alpha, beta, 0
    ply = np.int64(0)  # not the literal 0, which would make Numba compile everything twice
    score = UNKNOWN
    while True:
        if score == UNKNOWN:  # entering a node
            nodes += _ONE
            if nodes & np.uint64(1023) == 0:
                atomic_store(counters, mine, nodes)
                if atomic_load(counters, 0) or nodes >= atomic_load(counters, mine + 1):
                    return STOPPED
            score = enter(board, words, numbers, moves, ply, theorems, turns, maps, table)
            numbers[ply, BEFORE] = np.int64(nodes)
        if score != UNKNOWN:  # leaving a node
            score = delayed(score, numbers[ply, DELAY])
            if ply == 0:
                atomic_store(counters, mine, nodes)
                return score
            if ply <= shared:
                clear_mark(busy, words[ply, MARK])
            ply -= 1
            score = from_child(score)
            if score > numbers[ply, BEST]:
                numbers[ply, BEST] = score
                numbers[ply, BEST_MOVE] = moves[ply, numbers[ply, NEXT] - 1] & 63
            done = numbers[ply, NEXT] == numbers[ply, COUNT] and not words[ply, REST]
            if done or numbers[ply, BEST] >= numbers[ply, BETA]:
                score = leave(words, numbers, ply, table, np.int64(nodes))
                continue
        # the next child
        if numbers[ply, NEXT] == numbers[ply, COUNT]:
            expand(board, words, numbers, moves, ply)
        first, second, third = words[ply, FIRST], words[ply, SECOND], words[ply, THIRD]
        if ply < shared and numbers[ply, NEXT] > 0:
            defer_busy_moves(board, first, second, third, numbers, moves, ply, busy)
        move = choose(moves, numbers, ply)
        floor = max(numbers[ply, ALPHA], numbers[ply, BEST])
        numbers[ply + 1, ALPHA] = to_child(numbers[ply, BETA])
        numbers[ply + 1, BETA] = to_child(floor)
        numbers[ply + 1, SIGN] = numbers[ply, CHILD_SIGN]
        first, second, third = follow(board, first, second, third, move)
        words[ply + 1, FIRST], words[ply + 1, SECOND], words[ply + 1, THIRD] = first, second, third
        ply += 1
        if ply <= shared:
            mark = node_mark(words[ply, FIRST], words[ply, SECOND], words[ply, THIRD])
            words[ply, MARK] = mark
            atomic_store(busy, np.int64(mark % np.uint64(len(busy))), mark)
        score = UNKNOWN


@inner
def choose(moves: Any, numbers: Any, ply: Any) -> Any:
    """Swap the highest-scoring remaining move to the front and return it."""
    first = numbers[ply, NEXT]
    best, chosen = moves[ply, first], first
    for index in range(first + 1, numbers[ply, COUNT]):
        if moves[ply, index] > best:
            best, chosen = moves[ply, index], index
    moves[ply, chosen] = moves[ply, first]
    moves[ply, first] = best
    numbers[ply, NEXT] = first + 1
    return best & 63


@inner
def defer_busy_moves(
    board: Any, first: Any, second: Any, third: Any, numbers: Any, moves: Any, ply: Any, busy: Any
) -> None:
    """Rank the remaining moves that another thread is searching below all others."""
    for index in range(numbers[ply, NEXT], numbers[ply, COUNT]):
        one, two, three = follow(board, first, second, third, moves[ply, index] & 63)
        mark = node_mark(one, two, three)
        deferred = moves[ply, index] < _DEFERRED >> 1
        if (atomic_load(busy, np.int64(mark % np.uint64(len(busy)))) == mark) != deferred:
            moves[ply, index] += -_DEFERRED if deferred else _DEFERRED


@inner
def node_mark(first: Any, second: Any, third: Any) -> Any:
    """A hash that identifies a form to other threads; collisions are rare and harmless."""
    return ((first * _MIX ^ second) * _MIX ^ third) * _MIX | _ONE


@inner
def clear_mark(busy: Any, mark: Any) -> None:
    """Clear the mark of a node that is done."""
    index = np.int64(mark % np.uint64(len(busy)))
    if atomic_load(busy, index) == mark:
        atomic_store(busy, index, _ZERO)


@njit
def decide_by_theorem(
    board: Any, own: Any, opp: Any, extra: Any, theorems: Any, maps: Any, table: Any
) -> Any:
    """Return 1 if a theorem proves a win for the side to move, -1 a loss, 0 if none decides, looking at the
    position itself and then one move ahead.
    """
    first, second, third = form(board, own, opp, extra)
    one, two, three = first, second, third
    word, at_once = options(board, first, second, third), True
    while True:  # the position itself, then each child; a single loop compiles faster
        sign, moves = 0, options(board, one, two, three)
        if theorems & MIRROR and moves:
            for number in range(maps.shape[0]):
                if copies(board, one, two, three, maps[number]):
                    sign = -1
        if not sign and moves:
            one, two, three, _ = reduce(board, one, two, three, theorems)
            lower, upper, _, _, _ = bounds(board, one, two, three, moves, 0, theorems, table)
            sign = 1 if lower > 0 else -1 if upper < 0 else 0
        if at_once and sign:
            return sign
        if not at_once and sign < 0:
            return 1
        if not word:
            return 0
        one, two, three = follow(board, first, second, third, lowest_bit(word))
        word &= word - _ONE
        at_once = False
