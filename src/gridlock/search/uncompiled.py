"""The searches in plain Python, for games whose rules can't be compiled.

They give the same answers as the compiled ones and obey the same limits, but are far slower.
"""

from __future__ import annotations

import warnings
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from gridlock.board import cells
from gridlock.rules import Game, Position
from gridlock.rules.game import MAX_MOVES, Words
from gridlock.search import scores
from gridlock.search.base_solver import TICK, BaseSolver
from gridlock.search.compiled_rules import NotCompiled, endless
from gridlock.search.limits import Limits, Status
from gridlock.search.mcts import EXPLORE, Branch, Tree
from gridlock.search.scores import MOST
from gridlock.search.solver import Solver

_ENTRY_BYTES = 400  # of the table, generously
_CHECKED = 64  # nodes between checks of the limits
_scores: Any = scores
_from_child, _to_child = _scores.from_child.py_func, _scores.to_child.py_func


def make_solver(game: Game, limits: Limits) -> BaseSolver:
    """Return the solver of a game; a slow one, with a warning, if its rules can't be compiled."""
    try:
        return Solver(game, limits)
    except NotCompiled as problem:
        warnings.warn(str(problem), stacklevel=2)
        return UncompiledSolver(game, limits)


def make_tree(position: Position, room: int, seed: int) -> Tree | UncompiledTree:
    """Return a search tree; a slow one, with a warning, if the game's rules can't be compiled."""
    try:
        return Tree(position, room, seed)
    except NotCompiled as problem:
        warnings.warn(str(problem), stacklevel=2)
        return UncompiledTree(position, room, seed)


class UncompiledSolver(BaseSolver):
    """Alpha-beta search with a transposition table, using only the rules."""

    def __init__(self, game: Game, limits: Limits) -> None:
        super().__init__(game, limits)
        self._nodes = 0
        self._bounds: dict[Words, tuple[int, int]] = {}
        self._room = max(1, limits.memory // _ENTRY_BYTES)
        self._reported = 0.0

    @property
    def nodes(self) -> int:
        return self._nodes

    def score(self, words: Words, alpha: int, beta: int) -> int:
        self._check_limits()
        return self._search(words, alpha, beta, 0)

    def _search(self, words: Words, alpha: int, beta: int, ply: int) -> int:
        self._count_node(ply)
        lower, upper = self._bounds.get(words, (-MOST, MOST))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best = -MOST
        for child in self._children(words):
            window = _to_child(beta), _to_child(max(alpha, best))
            best = max(best, _from_child(self._search(child, *window, ply + 1)))
            if best >= beta:
                break
        lower, upper = max(lower, best) if best > alpha else lower, min(upper, best) if best < beta else upper
        if len(self._bounds) < self._room or words in self._bounds:
            self._bounds[words] = lower, upper
        return best

    def _children(self, words: Words) -> list[Words]:
        """The words after each move, those that leave the fewest replies first."""
        game = self.game
        legal, play, board = game.legal_word, game.play_words, game.board
        children = [play(board, *words, move) for move in cells(legal(board, *words))]
        return sorted(children, key=lambda child: legal(board, *child).bit_count())

    def _count_node(self, ply: int) -> None:
        """Count a node and, now and then, check the limits and report progress."""
        if ply > MAX_MOVES:
            raise endless(self.game)
        self._nodes += 1
        if self._nodes % _CHECKED == 0:
            self._check_limits()
            if self.limits.progress is not None and perf_counter() - self._reported > TICK:
                self._reported = perf_counter()
                table = min(1.0, len(self._bounds) / self._room)
                self.limits.progress(Status(self._nodes, self.seconds, table))


class _Node:
    """A node of a search tree, seen from the side to move."""

    __slots__ = ("certain", "children", "move", "parent", "score", "untried", "visits", "words")

    def __init__(self, game: Game, words: Words, parent: _Node | None, move: int) -> None:
        self.words = words
        self.untried = list(cells(game.legal_word(game.board, *words)))
        self.parent = parent
        self.move = move
        self.children: list[_Node] = []
        self.visits = 0
        self.score = 0  # playouts won by the other side, which moved here
        self.certain = 0 if self.untried else 1  # 1 if that side is proven to win, -1 if it's proven to lose

    def update_proof(self) -> None:
        """Mark the node if its children prove the result: one of them wins, or all lose."""
        if any(child.certain == 1 for child in self.children):
            self.certain = -1
        elif self.children and not self.untried and all(child.certain == -1 for child in self.children):
            self.certain = 1


class UncompiledTree:
    """A search tree like :class:`gridlock.search.mcts.Tree`."""

    batch = 20
    """The number of playouts between checks of the time."""

    def __init__(self, position: Position, room: int, seed: int) -> None:
        self._position = position
        self._game = position.game
        self._random = Random(seed)
        self._room = room
        self._root = _Node(position.game, position.words, None, -1)

    def grow(self, playouts: int) -> bool:
        """Run this many playouts; return whether more are possible and useful."""
        for _ in range(min(playouts, self._room)):
            if self._root.certain:
                break
            self._room -= 1
            self._back_up(*self._playout(self._expand(self._descend())))
        return not self._root.certain and self._room > 0

    def _descend(self) -> _Node:
        """Return the node to expand, found by upper confidence bounds."""
        node = self._root
        while not node.untried and not node.certain:
            weight = EXPLORE * log(node.visits)
            open_children = [child for child in node.children if not child.certain]
            node = max(open_children, key=lambda one: one.score / one.visits + sqrt(weight / one.visits))
        return node

    def _expand(self, node: _Node) -> _Node:
        game = self._game
        move = node.untried.pop(self._random.randrange(len(node.untried)))
        child = _Node(game, game.play_words(game.board, *node.words, move), node, move)
        node.children.append(child)
        return child

    def _playout(self, node: _Node) -> tuple[_Node, int]:
        """Play random moves to the end: the node, and whether the side that moved there wins."""
        game, words, won = self._game, node.words, 1
        for _ in range(MAX_MOVES):
            moves = list(cells(game.legal_word(game.board, *words)))
            if not moves:
                return node, won
            words = game.play_words(game.board, *words, self._random.choice(moves))
            won = 1 - won
        raise endless(game)

    def _back_up(self, node: _Node | None, won: int) -> None:
        while node is not None:
            node.visits += 1
            node.score += won
            won = 1 - won
            node.update_proof()
            node = node.parent

    def branches(self) -> list[Branch]:
        """The moves tried at the root, best first."""
        branches = [
            Branch(self._position.move(one.move), one.visits, one.score / one.visits, one.certain)
            for one in self._root.children
        ]
        return sorted(branches, key=lambda branch: (-branch.certain, -branch.visits, branch.move))
