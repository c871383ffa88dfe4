"""The search: alpha-beta over any of the games, compiled once for each.

It goes from form to form (see :class:`gridlock.search.dispatch.Knowledge`), not from position to position. It
keeps its own stack in arrays, one row a ply; what happens at a node is in :mod:`gridlock.search.nodes`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.dispatch import MIRROR, bounds, copies, follow, form, options, reduce
from gridlock.search.jit import inner, load, lowest_bit, njit, store
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
from gridlock.search.scores import further, later, nearer

STOPPED = 1000
"""The result of a search that was told to stop."""

COUNTERS = 8
"""Words a thread has to itself in the array of counters: the first counts nodes."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_WAITING = -(1 << 40)  # added to a move that another thread is at work on
_SHARED = 14  # how many plies threads look out for each other


@njit
def search(
    board: Any, own: Any, opp: Any, extra: Any, alpha: Any, beta: Any,
    theorems: Any, turns: Any, maps: Any, table: Any, stack: Any, counters: Any, busy: Any, thread: Any,
) -> Any:  # fmt: skip
    """The score of a position if it lies between alpha and beta, else a bound on that side.

    ``counters[0]`` tells all threads to stop once it is not 0. Of the words of this thread, the first counts
    nodes and the second says at which count to stop. ``busy`` holds marks of the nodes near the root that
    threads are at work on: a thread that has a choice takes another one, so that they share the work.
    """
    words, numbers, moves = stack
    mine = (thread + 1) * COUNTERS
    nodes = load(counters, mine)
    shared = _SHARED if len(busy) else 0
    words[0, FIRST], words[0, SECOND], words[0, THIRD] = form(board, own, opp, extra)
    numbers[0, ALPHA], numbers[0, BETA], numbers[0, SIGN] = alpha, beta, 0
    ply = np.int64(0)  # not the literal 0, for which Numba would compile everything a second time
    score = UNKNOWN
    while True:
        if score == UNKNOWN:  # a node is entered
            nodes += _ONE
            if nodes & np.uint64(1023) == 0:
                store(counters, mine, nodes)
                if load(counters, 0) or nodes >= load(counters, mine + 1):
                    return STOPPED
            score = enter(board, words, numbers, moves, ply, theorems, turns, maps, table)
            numbers[ply, BEFORE] = np.int64(nodes)
        if score != UNKNOWN:  # a node is left
            score = later(score, numbers[ply, DELAY])
            if ply == 0:
                store(counters, mine, nodes)
                return score
            if ply <= shared:
                unmark(busy, words[ply, MARK])
            ply -= 1
            score = nearer(score)
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
            step_back(board, first, second, third, numbers, moves, ply, busy)
        move = choose(moves, numbers, ply)
        floor = max(numbers[ply, ALPHA], numbers[ply, BEST])
        numbers[ply + 1, ALPHA] = further(numbers[ply, BETA])
        numbers[ply + 1, BETA] = further(floor)
        numbers[ply + 1, SIGN] = numbers[ply, CHILD_SIGN]
        first, second, third = follow(board, first, second, third, move)
        words[ply + 1, FIRST], words[ply + 1, SECOND], words[ply + 1, THIRD] = first, second, third
        ply += 1
        if ply <= shared:
            mark = mark_of(words[ply, FIRST], words[ply, SECOND], words[ply, THIRD])
            words[ply, MARK] = mark
            store(busy, np.int64(mark % np.uint64(len(busy))), mark)
        score = UNKNOWN


@inner
def choose(moves: Any, numbers: Any, ply: Any) -> Any:
    """Put the most promising of the moves left next, and return it."""
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
def step_back(
    board: Any, first: Any, second: Any, third: Any, numbers: Any, moves: Any, ply: Any, busy: Any
) -> None:
    """Let the moves left that another thread is at work on promise less than all others."""
    for index in range(numbers[ply, NEXT], numbers[ply, COUNT]):
        one, two, three = follow(board, first, second, third, moves[ply, index] & 63)
        mark = mark_of(one, two, three)
        waits = moves[ply, index] < _WAITING >> 1
        if (load(busy, np.int64(mark % np.uint64(len(busy)))) == mark) != waits:
            moves[ply, index] += -_WAITING if waits else _WAITING


@inner
def mark_of(first: Any, second: Any, third: Any) -> Any:
    """A mark by which a form is known to the other threads; another one may have the same, rarely."""
    return ((first * _MIX ^ second) * _MIX ^ third) * _MIX | _ONE


@inner
def unmark(busy: Any, mark: Any) -> None:
    """Say that nobody is at work on a node any more."""
    index = np.int64(mark % np.uint64(len(busy)))
    if load(busy, index) == mark:
        store(busy, index, _ZERO)


@njit
def decided_soon(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, maps: Any, table: Any) -> Any:
    """1 if a theorem shows that the side to move wins, -1 if it loses, 0 if none decides: at once, or after
    the next move, where one leads to a position that a theorem shows lost.
    """
    first, second, third = form(board, own, opp, extra)
    one, two, three = first, second, third
    word, at_once = options(board, first, second, third), True
    while True:  # the position itself, then what each move leads to; in one loop, as it is compiled sooner
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
