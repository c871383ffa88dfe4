"""Which rules a compiled function calls: decided by the type of the board that it is given.

Each game has a board type of its own. A function compiled for one of them has that game's rules inlined, and
Numba keeps its machine code like any other; a rule chosen at run time could be neither inlined nor kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload, register_jitable

from gridlock import board as geometry
from gridlock.board import Board, typed
from gridlock.rules import Game
from gridlock.rules.room import part_of
from gridlock.search.complete import CompleteTable, no_table

__all__ = [
    "MIRROR",
    "Knowledge",
    "compiled_board",
    "copies",
    "key",
    "knowledge_of",
    "legal",
    "play",
    "promise",
    "swapped",
    "theorems_of",
    "verdict",
]

for _function in (
    geometry.north,
    geometry.south,
    geometry.east,
    geometry.west,
    geometry.orthogonal,
    geometry.flood,
    geometry.king,
    geometry.some,
    geometry._all_diagonals,
    geometry.lines,
    geometry.neighbour,
):
    register_jitable(_function)


def compiled_board(game: Game) -> Board:
    """The board of a game, for compiled code."""
    return type(game).Board(*typed(game.board))


class Knowledge(NamedTuple):
    """What the search knows of one game beyond its rules: compiled functions of a board and words."""

    key: Any
    """``key(board, own, opp, extra)``: three words that hold all of a position that matters."""
    promise: Any
    """``promise(board, own, opp, extra)``: how good this position looks for the side that has just moved."""
    verdict: Any
    """``verdict(board, own, opp, extra, theorems, table)``: 1 if a theorem shows that the side to move wins,
    -1 if it loses, 0 if no theorem decides."""
    copies: Any
    """``copies(board, own, opp, extra, turn)``: whether the other side wins by copying every move, turned or
    flipped in this way. This is the theorem MIRROR."""
    theorems: Mapping[str, int] = MappingProxyType({})
    """The theorems that ``verdict`` uses, by name, each with a bit by which it can be switched off."""
    table: Callable[[Game], CompleteTable | None] = no_table
    """The complete table of a board, if there is one that can be used."""


MIRROR = np.uint64(1)
"""The bit of the theorem that all games share."""


def knowledge_of(kind: type[Game]) -> Knowledge:
    """What is known of a game: ``KNOWLEDGE`` in its room's ``theory``, else what holds for any."""
    from gridlock.search.plain import PLAIN

    theory = part_of(kind, "theory")
    return PLAIN if theory is None else theory.KNOWLEDGE


def legal(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The legal moves of the side to move, as the game's rule has them. Only in compiled code."""


def play(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The words after a move, as the game's rule has them. Only in compiled code."""


def swapped(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The same words, were it the other side's turn. Only in compiled code."""


def key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    """See :class:`Knowledge`. Only in compiled code."""


def theorems_of(game: Game) -> dict[str, int]:
    """The theorems that are known for a game, by name, each with its bit."""
    return {"mirror": int(MIRROR), **knowledge_of(type(game)).theorems}


@overload(legal, strict=False)
def _legal(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    rule = register_jitable(board.instance_class.kind.rules.legal)
    return lambda board, own, opp, extra: np.uint64(rule(board, own, opp, extra))


@overload(play, strict=False)
def _play(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    rule = register_jitable(board.instance_class.kind.rules.play)
    return lambda board, own, opp, extra, move: rule(board, own, opp, extra, move)


@overload(swapped, strict=False)
def _swapped(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    if board.instance_class.kind.sided:
        return lambda board, own, opp, extra: (opp, own, extra ^ board.full)
    return lambda board, own, opp, extra: (opp, own, extra)


@overload(key, strict=False)
def _key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    known = knowledge_of(board.instance_class.kind).key
    return lambda board, own, opp, extra: known(board, own, opp, extra)


@overload(promise, strict=False)
def _promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    known = knowledge_of(board.instance_class.kind).promise
    return lambda board, own, opp, extra: known(board, own, opp, extra)


@overload(verdict, strict=False)
def _verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    known = knowledge_of(board.instance_class.kind).verdict
    return lambda board, own, opp, extra, theorems, table: known(board, own, opp, extra, theorems, table)


@overload(copies, strict=False)
def _copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    known = knowledge_of(board.instance_class.kind).copies
    return lambda board, own, opp, extra, turn: known(board, own, opp, extra, turn)
