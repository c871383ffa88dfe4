"""All that can be found out about a position, as far as time allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gridlock.rules import Game, Position, other
from gridlock.search.answers import (
    MoveValue,
    Value,
    best_first,
    move_values,
    proof_of,
    question,
    value_of,
)
from gridlock.search.limits import Limits


@dataclass
class Report:
    """What is known of a position; it grows while it is investigated."""

    position: Position
    winner: int | None = None
    moves: int | None = None
    judged: list[MoveValue] = field(default_factory=list)
    """The legal moves that have been judged, best first once all are; at first only by who wins then."""
    proof: str = "none"
    """What decides who wins: ``search`` or the name of a theorem; ``none`` while it is open."""
    nodes: int = 0
    seconds: float = 0.0
    complete: bool = False
    """Whether everything that was asked for is known."""

    def to_json(self) -> dict[str, Any]:
        """The report in the field names that services for solved games use."""
        position = self.position
        return {
            **game_fields(position.game),
            "position": position.text,
            "positionValue": _outcome(self.winner, position.turn),
            "remoteness": self.moves,
            "winner": self.winner,
            "moves": [self._move_to_json(judged) for judged in self.judged],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "proof": self.proof,
            "complete": self.complete,
        }

    def _move_to_json(self, judged: MoveValue) -> dict[str, Any]:
        move, value = judged
        same = [other.value.moves or 0 for other in self.judged if other.value.winner == value.winner]
        best = min(same) if value.winner == self.position.turn else max(same)
        return {
            "move": str(move),
            "moveValue": _outcome(value.winner, self.position.turn),
            "remoteness": value.moves,
            "deltaRemoteness": None if value.moves is None else abs(value.moves - best),
        }


def game_fields(game: Game) -> dict[str, Any]:
    """What JSON about a game begins with: which one, on which board, in which variant."""
    return {"game": game.id, "size": game.size_text, **game.options}


def _outcome(winner: int | None, turn: int) -> str | None:
    if winner is None:
        return None
    return "win" if winner == turn else "lose"


def investigate(report: Report, limits: Limits, *, winner_only: bool = False) -> None:
    """Find out who wins, then after which moves, then in how many moves, then the same for each move.

    With ``winner_only``, who wins, and one move that does. OutOfTime leaves in the report what is known.
    """
    position = report.position
    with question(position.game, limits) as solver:
        before = solver.nodes
        try:
            value = value_of(solver, position.words, position.turn, winner_only=True)
            report.winner, report.proof = value.winner, proof_of(solver, position)
            if winner_only:
                if value.winner == position.turn:
                    report.judged = [_winning_move(solver, position)]
            else:
                _judge_all(solver, report, winner_only=True)
                value = value_of(solver, position.words, position.turn)
                report.moves = value.moves
                _judge_all(solver, report, winner_only=False)
            report.complete = True
        finally:
            report.nodes, report.seconds = solver.nodes - before, solver.seconds


def _judge_all(solver: Any, report: Report, *, winner_only: bool) -> None:
    """Judge every move, what is already known of it giving way to what is found out."""
    position, turn = report.position, report.position.turn
    values: Iterable[MoveValue]
    if winner_only and report.winner == other(turn):  # whatever a lost side plays
        values = (MoveValue(move, Value(other(turn), None)) for move in position.legal_moves())
    else:
        values = move_values(solver, position, winner_only=winner_only)
    known = dict(report.judged)
    for move, value in values:
        known[move] = value
        report.judged = best_first((MoveValue(*judged) for judged in known.items()), turn)


def _winning_move(solver: Any, position: Position) -> MoveValue:
    """A move after which the other side loses; there is one, and a theorem mostly knows it."""
    after = {move: position.words_after(move) for move in position.legal_moves()}
    for move, words in sorted(after.items(), key=lambda item: solver.decided(item[1]) >= 0):
        if value_of(solver, words, other(position.turn), winner_only=True).winner == position.turn:
            return MoveValue(move, Value(position.turn, None))
    raise AssertionError("a position that is won has a move that wins")
