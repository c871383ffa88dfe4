"""The search: alpha-beta over any of the games, compiled once for each.

A score belongs to the side to move: ``MOST - n`` for a win in ``n`` moves, ``n - MOST`` for a loss in ``n``.
So a larger score is a faster win or a longer resistance, every score has a sign, and to ask only for the
winner is to search with a window around 0. The search keeps its own stack in arrays, one row a ply.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.kinds import MIRROR, copies, key, legal, play, promise, verdict
from gridlock.search.machine import inner, load, lowest_bit, njit, store
from gridlock.search.symmetry import fold
from gridlock.search.transpositions import find, keep

__all__ = ["COUNTERS", "MOST", "STOPPED", "decided", "decided_soon", "new_stack", "search"]

MOST = 127
"""Well above any number of moves that a game can last, so that scores of either sign keep clear of 0."""

STOPPED = 1000
"""The result of a search that was told to stop."""

COUNTERS = 8
"""Words a thread has to itself in the array of counters: the first counts nodes."""

_PLIES = 66
_MOVES = 64


def new_stack() -> tuple[Any, Any, Any]:
    """Arrays for one thread: words, numbers and moves of each ply."""
    return (
        np.zeros((_PLIES, 7), dtype=np.uint64),
        np.zeros((_PLIES, 7), dtype=np.int64),
        np.zeros((_PLIES, _MOVES), dtype=np.int64),
    )


# Columns of the stack.
_OWN, _OPP, _EXTRA, _KEY_1, _KEY_2, _KEY_3, _MARK = 0, 1, 2, 3, 4, 5, 6
_ALPHA, _BETA, _BEST, _BEST_MOVE, _NEXT, _COUNT, _BEFORE = 0, 1, 2, 3, 4, 5, 6

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHARED = 14  # how many plies threads look out for each other
_FOLDED = 8  # how many plies symmetric positions are taken for one: deeper down it costs more than it saves
_UNKNOWN = 2000  # no score yet: go down to this node


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
def arrange(board: Any, own: Any, opp: Any, extra: Any, word: Any, first: Any, moves: Any) -> Any:
    """List the legal moves, the most promising first, each in the low bits of its entry; count them."""
    count = 0
    while word:
        move = lowest_bit(word)
        word &= word - _ONE
        child_own, child_opp, child_extra = play(board, own, opp, extra, move)
        value = promise(board, child_own, child_opp, child_extra)
        if move == first:
            value = 1 << 40
        entry = value * 64 + move
        place = count
        while place > 0 and moves[place - 1] < entry:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = entry
        count += 1
    return count


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
    words[0, _OWN], words[0, _OPP], words[0, _EXTRA] = own, opp, extra
    numbers[0, _ALPHA], numbers[0, _BETA] = alpha, beta
    shared = _SHARED if len(busy) else 0
    ply = np.int64(0)  # not the literal 0, for which Numba would compile everything a second time
    score = _UNKNOWN
    while True:
        if score == _UNKNOWN:  # a node is entered
            nodes += _ONE
            if nodes & np.uint64(1023) == 0:
                store(counters, mine, nodes)
                if load(counters, 0) or nodes >= load(counters, mine + 1):
                    return STOPPED
            score = enter(board, words, numbers, moves, ply, theorems, turns, maps, table)
            numbers[ply, _BEFORE] = np.int64(nodes)
        if score != _UNKNOWN:  # a node is left
            if ply == 0:
                store(counters, mine, nodes)
                return score
            if ply <= shared:
                unmark(busy, words[ply, _MARK])
            ply -= 1
            score = nearer(score)
            if score > numbers[ply, _BEST]:
                numbers[ply, _BEST] = score
                numbers[ply, _BEST_MOVE] = moves[ply, numbers[ply, _NEXT] - 1] & 63
            if numbers[ply, _BEST] >= numbers[ply, _BETA] or numbers[ply, _NEXT] == numbers[ply, _COUNT]:
                score = leave(words, numbers, ply, table, np.int64(nodes))
                continue
        # the next child
        if ply < shared and numbers[ply, _NEXT] > 0:
            choose_idle(board, words, numbers, moves, ply, busy)
        move = moves[ply, numbers[ply, _NEXT]] & 63
        numbers[ply, _NEXT] += 1
        child = play(board, words[ply, _OWN], words[ply, _OPP], words[ply, _EXTRA], move)
        floor = max(numbers[ply, _ALPHA], numbers[ply, _BEST])
        numbers[ply + 1, _ALPHA] = further(numbers[ply, _BETA])
        numbers[ply + 1, _BETA] = further(floor)
        ply += 1
        words[ply, _OWN], words[ply, _OPP], words[ply, _EXTRA] = child
        if ply <= shared:
            words[ply, _MARK] = mark_of(board, child)
            store(busy, np.int64(words[ply, _MARK] % np.uint64(len(busy))), words[ply, _MARK])
        score = _UNKNOWN


@inner
def mark_of(board: Any, words: Any) -> Any:
    """A mark by which a position is known to the other threads; another one may have the same, rarely."""
    first, second, third = key(board, words[0], words[1], words[2])
    return ((first * _MIX ^ second) * _MIX ^ third) * _MIX | _ONE


@inner
def unmark(busy: Any, mark: Any) -> None:
    """Say that nobody is at work on a node any more."""
    index = np.int64(mark % np.uint64(len(busy)))
    if load(busy, index) == mark:
        store(busy, index, _ZERO)


@inner
def choose_idle(board: Any, words: Any, numbers: Any, moves: Any, ply: Any, busy: Any) -> None:
    """Put a move first among those left whose node no other thread is at work on, if there is one."""
    own, opp, extra = words[ply, _OWN], words[ply, _OPP], words[ply, _EXTRA]
    first = numbers[ply, _NEXT]
    for index in range(first, numbers[ply, _COUNT]):
        mark = mark_of(board, play(board, own, opp, extra, moves[ply, index] & 63))
        if load(busy, np.int64(mark % np.uint64(len(busy)))) != mark:
            entry = moves[ply, index]
            for place in range(index, first, -1):
                moves[ply, place] = moves[ply, place - 1]
            moves[ply, first] = entry
            return


@inner
def enter(
    board: Any, words: Any, numbers: Any, moves: Any, ply: Any,
    theorems: Any, turns: Any, maps: Any, table: Any,
) -> Any:  # fmt: skip
    """Look at a node: its score if that is known well enough, else its moves are listed."""
    own, opp, extra = words[ply, _OWN], words[ply, _OPP], words[ply, _EXTRA]
    alpha, beta = numbers[ply, _ALPHA], numbers[ply, _BETA]
    if ply < _FOLDED:
        folded = fold(own, opp, extra, turns)
        first, second, third = key(board, folded[0], folded[1], folded[2])
    else:
        first, second, third = key(board, own, opp, extra)
    lower, upper, best = find(table, first, second, third)
    if lower >= beta:
        return lower
    if upper <= alpha:
        return upper
    if lower == upper:
        return lower
    word = legal(board, own, opp, extra)
    if not word:
        return -MOST
    # Who can move loses in two moves at the soonest, and wins in one.
    if alpha >= MOST - 1:
        return MOST - 1
    if beta <= 2 - MOST:
        return 2 - MOST
    if lower < 0 and upper > 0:
        tried = maps.shape[0] if ply < _FOLDED else 0
        sign = decided(board, own, opp, extra, theorems, maps, tried, table)
        slowest = MOST - (board.size - ply)  # a win that takes as long as it can
        if sign > 0:
            lower = max(lower, slowest)
            if lower >= beta:
                return lower
        elif sign < 0:
            upper = min(upper, -slowest)
            if upper <= alpha:
                return upper
    words[ply, _KEY_1], words[ply, _KEY_2], words[ply, _KEY_3] = first, second, third
    numbers[ply, _ALPHA] = max(alpha, lower - 1)
    numbers[ply, _BETA] = min(beta, upper + 1)
    numbers[ply, _BEST] = -MOST
    numbers[ply, _BEST_MOVE] = -1
    numbers[ply, _NEXT] = 0
    numbers[ply, _COUNT] = arrange(board, own, opp, extra, word, best, moves[ply])
    return _UNKNOWN


@njit
def decided(
    board: Any, own: Any, opp: Any, extra: Any, theorems: Any, maps: Any, tried: Any, table: Any
) -> Any:
    """1 if a theorem shows that the side to move wins, -1 if it loses, 0 if none decides.

    Of the maps by which moves may be copied, only the first ``tried`` are tried.
    """
    sign = verdict(board, own, opp, extra, theorems, table)
    if not sign and theorems & MIRROR:
        for number in range(tried):
            if copies(board, own, opp, extra, maps[number]):
                return -1
    return sign


@njit
def decided_soon(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, maps: Any, table: Any) -> Any:
    """The same, at once or after the next move, where one leads to a position that a theorem shows lost."""
    tried = maps.shape[0]
    sign = decided(board, own, opp, extra, theorems, maps, tried, table)
    word = legal(board, own, opp, extra) if not sign else _ZERO
    while word:
        child_own, child_opp, child_extra = play(board, own, opp, extra, lowest_bit(word))
        word &= word - _ONE
        if (
            legal(board, child_own, child_opp, child_extra)
            and decided(board, child_own, child_opp, child_extra, theorems, maps, tried, table) < 0
        ):
            return 1
    return sign


@inner
def leave(words: Any, numbers: Any, ply: Any, table: Any, nodes: Any) -> Any:
    """Keep what was found out about a node, and return its score."""
    best = numbers[ply, _BEST]
    lower = best if best > numbers[ply, _ALPHA] else -128
    upper = best if best < numbers[ply, _BETA] else 127
    effort = 0
    spent = nodes - numbers[ply, _BEFORE]
    while spent > 0:
        spent >>= 1
        effort += 1
    first, second, third = words[ply, _KEY_1], words[ply, _KEY_2], words[ply, _KEY_3]
    known_lower, known_upper, _ = find(table, first, second, third)
    lower, upper = max(lower, known_lower), min(upper, known_upper)
    move = -1 if ply < _FOLDED else numbers[ply, _BEST_MOVE]  # a turned board has other moves
    keep(table, first, second, third, lower, upper, move, effort)
    return best
