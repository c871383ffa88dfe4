"""Monte Carlo tree search for any game on any board, using only the rules.

Each playout adds one node: descend by upper confidence bounds, add a move, then play randomly to the end.
Nodes with a proven result are marked, and the marks propagate up (Winands' MCTS-Solver).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gridlock.rules import Move, Position
from gridlock.search.compiled_rules import legal, play
from gridlock.search.dispatch import compiled_board
from gridlock.search.jit import count_bits, inner, lowest_bit, njit

# Columns of a node: its words and untried moves; its links, counts and proven result.
_OWN, _OPP, _EXTRA, _UNTRIED = 0, 1, 2, 3
_PARENT, _CHILD, _SIBLING, _MOVE, _VISITS, _SCORE, _CERTAIN = 0, 1, 2, 3, 4, 5, 6

_ONE = np.uint64(1)
EXPLORE = 1.0
"""The exploration constant."""


class Branch(NamedTuple):
    """A move at the root, with its statistics."""

    move: Move
    visits: int
    score: float
    """The fraction of its playouts that the mover won, from 0 to 1."""
    certain: int
    """1 if the move is proven to win, -1 if it is proven to lose, else 0."""


@inner
def random_word(state: Any) -> Any:
    """The next number of a xorshift generator."""
    word = state[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    state[0] = word
    return word


@inner
def random_move(word: Any, state: Any) -> Any:
    """Choose a random move from a set."""
    skip = np.int64((random_word(state) >> np.uint64(33)) % np.uint64(count_bits(word)))
    while skip > 0:
        word &= word - _ONE
        skip -= 1
    return lowest_bit(word)


@inner
def playout(board: Any, own: Any, opp: Any, extra: Any, word: Any, state: Any) -> Any:
    """Play random moves to the end: 1 if the side to move wins, else 0. ``word`` is its legal moves."""
    mine = 0
    while word:
        own, opp, extra = play(board, own, opp, extra, random_move(word, state))
        word = legal(board, own, opp, extra)
        mine = 1 - mine
    return mine


@inner
def best_child(numbers: Any, node: Any) -> Any:
    """The child to descend to, or -1 if every child has a proven result."""
    best, most = np.int64(-1), -1.0
    weight = EXPLORE * np.log(np.float64(numbers[node, _VISITS]))
    child = numbers[node, _CHILD]
    while child >= 0:
        if numbers[child, _CERTAIN] == 0:
            visits = np.float64(numbers[child, _VISITS])
            bound = numbers[child, _SCORE] / visits + np.sqrt(weight / visits)
            if bound > most:
                best, most = child, bound
        child = numbers[child, _SIBLING]
    return best


@inner
def add_node(board: Any, words: Any, numbers: Any, node: Any, parent: Any, move: Any, position: Any) -> Any:
    """Write a new node and return its legal moves."""
    own, opp, extra = position
    word = legal(board, own, opp, extra)
    words[node, _OWN], words[node, _OPP], words[node, _EXTRA], words[node, _UNTRIED] = own, opp, extra, word
    numbers[node, _PARENT], numbers[node, _CHILD], numbers[node, _MOVE] = parent, -1, move
    numbers[node, _VISITS], numbers[node, _SCORE] = 0, 0
    numbers[node, _CERTAIN] = 0 if word else 1
    if parent >= 0:
        numbers[node, _SIBLING] = numbers[parent, _CHILD]
        numbers[parent, _CHILD] = node
    return word


@inner
def update_proof(words: Any, numbers: Any, node: Any) -> None:
    """Mark a node if its children prove the result: one of them wins, or all lose."""
    certain = -1 if words[node, _UNTRIED] else 1
    child = numbers[node, _CHILD]
    while child >= 0:
        if numbers[child, _CERTAIN] == 1:
            numbers[node, _CERTAIN] = -1
            return
        if numbers[child, _CERTAIN] == 0:
            certain = 0
        child = numbers[child, _SIBLING]
    if certain == 1:
        numbers[node, _CERTAIN] = 1


@njit
def grow(board: Any, words: Any, numbers: Any, used: Any, playouts: Any, state: Any) -> Any:
    """Run up to this many playouts while there is room; return the number of nodes."""
    for _ in range(playouts):
        if numbers[0, _CERTAIN] or used == len(words):
            break
        node = np.int64(0)
        while not words[node, _UNTRIED] and numbers[node, _CERTAIN] == 0:
            node = best_child(numbers, node)
        own, opp, extra = words[node, _OWN], words[node, _OPP], words[node, _EXTRA]
        move = random_move(words[node, _UNTRIED], state)
        words[node, _UNTRIED] &= ~(_ONE << np.uint64(move))
        child = play(board, own, opp, extra, move)
        word = add_node(board, words, numbers, used, node, move, child)
        won = 1 - playout(board, child[0], child[1], child[2], word, state)
        node = used
        used += 1
        while node >= 0:  # back up, switching sides at each step
            numbers[node, _VISITS] += 1
            numbers[node, _SCORE] += won
            won = 1 - won
            if word:
                update_proof(words, numbers, node)
            word = _ONE
            node = numbers[node, _PARENT]
    return used


@njit
def add_root(board: Any, words: Any, numbers: Any, own: Any, opp: Any, extra: Any) -> None:
    """Write the root."""
    add_node(board, words, numbers, np.int64(0), np.int64(-1), np.int64(-1), (own, opp, extra))


class Tree:
    """A search tree for a position; raises NotCompiled for rules that can't be compiled."""

    batch = 10_000
    """The number of playouts between checks of the time."""

    def __init__(self, position: Position, room: int, seed: int) -> None:
        self._position = position
        self._board = compiled_board(position.game)
        self._words = np.empty((room + 1, 4), dtype=np.uint64)
        self._numbers = np.empty((room + 1, 7), dtype=np.int64)
        self._state = np.array([seed % (2**64 - 1) + 1], dtype=np.uint64)
        self._used = 1
        add_root(self._board, self._words, self._numbers, *map(np.uint64, position.words))

    def grow(self, playouts: int) -> bool:
        """Run this many playouts; return whether more are possible and useful."""
        used = grow(self._board, self._words, self._numbers, self._used, playouts, self._state)
        self._used = int(used)
        return not self._numbers[0, _CERTAIN] and self._used < len(self._words)

    def branches(self) -> list[Branch]:
        """The moves tried at the root, best first."""
        branches = []
        child = int(self._numbers[0, _CHILD])
        while child >= 0:
            row = self._numbers[child]
            move = self._position.move(int(row[_MOVE]))
            visits = int(row[_VISITS])
            branches.append(Branch(move, visits, float(row[_SCORE] / visits), int(row[_CERTAIN])))
            child = int(row[_SIBLING])
        return sorted(branches, key=lambda branch: (-branch.certain, -branch.visits, branch.move))
