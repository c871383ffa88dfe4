"""Questions that people ask about a position: who wins, in how many moves, by which move.

Importing this module is cheap; the compiled search is loaded when the first question is asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from gridlock.games import Game, Move, Position, other
from gridlock.games.game import Words
from gridlock.search.limits import Limits

if TYPE_CHECKING:
    from gridlock.search.solver import Solver

__all__ = ["MoveValue", "Value", "analyze", "best_line", "nodes", "proof", "solve"]


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


def nodes(game: Game, limits: Limits = DEFAULT) -> int:
    """How many positions were looked at so far to answer questions about a game under these limits."""
    return _solver(game, limits).nodes


def proof(position: Position, limits: Limits = DEFAULT) -> str:
    """What decides who wins: the name of a theorem, or ``search``."""
    return _solver(position.game, limits).theorem(_words(position)) or "search"


def solve(position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT) -> Value:
    """The value of a position; OutOfTime if the limits do not suffice."""
    solver = _solver(position.game, limits)
    with solver.question():
        return _value(solver, _words(position), position.turn, winner_only)


def analyze(
    position: Position, *, winner_only: bool = False, limits: Limits = DEFAULT
) -> tuple[MoveValue, ...]:
    """Every legal move with its value, best first: the fastest win, or the longest resistance."""
    solver = _solver(position.game, limits)
    game, turn = position.game, other(position.turn)
    with solver.question():
        found = [
            MoveValue(
                move, _value(solver, game.play_words(game.board, *_words(position), move), turn, winner_only)
            )
            for move in position.legal_moves()
        ]
    return tuple(sorted(found, key=lambda judged: _rank(judged.value, position.turn)))


def best_line(position: Position, *, limits: Limits = DEFAULT) -> tuple[Move, ...]:
    """Best play by both sides, until a side to move is stuck."""
    line: list[Move] = []
    turn = position.turn
    while position.legal and position.turn == turn:
        best = analyze(position, limits=limits)[0]
        line.append(best.move)
        position, turn = position.play(best.move), other(position.turn)
    return tuple(line)


def _words(position: Position) -> Words:
    return position.own, position.opp, position.extra


def _value(solver: Solver, words: Words, turn: int, winner_only: bool) -> Value:
    wins = solver.wins(words)
    winner = turn if wins else other(turn)
    return Value(winner, None if winner_only else solver.distance(words, wins))


def _rank(value: Value, turn: int) -> tuple[bool, int]:
    moves = value.moves or 0
    return value.winner != turn, moves if value.winner == turn else -moves
