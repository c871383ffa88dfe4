"""Which rules a compiled function calls: decided by the type of the board that it is given.

Each game has a board type of its own. A function compiled for one of them has that game's rules inlined, and
Numba keeps its machine code like any other; a rule chosen at run time could be neither inlined nor kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload, register_jitable

from gridlock import board as geometry
from gridlock.board import Board, typed
from gridlock.games import GAMES, Game

__all__ = [
    "BOARDS",
    "MIRROR",
    "Knowledge",
    "compiled_board",
    "copies",
    "key",
    "know",
    "legal",
    "play",
    "promise",
    "theorems_of",
    "verdict",
]

for _function in (
    geometry.north,
    geometry.south,
    geometry.east,
    geometry.west,
    geometry.orthogonal,
    geometry.king,
    geometry.some,
    geometry._all_diagonals,
    geometry.lines,
    geometry.neighbour,
):
    register_jitable(_function)


class SpreadBoard(Board):
    """The board of spread."""


class CrossfireBoard(Board):
    """The board of crossfire."""


class LightCycleBoard(Board):
    """The board of lightcycle."""


class TrailBoard(Board):
    """The board of trail."""


class BlockadeBoard(Board):
    """The board of blockade."""


BOARDS: dict[str, type[Board]] = {
    "spread": SpreadBoard,
    "crossfire": CrossfireBoard,
    "lightcycle": LightCycleBoard,
    "trail": TrailBoard,
    "blockade": BlockadeBoard,
}
"""The board type of each game."""

_GAMES = {board: GAMES[name] for name, board in BOARDS.items()}


def compiled_board(game: Game) -> Board:
    """The board of a game, for compiled code."""
    return BOARDS[game.id](*typed(game.board))


class Knowledge(NamedTuple):
    """What the search knows of one game beyond its rules: compiled functions of a board and words."""

    key: Any
    """``key(board, own, opp, extra)``: two words that hold all of a position that matters."""
    promise: Any
    """``promise(board, own, opp, extra)``: how good this position looks for the side that has just moved."""
    verdict: Any
    """``verdict(board, own, opp, extra, theorems, table)``: 1 if a theorem shows that the side to move wins,
    -1 if it loses, 0 if no theorem decides."""
    copies: Any
    """``copies(board, own, opp, extra, turn)``: whether the other side wins by copying every move, turned or
    flipped in this way. This is the theorem MIRROR."""
    theorems: dict[str, int]
    """The theorems that ``verdict`` uses, by name, each with a bit by which it can be switched off."""


MIRROR = np.uint64(1)
"""The bit of the theorem that all games share."""

_KNOWN: dict[type[Board], Knowledge] = {}


def know(name: str, knowledge: Knowledge) -> None:
    """Tell the search what is known of a game."""
    _KNOWN[BOARDS[name]] = knowledge


def legal(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The legal moves of the side to move, as the game's rule has them. Only in compiled code."""


def play(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The words after a move, as the game's rule has them. Only in compiled code."""


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
    return {"mirror": int(MIRROR), **_KNOWN[BOARDS[game.id]].theorems}


@overload(legal, strict=False)
def _legal(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    rule = register_jitable(_GAMES[board.instance_class].rules.legal)
    return lambda board, own, opp, extra: np.uint64(rule(board, own, opp, extra))


@overload(play, strict=False)
def _play(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    rule = register_jitable(_GAMES[board.instance_class].rules.play)
    return lambda board, own, opp, extra, move: rule(board, own, opp, extra, move)


@overload(key, strict=False)
def _key(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    known = _KNOWN[board.instance_class].key
    return lambda board, own, opp, extra: known(board, own, opp, extra)


@overload(promise, strict=False)
def _promise(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    known = _KNOWN[board.instance_class].promise
    return lambda board, own, opp, extra: known(board, own, opp, extra)


@overload(verdict, strict=False)
def _verdict(board: Any, own: Any, opp: Any, extra: Any, theorems: Any, table: Any) -> Any:
    known = _KNOWN[board.instance_class].verdict
    return lambda board, own, opp, extra, theorems, table: known(board, own, opp, extra, theorems, table)


@overload(copies, strict=False)
def _copies(board: Any, own: Any, opp: Any, extra: Any, turn: Any) -> Any:
    known = _KNOWN[board.instance_class].copies
    return lambda board, own, opp, extra, turn: known(board, own, opp, extra, turn)
