"""Solve a position: its winner, the number of moves, and the value of every move.

Importing this module is cheap; the compiled search is loaded on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from gridlock.rules import Game, Move, Position, other
from gridlock.rules.game import Words
from gridlock.search.limits import Limits, OutOfTime

if TYPE_CHECKING:
    from gridlock.search.base_solver import BaseSolver


class Value(NamedTuple):
    """The result of best play: the winner plays for speed, the loser for delay."""

    winner: int
    """The winning side, 1 or 2."""
    moves: int | None
    """The moves of both sides until the side to move is stuck; None if only the winner was asked for."""


class MoveValue(NamedTuple):
    """A legal move and the value of the position after it."""

    move: Move
    value: Value
    """The value after the move, so a win in ``moves`` moves takes one more, counting this one."""


DEFAULT = Limits()


@lru_cache(maxsize=8)
def _solver(game: Game, limits: Limits) -> BaseSolver:
    from gridlock.search.uncompiled import make_solver

    return make_solver(game, limits)


def question(game: Game, limits: Limits = DEFAULT) -> AbstractContextManager[BaseSolver]:
    """Lock the solver of a game for one question; the time limit starts here.

    Questions that differ only in time limit, progress or cancellation share a transposition table.
    """
    return _solver(game, replace(limits, seconds=None, progress=None, cancelled=None)).question(limits)


def cached_solvers() -> int:
    """The number of cached solvers, each with its own transposition table."""
    return _solver.cache_info().currsize


def clear_solvers() -> None:
    """Drop all cached solvers and their transposition tables; compiled code stays loaded."""
    _solver.cache_clear()


def load_solver(game: Game) -> None:
    """Compile or load a game's search, so that the first question isn't slower than the rest."""
    with question(game):
        pass


class Deadline:
    """Limits with one time budget for several questions; it starts once the search is loaded."""

    def __init__(self, game: Game, limits: Limits) -> None:
        load_solver(game)  # compile time doesn't count
        self._limits = limits
        self._started = perf_counter()

    def left(self) -> Limits:
        """The limits for the next question; raises OutOfTime if the budget is used up."""
        seconds = self._limits.seconds
        if seconds is None:
            return self._limits
        left = seconds - (perf_counter() - self._started)
        if left <= 0:
            raise OutOfTime(f"The search did not finish in {seconds:g} seconds.")
        return replace(self._limits, seconds=left)


def solve(position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT) -> Value:
    """Return who wins a position with best play, and in how many moves.

    ``winner_only`` is faster and leaves the moves out. Raises OutOfTime if the limits don't suffice.
    """
    with question(position.game, limits) as solver:
        return value_of(solver, position.words, position.turn, winner_only=winner_only)


def analyze(
    position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT
) -> tuple[MoveValue, ...]:
    """Return every legal move with its value, best first: the fastest win or the longest resistance."""
    with question(position.game, limits) as solver:
        return tuple(best_first(move_values(solver, position, winner_only=winner_only), position.turn))


def best_moves(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """Return the moves that win fastest or lose most slowly; faster than valuing every move."""
    with question(position.game, limits) as solver:
        return tuple(_best_moves(solver, position))


def best_move(position: Position, *, limits: Limits = DEFAULT) -> Move:
    """Return the first of the best moves, which is also the first that :func:`analyze` returns."""
    with question(position.game, limits) as solver:
        return next(_best_moves(solver, position))


def _best_moves(solver: BaseSolver, position: Position) -> Iterator[Move]:
    winner, moves = value_of(solver, position.words, position.turn)
    assert moves is not None
    for move in position.legal_moves():
        if solver.preserves(position.words_after(move), winner != position.turn, moves - 1):
            yield move


def best_line(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """Return best play by both sides, until the side to move is stuck."""
    return tuple(line_from(position, lambda position: best_move(position, limits=limits)))


def line_from(position: Position, choose: Callable[[Position], Move]) -> Iterator[Move]:
    """Yield the moves that ``choose`` makes for both sides, until the side to move is stuck."""
    turn = position.turn
    while position.legal and position.turn == turn:
        move = choose(position)
        yield move
        position, turn = position.play(move), other(turn)


def move_values(solver: BaseSolver, position: Position, *, winner_only: bool = False) -> Iterator[MoveValue]:
    """Yield every legal move with its value, in action order."""
    for move in position.legal_moves():
        words = position.words_after(move)
        yield MoveValue(move, value_of(solver, words, other(position.turn), winner_only=winner_only))


def best_first(values: Iterable[MoveValue], turn: int) -> list[MoveValue]:
    """Sort moves of the side to move, best first; equally good ones stay in action order."""
    return sorted(values, key=lambda entry: (*rank(entry.value, turn), entry.move))


def value_of(solver: BaseSolver, words: Words, turn: int, *, winner_only: bool = False) -> Value:
    """Return the value of the position with these words and ``turn`` to move."""
    wins = solver.wins(words)
    winner = turn if wins else other(turn)
    return Value(winner, None if winner_only else solver.distance(words, wins))


def proof_of(solver: BaseSolver, position: Position) -> str:
    """Return what decides the winner: the name of a theorem, or ``search``."""
    return solver.proof(position.words)


def proof(position: Position, limits: Limits = DEFAULT) -> str:
    """Return what decides the winner: the name of a theorem, or ``search``."""
    with question(position.game, limits) as solver:
        return proof_of(solver, position)


def rank(value: Value, turn: int) -> tuple[bool, int]:
    """Sort key for values, best for the side to move first."""
    moves = value.moves or 0
    return value.winner != turn, moves if value.winner == turn else -moves
