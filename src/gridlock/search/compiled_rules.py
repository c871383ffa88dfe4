"""Compile a game's rules and check that they still do the same.

A game's ``legal`` and ``play`` are compiled as they are, with every function they call. Arithmetic that works
on Python ints may fail on 64-bit words, or mean something else. Both are detected and reported before a
search starts, which then runs in plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from gridlock import board as geometry
from gridlock.board import Board, typed
from gridlock.errors import GridlockError, shortened
from gridlock.rules import Game, Position
from gridlock.rules.game import MAX_MOVES
from gridlock.rules.sources import functions_called
from gridlock.search.compiler import overload, register_jitable
from gridlock.search.jit import njit

_POSITIONS = 200  # on which compiled and plain rules are compared
_WORD = 2**64 - 1
_ADVICE = (
    "in legal, play and the functions they call, use only & | ~ << >> on words, "
    "and the functions of gridlock.board except cells."
)
_FAILURE = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)")
_PLACE = re.compile(r'File "([^"\n]*)", line ([0-9]+)')
_BOARD = re.compile(r"\w+_Board\([^()]*(?:\([^()]*\))?[^()]*\)")
_OURS = {Path(__file__).resolve(), Path(geometry.__file__).resolve()}  # where no author can change anything
_MAX_LENGTH = 160  # characters of an error
_registered: set[Callable[..., Any]] = set()


class NotCompiled(GridlockError):
    """A game's rules can't be compiled, or change their meaning; the message says what to change."""


def _compile_with_helpers(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Make a rule, and every function it calls, callable from compiled code."""
    for function in functions_called(rule):
        if function not in _registered:
            _registered.add(function)
            register_jitable(function)
    return rule


for _function in (
    geometry.north,
    geometry.south,
    geometry.east,
    geometry.west,
    geometry.orthogonal,
    geometry.flood,
    geometry.king,
    geometry.some,
    geometry.lines,
    geometry.neighbour,
):
    _compile_with_helpers(_function)


def legal(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The game's ``legal`` rule. Only in compiled code."""


def play(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The game's ``play`` rule. Only in compiled code."""


def swapped(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The same words with the other side to move. Only in compiled code."""


def targets(board: Any, own: Any, legal: Any) -> Any:
    """The first cell of every legal move. Only in compiled code."""


def passes(board: Any) -> Any:
    """Whether a stuck side passes as long as the other can move. Only in compiled code."""


@overload(legal, strict=False)
def _legal(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    rule = _compile_with_helpers(board.instance_class.kind.rules.legal)
    return lambda board, own, opp, extra: np.uint64(rule(board, own, opp, extra))


@overload(play, strict=False)
def _play(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    rule = _compile_with_helpers(board.instance_class.kind.rules.play)
    return lambda board, own, opp, extra, move: rule(board, own, opp, extra, move)


@overload(swapped, strict=False)
def _swapped(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    if board.instance_class.kind.sided:
        return lambda board, own, opp, extra: (opp, own, extra ^ board.full)
    return lambda board, own, opp, extra: (opp, own, extra)


@overload(targets, strict=False)
def _targets(board: Any, own: Any, legal: Any) -> Any:
    function = board.instance_class.kind.rules.targets
    if function is None:
        return lambda board, own, legal: legal
    rule = _compile_with_helpers(function)
    return lambda board, own, legal: np.uint64(rule(board, own, legal))


@overload(passes, strict=False)
def _passes(board: Any) -> Any:
    answer = board.instance_class.kind.passes
    return lambda board: answer


def checked_board(game: Game) -> Board:
    """Return a game's board for compiled code; NotCompiled if its rules fail or change when compiled."""
    problem = _problem(game)
    if problem:
        raise NotCompiled(problem)
    return _board(game)


def _board(game: Game) -> Board:
    return type(game).Board(*typed(game.board))


@lru_cache(maxsize=64)
def _problem(game: Game) -> str:
    """Describe in a sentence what's wrong with a game's compiled rules; empty if nothing is."""
    positions = _samples(game)
    try:
        differing = next(filter(_differs(game), positions), None)
    except Exception as error:  # from the compiler, or from code it can't handle
        return compile_problem(game, error)
    if differing is None:
        return ""
    where = f"The rules of {game.id} give different results once compiled (in the position {differing.text})"
    return f"{where}, so its solver is slow: {_ADVICE}"


def _samples(game: Game) -> list[Position]:
    """Positions from random games, always the same ones."""
    return list(islice(_random_play(game, Random(1)), _POSITIONS))


def _random_play(game: Game, random: Random) -> Iterator[Position]:
    while True:
        position, moves = game.start(), 0
        yield position
        while position.legal:
            position, moves = position.play(random.choice(position.legal_moves())), moves + 1
            if moves > MAX_MOVES:  # the search has no room for more, compiled or not
                raise endless(game)
            yield position


def endless(game: Game) -> GridlockError:
    """The error for a game with matches that are too long for the search."""
    return GridlockError(
        f"A match of {game.id} can last more than {MAX_MOVES} moves, so there is no solver for it: "
        "play must use up a cell with every move."
    )


def _differs(game: Game) -> Callable[[Position], bool]:
    """Return a test for positions where the compiled rules differ from the plain ones."""
    board = _board(game)._replace(near=np.zeros((1, 1), dtype=np.uint64))

    def differs(position: Position) -> bool:
        words = [np.uint64(word) for word in position.words]
        return int(_moves(board, *words)) != position.legal or any(
            tuple(int(word) & _WORD for word in _after(board, *words, int(move)))
            != position.words_after(move)
            for move in position.legal_moves()
        )

    return differs


@njit
def _moves(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    return legal(board, own, opp, extra)


@njit
def _after(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    return play(board, own, opp, extra, move)


def compile_problem(game: Game, error: Exception) -> str:
    """Explain in a sentence why a game's rules can't be compiled, and what to change."""
    return f"The rules of {game.id} can't be compiled, so its solver is slow: {_cause(error)}; {_ADVICE}"


def _cause(error: Exception) -> str:
    """The compiler's innermost error on one line, with the innermost line of the game's own files."""
    *_, innermost = _FAILURE.split(f"{error}")
    message = next(filter(None, map(str.strip, innermost.splitlines())), type(error).__name__)
    places = _PLACE.finditer(innermost)
    place = next((match for match in places if Path(match[1]).resolve() not in _OURS), None)
    where = f" ({Path(place[1]).name}, line {place[2]})" if place else ""
    return shortened(_BOARD.sub("Board", message).rstrip(".:"), _MAX_LENGTH) + where
