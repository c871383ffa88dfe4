"""Questions that people ask about a position: who wins, in how many moves, by which move.

Importing this module is cheap; the compiled search is loaded when the first question is asked.
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
    from gridlock.search.solver import Solver


class Value(NamedTuple):
    """What best play comes to: the side that wins, and the number of moves until a side to move is stuck.

    The winner hurries and the loser delays. ``moves`` is None if only the winner was asked for.
    """

    winner: int
    moves: int | None


class MoveValue(NamedTuple):
    """A legal move, and the value of the position that it leads to."""

    move: Move
    value: Value


DEFAULT = Limits()


@lru_cache(maxsize=8)
def _solver(game: Game, limits: Limits) -> Solver:
    from gridlock.search.solver import Solver

    return Solver(game, limits)


def question(game: Game, limits: Limits = DEFAULT) -> AbstractContextManager[Solver]:
    """The solver for a game, for one question under these limits: the time limit begins here.

    Questions that differ only in their time, or in who watches them, share what the solver remembers.
    """
    return _solver(game, replace(limits, seconds=None, progress=None, cancelled=None)).question(limits)


def solvers_kept() -> int:
    """How many boards have a solver, with all that it remembers, that would answer the next question."""
    return _solver.cache_info().currsize


def forget_solvers() -> None:
    """Let go of all that solvers remember; the compiled code stays."""
    _solver.cache_clear()


def load_solver(game: Game) -> None:
    """Have the search of a game compiled or loaded, so that the first question is as quick as the others."""
    with question(game):
        pass


class Deadline:
    """Limits whose seconds are for all questions together; they begin once the search is ready."""

    def __init__(self, game: Game, limits: Limits) -> None:
        load_solver(game)  # compiling is not thinking: it must not eat up the time
        self._limits = limits
        self._begun = perf_counter()

    def left(self) -> Limits:
        """The limits of the next question; OutOfTime if no time is left for it."""
        seconds = self._limits.seconds
        if seconds is None:
            return self._limits
        left = seconds - (perf_counter() - self._begun)
        if left <= 0:
            raise OutOfTime(f"The search did not finish in {seconds:g} seconds.")
        return replace(self._limits, seconds=left)


def solve(position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT) -> Value:
    """The value of a position; OutOfTime if the limits are not enough."""
    with question(position.game, limits) as solver:
        return value_of(solver, position.words, position.turn, winner_only=winner_only)


def analyze(
    position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT
) -> tuple[MoveValue, ...]:
    """Every legal move with its value, best first: the fastest win, or the longest resistance."""
    with question(position.game, limits) as solver:
        return tuple(best_first(move_values(solver, position, winner_only=winner_only), position.turn))


def best_moves(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """The moves that win fastest, or lose most slowly; quicker to find than the value of every move."""
    with question(position.game, limits) as solver:
        return tuple(_best_moves(solver, position))


def best_move(position: Position, *, limits: Limits = DEFAULT) -> Move:
    """The first of the best moves, which is also the first that :func:`analyze` returns."""
    with question(position.game, limits) as solver:
        return next(_best_moves(solver, position))


def _best_moves(solver: Solver, position: Position) -> Iterator[Move]:
    winner, moves = value_of(solver, position.words, position.turn)
    assert moves is not None
    for move in position.legal_moves():
        if solver.keeps(position.words_after(move), winner != position.turn, moves - 1):
            yield move


def best_line(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """Best play by both sides, until a side to move is stuck."""
    return tuple(line_from(position, lambda position: best_move(position, limits=limits)))


def line_from(position: Position, choose: Callable[[Position], Move]) -> Iterator[Move]:
    """The moves that ``choose`` makes for both sides, until a side to move is stuck."""
    turn = position.turn
    while position.legal and position.turn == turn:
        move = choose(position)
        yield move
        position, turn = position.play(move), other(turn)


def move_values(solver: Solver, position: Position, *, winner_only: bool = False) -> Iterator[MoveValue]:
    """The value of each legal move, in action order."""
    for move in position.legal_moves():
        words = position.words_after(move)
        yield MoveValue(move, value_of(solver, words, other(position.turn), winner_only=winner_only))


def best_first(values: Iterable[MoveValue], turn: int) -> list[MoveValue]:
    """These moves of the side to move, the best first; of those that are equally good, in action order."""
    return sorted(values, key=lambda judged: (*rank(judged.value, turn), judged.move))


def value_of(solver: Solver, words: Words, turn: int, *, winner_only: bool = False) -> Value:
    """The value of the position with these words, ``turn`` being the side to move."""
    wins = solver.wins(words)
    winner = turn if wins else other(turn)
    return Value(winner, None if winner_only else solver.distance(words, wins))


def proof_of(solver: Solver, position: Position) -> str:
    """What decides who wins: the name of a theorem, or ``search``."""
    return solver.proof(position.words)


def proof(position: Position, limits: Limits = DEFAULT) -> str:
    """What decides who wins: the name of a theorem, or ``search``."""
    with question(position.game, limits) as solver:
        return proof_of(solver, position)


def rank(value: Value, turn: int) -> tuple[bool, int]:
    """By this values are sorted, the best for the side to move first."""
    moves = value.moves or 0
    return value.winner != turn, moves if value.winner == turn else -moves
