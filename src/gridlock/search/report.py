"""A report on a position that fills in as the search goes on."""

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
    """The results for a position so far."""

    position: Position
    winner: int | None = None
    moves: int | None = None
    judged: list[MoveValue] = field(default_factory=list)
    """The legal moves valued so far, best first once complete; at first only with their winner."""
    proof: str = "none"
    """What decides the winner: ``search`` or the name of a theorem; ``none`` while unknown."""
    nodes: int = 0
    seconds: float = 0.0
    complete: bool = False
    """Whether everything requested is known."""

    def to_json(self) -> dict[str, Any]:
        """The report as JSON, with the field names common among solved-games services."""
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

    def _move_to_json(self, move_value: MoveValue) -> dict[str, Any]:
        move, value = move_value
        same = [entry.value.moves or 0 for entry in self.judged if entry.value.winner == value.winner]
        best = min(same) if value.winner == self.position.turn else max(same)
        return {
            "move": str(move),
            "moveValue": _outcome(value.winner, self.position.turn),
            "remoteness": value.moves,
            "deltaRemoteness": None if value.moves is None else abs(value.moves - best),
        }


def game_fields(game: Game) -> dict[str, Any]:
    """The JSON fields that identify a game: id, size and options."""
    return {"game": game.id, "size": game.size_text, **game.options}


def _outcome(winner: int | None, turn: int) -> str | None:
    if winner is None:
        return None
    return "win" if winner == turn else "lose"


def investigate(report: Report, limits: Limits, *, winner_only: bool = False) -> None:
    """Find the winner, then the winner after each move, then the number of moves, then the same for each
    move.

    With ``winner_only``, find the winner and one winning move. After OutOfTime the report has what is known.
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
                _value_moves(solver, report, winner_only=True)
                value = value_of(solver, position.words, position.turn)
                report.moves = value.moves
                _value_moves(solver, report, winner_only=False)
            report.complete = True
        finally:
            report.nodes, report.seconds = solver.nodes - before, solver.seconds


def _value_moves(solver: Any, report: Report, *, winner_only: bool) -> None:
    """Value every move, replacing earlier results."""
    position, turn = report.position, report.position.turn
    values: Iterable[MoveValue]
    if winner_only and report.winner == other(turn):  # every move loses
        values = (MoveValue(move, Value(other(turn), None)) for move in position.legal_moves())
    else:
        values = move_values(solver, position, winner_only=winner_only)
    known = dict(report.judged)
    for move, value in values:
        known[move] = value
        report.judged = best_first((MoveValue(*judged) for judged in known.items()), turn)


def _winning_move(solver: Any, position: Position) -> MoveValue:
    """Return a winning move, trying those that a theorem decides first."""
    after = {move: position.words_after(move) for move in position.legal_moves()}
    for move, words in sorted(after.items(), key=lambda item: solver.decide(item[1]) >= 0):
        if value_of(solver, words, other(position.turn), winner_only=True).winner == position.turn:
            return MoveValue(move, Value(position.turn, None))
    raise AssertionError("a position that is won has a move that wins")
