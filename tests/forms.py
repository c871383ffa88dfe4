"""The search's forms for tests: plain numbers in and out, and scores by naive minimax."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from gridlock import Game, Position
from gridlock.board import cells
from gridlock.search import dispatch
from gridlock.search.dispatch import compiled_board
from gridlock.search.jit import njit
from gridlock.search.limits import ALL_THEOREMS
from gridlock.search.scores import MOST
from gridlock.search.symmetry import copying_tables
from gridlock.search.transpositions import new_table


class Form(NamedTuple):
    first: int
    second: int
    third: int


class Bounds(NamedTuple):
    """The search's bounds on a form's score."""

    lower: int
    upper: int
    lost: int
    won: int
    moves: int


@njit
def _form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    return dispatch.form(board, own, opp, extra)


@njit
def _options(board: Any, first: Any, second: Any, third: Any) -> Any:
    return dispatch.options(board, first, second, third)


@njit
def _follow(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    return dispatch.follow(board, first, second, third, move)


@njit
def _reduce(board: Any, first: Any, second: Any, third: Any, theorems: Any) -> Any:
    return dispatch.reduce(board, first, second, third, theorems)


@njit
def _bounds(
    board: Any, first: Any, second: Any, third: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    return dispatch.bounds(board, first, second, third, moves, sign, theorems, table)


@njit
def _copied(board: Any, first: Any, second: Any, third: Any, maps: Any) -> Any:
    result = False
    for number in range(maps.shape[0]):
        result = result or dispatch.copies(board, first, second, third, maps[number])
    return result


class Forms:
    """The search's functions on forms of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._board = compiled_board(game)
        self._maps = copying_tables(game)
        self._table = new_table(1 << 20)
        self._scores: dict[Form, int] = {}

    def of(self, words: tuple[int, int, int]) -> Form:
        return Form(*map(int, _form(self._board, *_typed(words))))

    def options(self, form: Form) -> int:
        return int(_options(self._board, *_typed(form)))

    def follow(self, form: Form, move: int) -> Form:
        return Form(*map(int, _follow(self._board, *_typed(form), move)))

    def reduce(self, form: Form, theorems: int = ALL_THEOREMS) -> tuple[Form, int]:
        """The reduced form, and by how many moves its game is shorter."""
        *words, delay = map(int, _reduce(self._board, *_typed(form), np.uint64(theorems)))
        return Form(*words), delay

    def bounds(self, form: Form, sign: int = 0, theorems: int = ALL_THEOREMS) -> Bounds:
        moves = np.uint64(self.options(form))
        result = _bounds(self._board, *_typed(form), moves, sign, np.uint64(theorems), self._table)
        return Bounds(*map(int, result))

    def copied(self, form: Form) -> bool:
        """Whether the other side is known to win by copying every move."""
        return bool(_copied(self._board, *_typed(form), self._maps))

    def children(self, form: Form) -> Iterator[Form]:
        return (self.follow(form, move) for move in cells(self.options(form)))

    def score(self, form: Form) -> int:
        """The score by minimax without reductions, which depends only on the moves of the forms."""
        if form not in self._scores:
            self._scores[form] = max(
                (from_child(self.score(child)) for child in self.children(form)), default=-MOST
            )
        return self._scores[form]


def _typed(words: tuple[int, int, int]) -> tuple[Any, ...]:
    return tuple(map(np.uint64, words))


def from_child(score: int) -> int:
    """A child's score as its parent sees it."""
    return -score - 1 if score < 0 else -score + 1


def delayed(score: int, moves: int) -> int:
    """The score if the game ends this many moves later."""
    return score - moves if score > 0 else score + moves


def score_of(value: tuple[int, int | None], turn: int) -> int:
    """Convert a value to a score for the side to move."""
    winner, moves = value
    assert moves is not None
    return MOST - moves if winner == turn else moves - MOST


def set_up(game: Game, random: Random) -> Position:
    """A position with tokens anywhere, few or many, usually unreachable by play."""
    size = game.board.size
    taken = random.choice([0.1, 0.3, 0.5, 0.7])
    if game.walks:
        marks = ["#" if random.random() < taken else "." for _ in range(size)]
        one, two = random.sample(range(size), 2)
        marks[one], marks[two] = "1", "2"
    else:
        marks = [random.choice("XO") if random.random() < taken else "." for _ in range(size)]
    turn = random.choice([1, 2])
    if game.id == "trail" and set(marks) != {"."}:
        marks[random.randrange(size)] = "o" if turn == 1 else "x"
    rows = "/".join("".join(marks[k : k + game.cols]) for k in range(0, size, game.cols))
    return game.position(f"{rows} {turn}")
