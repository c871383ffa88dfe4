"""Choose the functions that compiled code calls, by the type of the board.

Each game has its own board type. A function compiled for it has that game's rules inlined and its machine
code cached; rules chosen at run time could be neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from gridlock.board import Board
from gridlock.rules import Game, Position
from gridlock.rules.resources import module_of
from gridlock.search import plain
from gridlock.search.compiled_rules import checked_board
from gridlock.search.compiler import overload


def compiled_board(game: Game) -> Board:
    """Return a game's board for compiled code; GridlockError if its rules can't be compiled."""
    near = np.array(knowledge_of(type(game)).near(game), dtype=np.uint64)
    return checked_board(game)._replace(near=near)


_board = lru_cache(maxsize=8)(compiled_board)


def compiled_position(position: Position) -> tuple[Any, Any, Any, Any]:
    """Return the board and the words of a position for compiled code."""
    own, opp, extra = map(np.uint64, position.words)
    return _board(position.game), own, opp, extra


def no_rows(game: Game) -> list[list[int]]:
    """Add nothing to the board."""
    return [[0]]


class Knowledge(NamedTuple):
    """Game-specific knowledge for the search: compiled functions on a board and words.

    A game's theory passes by keyword what improves on the defaults, which hold for any game.

    The search works on *forms*: three words with what matters in a position. A form is *reduced* before it is
    searched: whatever can't matter is removed, so that many positions share a form.
    """

    form: Any = plain.form
    """``form(board, own, opp, extra)``: the form of a position."""
    options: Any = plain.options
    """``options(board, *form)``: the moves of a form, as a word."""
    follow: Any = plain.follow
    """``follow(board, *form, move)``: the form after a move, seen from the other side."""
    reduce: Any = plain.reduce
    """``reduce(board, *form, theorems)``: the reduced form, and by how many moves its game is shorter."""
    move_score: Any = plain.move_score
    """``move_score(board, *form, move)``: a score for move ordering."""
    bounds: Any = plain.bounds
    """``bounds(board, *form, moves, sign, theorems, table)``: a lower and an upper bound of the score, the
    best score of a loss and the worst of a win, and the moves worth searching. ``sign`` is 1 if the mover is
    known to win, -1 if it is known to lose, else 0.
    """
    copies: Any = plain.never
    """``copies(board, *form, turn)``: whether the other side wins by mirroring every move under this
    symmetry. This is the theorem MIRROR.
    """
    theorems: Mapping[str, int] = MappingProxyType({})
    """The theorems used by ``bounds``, by name, each with the bit that enables it."""
    reductions: Mapping[str, int] = MappingProxyType({})
    """The reductions used by ``reduce``, likewise."""
    cells: bool = True
    """Whether the third word of a form is a set of cells, which symmetries apply to."""
    decisive: bool = False
    """Whether ``bounds`` decides every form and returns only winning moves for the winner."""
    near: Callable[[Game], list[list[int]]] = no_rows
    """Rows of words, one per cell, available as ``board.near``."""


PLAIN = Knowledge()
"""Knowledge of a game without a theory: only its rules."""

MIRROR = np.uint64(1)
"""The bit of the theorem that applies to every game."""


def knowledge_of(kind: type[Game]) -> Knowledge:
    """Return ``KNOWLEDGE`` from a game's ``theory`` module, or the defaults."""
    theory = module_of(kind, "theory")
    return PLAIN if theory is None else theory.KNOWLEDGE


def form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def options(board: Any, first: Any, second: Any, third: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def follow(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def reduce(board: Any, first: Any, second: Any, third: Any, theorems: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def move_score(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def bounds(
    board: Any, first: Any, second: Any, third: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def copies(board: Any, first: Any, second: Any, third: Any, turn: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def turns_third(board: Any) -> Any:
    """``cells`` of :class:`Knowledge`. Only in compiled code."""


def is_decisive(board: Any) -> Any:
    """``decisive`` of :class:`Knowledge`. Only in compiled code."""


def theorems_of(game: Game) -> dict[str, int]:
    """The theorems for a game, by name, each with its bit."""
    return {"mirror": int(MIRROR), **knowledge_of(type(game)).theorems}


def reductions_of(game: Game) -> dict[str, int]:
    """The reductions for a game, by name, each with its bit."""
    return dict(knowledge_of(type(game)).reductions)


def _knowledge(board: Any) -> Knowledge:
    return knowledge_of(board.instance_class.kind)


# The overloads return the Python functions: the compiled ones would be compiled again for each caller.


@overload(form, strict=False)
def _form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    return _knowledge(board).form.py_func


@overload(options, strict=False)
def _options(board: Any, first: Any, second: Any, third: Any) -> Any:
    return _knowledge(board).options.py_func


@overload(follow, strict=False)
def _follow(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    return _knowledge(board).follow.py_func


@overload(reduce, strict=False)
def _reduce(board: Any, first: Any, second: Any, third: Any, theorems: Any) -> Any:
    return _knowledge(board).reduce.py_func


@overload(move_score, strict=False)
def _move_score(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    return _knowledge(board).move_score.py_func


@overload(bounds, strict=False)
def _bounds(
    board: Any, first: Any, second: Any, third: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    return _knowledge(board).bounds.py_func


@overload(copies, strict=False)
def _copies(board: Any, first: Any, second: Any, third: Any, turn: Any) -> Any:
    return _knowledge(board).copies.py_func


@overload(turns_third, strict=False)
def _turns_third(board: Any) -> Any:
    answer = _knowledge(board).cells
    return lambda board: answer


@overload(is_decisive, strict=False)
def _is_decisive(board: Any) -> Any:
    answer = _knowledge(board).decisive
    return lambda board: answer
