"""The value of every move of a match, and of its alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gridlock.records import Record
from gridlock.rules import Move, Position
from gridlock.search import Limits, MoveValue, Value, analyze
from gridlock.search.answers import Deadline


class JudgedMove(NamedTuple):
    """A move of a match with its value, and the values of its alternatives."""

    number: int
    before: Position
    move: Move
    value: Value
    """The value of the position after the move."""
    changed: bool
    """Whether the move gave the win away."""
    options: Sequence[MoveValue]
    """Every legal move, best first."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as JSON, with the same field names as reports on positions."""
        best = self.options[0]
        return {
            "number": self.number,
            "side": self.before.turn,
            "position": self.before.text,
            "move": str(self.move),
            "winner": self.value.winner,
            "remoteness": self.value.moves,
            "changedWinner": self.changed,
            "bestMove": str(best.move),
            "bestRemoteness": best.value.moves,
        }


def judge(record: Record, judged: list[JudgedMove], limits: Limits) -> None:
    """Add the judged moves of a match to a list, in order; OutOfTime leaves only the last ones."""
    for move in judge_backwards(record, Deadline(record.game, limits)):
        judged.insert(0, move)


def judge_backwards(record: Record, deadline: Deadline) -> Iterator[JudgedMove]:
    """Judge the moves of a match, from the last to the first.

    Positions near the end are easy, and their cached results help with the earlier ones. Moves that nobody
    chose are left out.
    """
    positions = list(record.positions())
    for number in range(len(record.moves) - record.played_out, 0, -1):
        before, move = positions[number - 1], record.moves[number - 1]
        options = analyze(before, limits=deadline.left())
        value = next(option.value for option in options if option.move == move)
        changed = value.winner != options[0].value.winner
        yield JudgedMove(number, before, move, value, changed, options)
