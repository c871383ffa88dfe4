"""Compiled passes over many games at once.

The words of a batch are the rows of one array, one column per game: own, opp, extra and legal. Each pass
covers the games from ``start`` to ``stop``, so that threads can share a batch.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridlock.search.compiled_rules import legal, passes, play, swapped, targets
from gridlock.search.jit import count_bits, inner, njit, store_bits

OWN, OPP, EXTRA, LEGAL = 0, 1, 2, 3
ROWS = 4

_U = np.uint64
_LANES = 64  # games side by side in random play, so that the compiler can use vector instructions
_LANE_ROWS = 6
_TURN, _STREAM = 4, 5  # further rows of a lane

_ONES = _U(0x0101010101010101)
_HIGH = _U(0x8080808080808080)
_HALVES, _PAIRS, _NIBBLES = _U(0x5555555555555555), _U(0x3333333333333333), _U(0x0F0F0F0F0F0F0F0F)
_DIAGONAL, _LOW = _U(0x8040201008040201), _U(0x7F7F7F7F7F7F7F7F)
_BYTE = _U(255)
_GOLDEN = _U(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = _U(0xBF58476D1CE4E5B9), _U(0x94D049BB133111EB)


@inner
def mix(word: Any) -> Any:
    """Scramble a word (the output function of splitmix64)."""
    word = (word ^ word >> _U(30)) * _MIX1
    word = (word ^ word >> _U(27)) * _MIX2
    return word ^ word >> _U(31)


@inner
def nth_bit(word: Any, n: Any) -> Any:
    """The number of the ``n``-th set bit of a word, counted from 0, without a branch.

    Counts per byte are added up to prefix sums; the byte is the number of sums that are at most ``n``. The
    bits of that byte, spread to a byte each, are then treated alike.
    """
    sums = word - (word >> _U(1) & _HALVES)
    sums = (sums & _PAIRS) + (sums >> _U(2) & _PAIRS)
    sums = (sums + (sums >> _U(4)) & _NIBBLES) * _ONES
    place = _U(count_bits((n * _ONES | _HIGH) - sums & _HIGH)) * _U(8)
    n = n - (sums << _U(8) >> place & _BYTE)
    bits = ((word >> place & _BYTE) * _ONES & _DIAGONAL) + _LOW >> _U(7) & _ONES
    return np.int64(place) + count_bits((n * _ONES | _HIGH) - bits * _ONES & _HIGH)


@inner
def random_bit(word: Any, stream: Any) -> Any:
    """Choose one of the set bits. The bias of the multiplication is below 64 in 2**32."""
    return nth_bit(word, (mix(stream) >> _U(32)) * _U(count_bits(word)) >> _U(32))


@njit
def start_streams(seed: Any, first: Any, streams: Any) -> None:
    """Write the initial random streams of the games from number ``first`` on."""
    for k in range(len(streams)):
        streams[k] = mix(mix(seed) ^ _U(first + k))


# Slices tell the compiler that indices aren't negative; without that it can't vectorise.


@njit
def sample(words: Any, streams: Any, actions: Any, start: Any, stop: Any) -> None:
    """Choose a random legal action in each game, and advance its stream."""
    moves, streams, actions = words[LEGAL][start:stop], streams[start:stop], actions[start:stop]
    for k in range(stop - start):
        stream = streams[k] + _GOLDEN
        streams[k] = stream
        actions[k] = random_bit(moves[k], stream)


@njit
def step(
    board: Any, first: Any, words: Any, turns: Any, actions: Any, final: Any, final_turns: Any, winners: Any,
    illegal: Any, start: Any, stop: Any,
) -> None:  # fmt: skip
    """Play an action in each game. Where that ends it, keep its last position and start the next game."""
    owns, opps = words[OWN][start:stop], words[OPP][start:stop]
    extras, moves = words[EXTRA][start:stop], words[LEGAL][start:stop]
    turns, final_turns, actions = turns[start:stop], final_turns[start:stop], actions[start:stop]
    winners, illegal = winners[start:stop], illegal[start:stop]
    for k in range(stop - start):
        action, turn, word = actions[k], turns[k], moves[k]
        own, opp, extra = owns[k], opps[k], extras[k]
        is_legal = 0 <= action < 64 and word >> _U(action) & _U(1)
        if is_legal:
            own, opp, extra = play(board, own, opp, extra, action)
            word = legal(board, own, opp, extra)
            turn = 3 - turn
            if passes(board) and not word:
                other_own, other_opp, other_extra = swapped(board, own, opp, extra)
                word = legal(board, other_own, other_opp, other_extra)
                if word:
                    own, opp, extra, turn = other_own, other_opp, other_extra, 3 - turn
        else:
            word = _U(0)
        winners[k] = 0
        illegal[k] = not is_legal
        if not word:
            place = start + k
            final[OWN, place], final[OPP, place], final[EXTRA, place] = own, opp, extra
            final[LEGAL, place], final_turns[k] = word, turn
            winners[k] = 3 - turn
            own, opp, extra, word, turn = first[OWN], first[OPP], first[EXTRA], first[LEGAL], 1
        owns[k], opps[k], extras[k], moves[k], turns[k] = own, opp, extra, word, turn


@njit
def plane_words(board: Any, words: Any, turns: Any, out: Any, start: Any, stop: Any) -> None:
    """Write the planes of each game as words: a row per plane, a column per game."""
    owns, opps = words[OWN][start:stop], words[OPP][start:stop]
    extras, moves, turns = words[EXTRA][start:stop], words[LEGAL][start:stop], turns[start:stop]
    mine, theirs, extra, cells = (
        out[0][start:stop],
        out[1][start:stop],
        out[2][start:stop],
        out[3][start:stop],
    )
    side, constant = out[4][start:stop], out[5][start:stop]
    for k in range(stop - start):
        mine[k], theirs[k], extra[k] = owns[k], opps[k], extras[k]
        cells[k] = targets(board, owns[k], moves[k])
        side[k] = board.full * _U(turns[k] - 1)
        constant[k] = board.full


@njit
def unpack(words: Any, bits: Any, out: Any, start: Any, stop: Any) -> None:
    """Write the lowest bits of each column's words, a byte each.

    All but the last columns are written 32 bits at a time: what is too much is overwritten by the next.
    """
    at = start * len(words) * bits
    for k in range(start, stop):
        for row in range(len(words)):
            word = words[row, k]
            if stop - k > 32:
                store_bits(out, at, word)
                if bits > 32:
                    store_bits(out, at + 32, word >> _U(32))
            else:
                for bit in range(bits):
                    out[at + bit] = word >> _U(bit) & _U(1)
            at += bits


@njit
def play_randomly(board: Any, first: Any, seed: Any, start: Any, stop: Any, tally: Any) -> None:
    """Play the random games of these numbers. Count the moves and the wins of each side in ``tally``."""
    lanes = np.empty((_LANE_ROWS, _LANES), dtype=np.uint64)
    key, number, used, moves = mix(seed), start, 0, 0
    while used < _LANES and number < stop:
        _deal(lanes, used, first, key, number)
        used, number = used + 1, number + 1
    while used:
        moves += used
        _advance(board, lanes, used)
        lane = 0
        while lane < used:
            if lanes[LEGAL, lane] or (passes(board) and _pass(board, lanes, lane)):
                lane += 1
                continue
            tally[2 - lanes[_TURN, lane]] += 1  # the side that is stuck has lost
            if number < stop:
                _deal(lanes, lane, first, key, number)
                lane, number = lane + 1, number + 1
            else:  # no game left: the last lane moves here, and is looked at next
                used -= 1
                for row in range(_LANE_ROWS):
                    lanes[row, lane] = lanes[row, used]
    tally[0] += moves


@inner
def _deal(lanes: Any, lane: Any, first: Any, key: Any, number: Any) -> None:
    """Start a game in a lane."""
    for row in range(ROWS):
        lanes[row, lane] = first[row]
    lanes[_TURN, lane] = 0
    lanes[_STREAM, lane] = mix(key ^ _U(number))


@inner
def _advance(board: Any, lanes: Any, used: Any) -> None:
    """Play a random move in each lane. There is no branch, so the compiler can vectorise it."""
    for lane in range(used):
        stream = lanes[_STREAM, lane] + _GOLDEN
        action = random_bit(lanes[LEGAL, lane], stream)
        own, opp, extra = play(board, lanes[OWN, lane], lanes[OPP, lane], lanes[EXTRA, lane], action)
        lanes[OWN, lane], lanes[OPP, lane], lanes[EXTRA, lane] = own, opp, extra
        lanes[LEGAL, lane] = legal(board, own, opp, extra)
        lanes[_TURN, lane] ^= _U(1)
        lanes[_STREAM, lane] = stream


@inner
def _pass(board: Any, lanes: Any, lane: Any) -> Any:
    """Give the turn to the other side, if it can move; return whether it can."""
    own, opp, extra = swapped(board, lanes[OWN, lane], lanes[OPP, lane], lanes[EXTRA, lane])
    word = legal(board, own, opp, extra)
    if not word:
        return False
    lanes[OWN, lane], lanes[OPP, lane], lanes[EXTRA, lane], lanes[LEGAL, lane] = own, opp, extra, word
    lanes[_TURN, lane] ^= _U(1)
    return True
