"""The review of a match: the value of every move, the mistakes, and their explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gridlock.plural import count
from gridlock.records import Ending, Record
from gridlock.review.explanations import better_move, explain, find_insights
from gridlock.review.insights import Insight
from gridlock.review.lost_seat import LostSeat, explain_loss
from gridlock.review.move_values import JudgedMove, judge_backwards
from gridlock.review.refutation import Refutation, refute
from gridlock.review.watch import Watch, watch
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, MoveValue, OutOfTime, Value, analyze, solve
from gridlock.search.answers import Deadline

DEFAULT = Limits()

_GIVEN_UP: dict[str, str] = {
    Ending.RESIGNATION: "resigned",
    Ending.TIME: "ran out of time",
    Ending.FORFEIT: "forfeited",
}
"""The endings by which a side gives a match up, and the words for them."""


class Mistake(NamedTuple):
    """A move that gave the win away, or giving up in a won position."""

    number: int
    """The number of the move, or of the next one if the match was given up."""
    before: Position
    """The position before it."""
    move: Move | None
    """The move; None if the match was given up."""
    given_up: str
    """How the match was given up: ``resigned``, ``ran out of time`` or ``forfeited``; empty after a move."""
    options: Sequence[MoveValue]
    """Every legal move of :attr:`before`, best first."""
    better: Move
    """A winning move: the one that the explanation compares with."""
    line: tuple[Move, ...]
    """Best play by both sides from :attr:`position`, or its beginning if time ran out. If the reason is a
    strategy, the winner follows it, even if another way would be faster."""
    reasons: tuple[Reason, ...]
    insights: tuple[Insight, ...]
    """What a beginner can see or count in the position before the mistake."""
    summary: str
    """What happened, and what would have won."""

    @property
    def explanation(self) -> tuple[str, ...]:
        """The insights and reasons that fit into a few words."""
        return explain(self.insights, self.reasons)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What happened, what would have won, and why."""
        return self.summary, *self.explanation

    @property
    def watch(self) -> Watch:
        """The line with captions."""
        return watch(self.position, self.line, self.reasons)

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
    """The review of a match; :func:`fill` fills it in step by step."""

    record: Record
    start: Value | None = None
    """The value of the first position."""
    judged: list[JudgedMove] = field(default_factory=list)
    """The moves in order, without those that nobody chose. If time ran out, the first ones are missing."""
    played_out: list[Value] = field(default_factory=list)
    """The values of the positions after the moves that nobody chose."""
    mistakes: list[Mistake] = field(default_factory=list)
    """The mistakes in order."""
    lost: LostSeat | None = None
    """In a match without mistakes: the side that was lost from the start, and why."""
    complete: bool = False
    """Whether the review was finished in time."""

    @property
    def values(self) -> list[Value | None]:
        """The value of every position, starting with the first; None where it's unknown."""
        values: list[Value | None] = [None] * (len(self.record.moves) + 1)
        judged = list(self.judged)
        for move in judged:
            values[move.number] = move.value
        for move in judged[:1]:
            values[move.number - 1] = _value_before(move.options)
        values[0] = self.start or values[0]
        return values[: len(values) - len(self.played_out)] + self.played_out


def review(record: Record, limits: Limits = DEFAULT) -> Review:
    """Review a match within limits; if they are exceeded, the review is incomplete."""
    review = Review(record)
    fill(review, limits)
    return review


def fill(review: Review, limits: Limits) -> None:
    """Fill in a review, from the end of the match to its start, as far as the limits allow."""
    record = review.record
    try:
        deadline = Deadline(record.game, limits)
        _judge_end(review, deadline)
        for position in reversed(list(record.positions())[len(record.moves) + 1 - record.played_out :]):
            review.played_out.insert(0, solve(position, limits=deadline.left()))
        for judged in judge_backwards(record, deadline):
            review.judged.insert(0, judged)
            if judged.changed:
                _explain(review, judged, deadline)
        first = review.judged[0].options if review.judged else None
        review.start = _value_before(first) if first else _first_value(record, deadline)
        if not review.mistakes:
            review.lost = LostSeat(next(record.positions()), review.start)
            explain_loss(review.lost, review.judged, deadline)
        review.complete = True
    except OutOfTime:
        pass


def _value_before(options: Sequence[MoveValue]) -> Value:
    """Return the value of a position from its moves, best first."""
    best = options[0].value
    return Value(best.winner, None if best.moves is None else best.moves + 1)


def _first_value(record: Record, deadline: Deadline) -> Value:
    return solve(next(record.positions()), limits=deadline.left())


def _explain(review: Review, judged: JudgedMove, deadline: Deadline) -> None:
    """Add a mistake and its explanation; if time runs out, the line is incomplete."""
    number, before, move, _, _, options = judged
    refutation = refute(before, move, other(before.turn), deadline)
    line, reasons, _ = refutation
    insights = find_insights(before, move, options)
    better = better_move(before, move, options)
    summary = _summary(judged, better)
    mistake = Mistake(number, before, move, "", options, better, line, reasons, insights, summary)
    review.mistakes.insert(0, mistake)
    refutation.raise_if_cut_short()


def _summary(judged: JudgedMove, better: Move) -> str:
    """Say what happened, and what would have won."""
    number, before, move, _, _, options = judged
    others = sum(option.value.winner == before.turn for option in options) - 1
    too = f", and so would {count(others, 'other move')}" if others else ""
    at_once = "" if before.play(better).legal else " at once"
    played, wins = map(before.game.move_words, (move, better))
    wins = wins[0].upper() + wins[1:]
    return f"Move {number}: Player {before.turn} played {played}. {wins} would have won{at_once}{too}."


def _judge_end(review: Review, deadline: Deadline) -> None:
    """Add a mistake if the match was given up in a won position."""
    record = review.record
    *_, position = record.positions()
    if record.ending not in _GIVEN_UP or record.winner is None or not position.legal:
        return
    options = analyze(position, limits=deadline.left())
    if options[0].value.winner == record.winner:
        return
    refutation = refute(position, None, options[0].value.winner, deadline)
    review.mistakes.insert(0, _given_up(record, position, options, refutation))
    refutation.raise_if_cut_short()


def _given_up(
    record: Record, before: Position, options: Sequence[MoveValue], refutation: Refutation
) -> Mistake:
    """Return the mistake of a side that gave up a won position."""
    line, reasons, _ = refutation
    side, given_up = options[0].value.winner, _GIVEN_UP[record.ending]
    moves = _value_before(options).moves or 0
    to_move = before.turn == side
    better = next(iter(line[not to_move :]), options[0].move)
    how = f"could have won with {before.game.move_words(better)}" if to_move else "was winning"
    summary = f"Player {side} {given_up}. Player {side} {how}, in {count(moves, 'move')}."
    number = len(record.moves) + 1
    return Mistake(number, before, None, given_up, options, better, line, reasons, (), summary)
