"""The review of a match: what every move was worth, which gave the win away, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gridlock.plural import count
from gridlock.records import Ending, Record
from gridlock.review.lost_seat import LostSeat, explain_loss
from gridlock.review.move_values import JudgedMove, judged_backwards
from gridlock.review.refutation import Refutation, refute
from gridlock.review.wording import Reason, line_text
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, MoveValue, OutOfTime, Value, analyze, solve
from gridlock.search.answers import Deadline

DEFAULT = Limits()

_GIVEN_UP: dict[str, str] = {
    Ending.RESIGNATION: "resigned",
    Ending.TIME: "ran out of time",
    Ending.FORFEIT: "forfeited",
}
"""How a side can give a match up, even in a won position: what it did."""


class Mistake(NamedTuple):
    """A move that gave the win away, or a match that was given up in a won position."""

    number: int
    """The number of the move; if the match was given up, that of the move which was due."""
    before: Position
    """The position in which it happened."""
    move: Move | None
    """The move that was made; None if the match was given up instead."""
    given_up: str
    """How the match was given up: ``resigned``, ``ran out of time`` or ``forfeited``; empty after a move."""
    options: Sequence[MoveValue]
    """Every legal move of :attr:`before`, best first."""
    better: Move
    """A move that would have won, the fastest."""
    line: tuple[Move, ...]
    """Play from :attr:`position` on, the beginning of it if the time ran out: best play by both sides, but
    if the reason is a strategy the winner follows that, even if another way would be faster."""
    reasons: tuple[Reason, ...]
    sentences: tuple[str, ...]
    """All of it in words: what happened, what would have won, how it was lost, and the reasons."""

    @property
    def side(self) -> int:
        """The side that could have won."""
        return self.options[0].value.winner

    @property
    def position(self) -> Position:
        """Where the line begins: after the move, or where the match was given up."""
        return self.before if self.move is None else self.before.play(self.move)


@dataclass
class Review:
    """What is known of a match; it grows while it is reviewed."""

    record: Record
    start: Value | None = None
    """The value of the first position."""
    judged: list[JudgedMove] = field(default_factory=list)
    """The moves in order. If the time ran out, the first ones are missing."""
    mistakes: list[Mistake] = field(default_factory=list)
    """Whatever gave a win away, in order."""
    lost: LostSeat | None = None
    """If nobody gave a win away: which side was lost from the start, and why."""
    complete: bool = False
    """Whether everything was found out in time."""

    @property
    def values(self) -> list[Value | None]:
        """The value of every position of the match, the start first; None where it is not known."""
        values: list[Value | None] = [None] * (len(self.record.moves) + 1)
        judged = list(self.judged)
        for move in judged:
            values[move.number] = move.value
        for move in judged[:1]:
            values[move.number - 1] = _value_before(move.options)
        values[0] = self.start or values[0]
        return values


def review(record: Record, limits: Limits = DEFAULT) -> Review:
    """Review a match. The limits are for all of it; if they are not enough, it is not complete."""
    found = Review(record)
    fill(found, limits)
    return found


def fill(found: Review, limits: Limits) -> None:
    """Find out what a review lacks, from the end of the match to its start, as far as the limits allow."""
    record = found.record
    try:
        deadline = Deadline(record.game, limits)
        _judge_end(found, deadline)
        for judged in judged_backwards(record, deadline):
            found.judged.insert(0, judged)
            if judged.changed:
                _explain(found, judged, deadline)
        first = found.judged[0].options if found.judged else None
        found.start = _value_before(first) if first else _first_value(record, deadline)
        if not found.mistakes:
            found.lost = LostSeat(next(record.positions()), found.start)
            explain_loss(found.lost, found.judged, deadline)
        found.complete = True
    except OutOfTime:
        pass  # what is known stays


def _value_before(options: Sequence[MoveValue]) -> Value:
    """The value of a position in which these are the moves, best first."""
    best = options[0].value
    return Value(best.winner, None if best.moves is None else best.moves + 1)


def _first_value(record: Record, deadline: Deadline) -> Value:
    return solve(next(record.positions()), limits=deadline.left())


def _explain(found: Review, judged: JudgedMove, deadline: Deadline) -> None:
    """Add a move that gave the win away; if the time runs out, with the line as far as it is known."""
    number, before, move, _, _, options = judged
    refutation = refute(before, move, other(before.turn), deadline)
    line, reasons, _ = refutation
    sentences = *_sentences(judged, line), *(reason.text for reason in reasons)
    mistake = Mistake(number, before, move, "", options, options[0].move, line, reasons, sentences)
    found.mistakes.insert(0, mistake)
    refutation.raise_if_cut_short()


def _sentences(judged: JudgedMove, line: Sequence[Move]) -> list[str]:
    """What happened, what would have won, and how the win was lost."""
    number, before, move, value, _, options = judged
    moves = value.moves or 0
    best = _value_before(options)
    others = sum(option.value.winner == before.turn for option in options) - 1
    too = f" ({count(others, 'other move')} would have won too)" if others else ""
    wins, fastest = f"After {move} Player {value.winner} wins", count(moves, "move")
    how = f"{wins} in {fastest}" if len(line) <= moves else f"{wins}, in {fastest} if it hurries; by plan"
    return [
        f"Move {number}: Player {before.turn} played {move}, but {options[0].move} would have won "
        f"in {count(best.moves or 0, 'move')}{too}.",
        f"{how}: {line_text(before.play(move), line, moves)}",
    ]


def _judge_end(found: Review, deadline: Deadline) -> None:
    """If the match was given up in a won position, that is a mistake like others."""
    record = found.record
    *_, position = record.positions()
    if record.ending not in _GIVEN_UP or record.winner is None or not position.legal:
        return
    options = analyze(position, limits=deadline.left())
    if options[0].value.winner == record.winner:
        return
    refutation = refute(position, None, options[0].value.winner, deadline)
    found.mistakes.insert(0, _given_up(record, position, options, refutation))
    refutation.raise_if_cut_short()


def _given_up(
    record: Record, before: Position, options: Sequence[MoveValue], refutation: Refutation
) -> Mistake:
    """The mistake of the side that has given up in a position which it could have won."""
    line, reasons, _ = refutation
    side, given_up = options[0].value.winner, _GIVEN_UP[record.ending]
    moves = _value_before(options).moves or 0
    to_move = before.turn == side
    better = next(iter(line[not to_move :]), options[0].move)
    how = f"could have won by {better}" if to_move else "was winning"
    hurry = " if it hurried" if len(line) > moves else ""
    shown = line_text(before, line, moves)
    text = f"Player {side} {given_up}, but {how}, in {count(moves, 'move')}{hurry}: {shown}"
    sentences = text, *(reason.text for reason in reasons)
    number = len(record.moves) + 1
    return Mistake(number, before, None, given_up, options, better, line, reasons, sentences)
