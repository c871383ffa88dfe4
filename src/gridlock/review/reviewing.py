"""The review of a match: what every move was worth, which gave the win away, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gridlock.records import Ending, Record
from gridlock.review.deadline import Deadline
from gridlock.review.explain import reasons_against, reasons_along
from gridlock.review.judged import JudgedMove, follow, judged_backwards
from gridlock.review.wording import Reason, count, line_text
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, OutOfTime, Value, analyze, solve

__all__ = ["Mistake", "Review", "fill", "review"]

DEFAULT = Limits()

_GIVEN_UP: dict[str, tuple[str, str]] = {
    Ending.RESIGNATION: ("resigned", "Player {side} resigned"),
    Ending.TIME: ("ran out of time", "Player {side} ran out of time"),
    Ending.FORFEIT: ("forfeited", "Player {side} forfeited"),
}
"""Ends that can come in a won position: the word in the place of a move, and how a sentence begins."""


class Mistake(NamedTuple):
    """A move that gave the win away, or a match that was given up in a won position."""

    judged: JudgedMove
    """The move. If the match was given up, ``judged.move`` is no move of the game but says how."""
    better: Move
    """A move that would have won, the fastest."""
    line: tuple[Move, ...]
    """Best play from :attr:`position` on; the beginning of it if the time ran out."""
    reasons: tuple[Reason, ...]
    text: str
    """All of it in sentences, one a line."""

    @property
    def given_up(self) -> bool:
        """Whether this was not a move but a resignation, a loss on time or a forfeit."""
        return not self.judged.before.legal >> self.judged.move & 1

    @property
    def position(self) -> Position:
        """Where the line begins: after the move, or where the match was given up."""
        return self.judged.before if self.given_up else self.judged.before.play(self.judged.move)


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
    complete: bool = False
    """Whether everything was found out in time."""


def review(record: Record, limits: Limits = DEFAULT) -> Review:
    """Review a match. The limits are for all of it; if they do not suffice, it is not complete."""
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
        found.start = _value_before(found.judged[0]) if found.judged else _first_value(record, deadline)
        found.complete = True
    except OutOfTime:
        pass  # what is known stays


def _value_before(judged: JudgedMove) -> Value:
    best = judged.options[0].value
    return Value(best.winner, None if best.moves is None else best.moves + 1)


def _first_value(record: Record, deadline: Deadline) -> Value:
    return solve(next(record.positions()), limits=deadline.left())


def _explain(found: Review, judged: JudgedMove, deadline: Deadline) -> None:
    """Add a move that gave the win away; if the time runs out, with the line as far as it is known."""
    line: list[Move] = []
    try:
        follow(judged.before.play(judged.move), line, deadline)
    finally:
        reasons = reasons_against(judged.before, judged.move, line)
        text = "\n".join([*_sentences(judged, line), *(reason.text for reason in reasons)])
        found.mistakes.insert(0, Mistake(judged, judged.options[0].move, tuple(line), reasons, text))


def _sentences(judged: JudgedMove, line: Sequence[Move]) -> list[str]:
    """What happened, what would have won, and how the win was lost."""
    number, before, move, value, _, options = judged
    moves = value.moves or 0
    best = _value_before(judged)
    others = sum(option.value.winner == before.turn for option in options) - 1
    too = f" ({count(others, 'other move')} would have won too)" if others else ""
    return [
        f"Move {number}: Player {before.turn} played {move}, but {options[0].move} would have won "
        f"in {count(best.moves or 0, 'move')}{too}.",
        f"After {move} Player {value.winner} wins in {count(moves, 'move')}: {line_text(line, moves)}",
    ]


def _judge_end(found: Review, deadline: Deadline) -> None:
    """If the match was given up in a won position, that is a mistake like others."""
    record = found.record
    *_, position = record.positions()
    if record.ending not in _GIVEN_UP or record.winner is None or not position.legal:
        return
    options = analyze(position, limits=deadline.left())
    side = other(record.winner)
    if options[0].value.winner != side:
        return
    word, begin = _GIVEN_UP[record.ending]
    no_move = Move(record.game.actions, word)
    number = len(record.moves) + 1
    judged = JudgedMove(number, position, no_move, Value(record.winner, 0), True, options)
    line: list[Move] = []
    try:
        follow(position, line, deadline)
    finally:
        found.mistakes.insert(0, _given_up(judged, begin.format(side=side), line))


def _given_up(judged: JudgedMove, begin: str, line: list[Move]) -> Mistake:
    position, options = judged.before, judged.options
    moves = _value_before(judged).moves or 0
    to_move = position.turn == options[0].value.winner
    how = f"could have won by {options[0].move}" if to_move else "was winning"
    text = f"{begin}, but {how}, in {count(moves, 'move')}: {line_text(line, moves)}"
    reasons = reasons_along(position, line, judged.value.winner)
    better = options[0].move if to_move or len(line) < 2 else line[1]
    told = "\n".join([text, *(reason.text for reason in reasons)])
    return Mistake(judged, better, tuple(line), reasons, told)
