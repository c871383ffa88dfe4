"""Which rules a compiled function calls: decided by the type of the board that it is given.

Each game has a board type of its own. A function compiled for one of them has that game's rules inlined, and
Numba keeps its machine code like any other; a rule chosen at run time could be neither inlined nor kept.
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
    """The board of a game, for compiled code; GridlockError if its rules can't be compiled."""
    near = np.array(knowledge_of(type(game)).near(game), dtype=np.uint64)
    return checked_board(game)._replace(near=near)


_board = lru_cache(maxsize=8)(compiled_board)


def compiled_position(position: Position) -> tuple[Any, Any, Any, Any]:
    """The board and the words of a position, for compiled code."""
    own, opp, extra = map(np.uint64, position.words)
    return _board(position.game), own, opp, extra


def no_rows(game: Game) -> list[list[int]]:
    """Nothing is wanted beside the board."""
    return [[0]]


class Knowledge(NamedTuple):
    """What the search knows of one game beyond its rules: compiled functions of a board and words.

    A game's theory gives by keyword what it knows better; the defaults hold for any game.

    The search goes from *form* to form: three words that say what matters of a position. A form is *reduced*
    before it is looked at: all that cannot matter is left out of it, so that as many as possible become one.
    """

    form: Any = plain.form
    """``form(board, own, opp, extra)``: the form of a position."""
    options: Any = plain.options
    """``options(board, *form)``: the moves of a form, as a word."""
    follow: Any = plain.follow
    """``follow(board, *form, move)``: the form after a move, as the other side sees it."""
    reduce: Any = plain.reduce
    """``reduce(board, *form, theorems)``: the reduced form, and by how many moves its end is sooner."""
    move_score: Any = plain.move_score
    """``move_score(board, *form, move)``: how good a move looks."""
    bounds: Any = plain.bounds
    """``bounds(board, *form, moves, sign, theorems, table)``: a lower and an upper bound of the score, the
    best that a loss and the worst that a win can be, and the moves that are worth a look. ``sign`` is 1 if
    the mover is known to win, -1 to lose, 0 if neither is known."""
    copies: Any = plain.never
    """``copies(board, *form, turn)``: whether the other side wins by copying every move, turned or flipped in
    this way. This is the theorem MIRROR."""
    theorems: Mapping[str, int] = MappingProxyType({})
    """The theorems that ``bounds`` uses, by name, each with a bit by which it can be switched off."""
    reductions: Mapping[str, int] = MappingProxyType({})
    """Those by which ``reduce`` leaves something out, likewise."""
    cells: bool = True
    """Whether the third word of a form is a set of cells, which turns with the board."""
    decisive: bool = False
    """Whether ``bounds`` decides every form, and leaves a side that wins only moves that win."""
    near: Callable[[Game], list[list[int]]] = no_rows
    """Rows of words, one a cell, that these functions find as ``board.near``."""


PLAIN = Knowledge()
"""What the search knows of a game without a theory: its rules, and nothing else."""

MIRROR = np.uint64(1)
"""The bit of the theorem that all games share."""


def knowledge_of(kind: type[Game]) -> Knowledge:
    """What is known of a game: ``KNOWLEDGE`` in its room's ``theory``, else what holds for any."""
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
    """The theorems that are known for a game, by name, each with its bit."""
    return {"mirror": int(MIRROR), **knowledge_of(type(game)).theorems}


def reductions_of(game: Game) -> dict[str, int]:
    """What may be left out of a game's positions, by name, each with its bit."""
    return dict(knowledge_of(type(game)).reductions)


def _known(board: Any) -> Knowledge:
    return knowledge_of(board.instance_class.kind)


# The plain function, not the compiled one: it would be compiled once more for whoever calls it.


@overload(form, strict=False)
def _form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    return _known(board).form.py_func


@overload(options, strict=False)
def _options(board: Any, first: Any, second: Any, third: Any) -> Any:
    return _known(board).options.py_func


@overload(follow, strict=False)
def _follow(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    return _known(board).follow.py_func


@overload(reduce, strict=False)
def _reduce(board: Any, first: Any, second: Any, third: Any, theorems: Any) -> Any:
    return _known(board).reduce.py_func


@overload(move_score, strict=False)
def _move_score(board: Any, first: Any, second: Any, third: Any, move: Any) -> Any:
    return _known(board).move_score.py_func


@overload(bounds, strict=False)
def _bounds(
    board: Any, first: Any, second: Any, third: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    return _known(board).bounds.py_func


@overload(copies, strict=False)
def _copies(board: Any, first: Any, second: Any, third: Any, turn: Any) -> Any:
    return _known(board).copies.py_func


@overload(turns_third, strict=False)
def _turns_third(board: Any) -> Any:
    known = _known(board).cells
    return lambda board: known


@overload(is_decisive, strict=False)
def _is_decisive(board: Any) -> Any:
    known = _known(board).decisive
    return lambda board: known
