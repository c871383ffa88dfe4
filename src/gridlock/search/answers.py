"""Questions that people ask about a position: who wins, in how many moves, by which move.

Importing this module is cheap; the compiled search is loaded when the first question is asked.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gridlock.rules import Game, Move, Position, other
from gridlock.rules.game import Words
from gridlock.search.limits import Limits

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


def solve(position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT) -> Value:
    """The value of a position; OutOfTime if the limits are not enough."""
    with question(position.game, limits) as solver:
        return value_of(solver, position.words, position.turn, winner_only=winner_only)


def analyze(
    position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT
) -> tuple[MoveValue, ...]:
    """Every legal move with its value, best first: the fastest win, or the longest resistance."""
    turn = other(position.turn)
    found = []
    with question(position.game, limits) as solver:
        for move in position.legal_moves():
            value = value_of(solver, position.words_after(move), turn, winner_only=winner_only)
            found.append(MoveValue(move, value))
    return tuple(sorted(found, key=lambda judged: rank(judged.value, position.turn)))


def best_moves(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """The moves that win fastest, or lose most slowly; quicker to find than the value of every move."""
    with question(position.game, limits) as solver:
        winner, moves = value_of(solver, position.words, position.turn)
        assert moves is not None
        return tuple(
            move
            for move in position.legal_moves()
            if solver.keeps(position.words_after(move), winner != position.turn, moves - 1)
        )


def best_line(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """Best play by both sides, until a side to move is stuck."""
    line: list[Move] = []
    turn = position.turn
    while position.legal and position.turn == turn:
        best = analyze(position, limits=limits)[0]
        line.append(best.move)
        position, turn = position.play(best.move), other(position.turn)
    return tuple(line)


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
