"""The refutation of a mistake: a line of play, and the reason why it is won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from gridlock.review.explain import SOON, reason_after, reasons_against, reasons_along
from gridlock.review.following import Follower
from gridlock.review.judged import follow
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position
from gridlock.search import analyze
from gridlock.search.answers import Deadline

_OTHER_LINES = 12  # that are looked at where the first one found leads to no reason soon


@dataclass
class Refutation:
    """How a win was lost; it grows while it is looked for."""

    before: Position
    move: Move | None
    """The mistake; None if the match was given up instead."""
    winner: int
    """The side that wins now."""
    line: list[Move] = field(default_factory=list)
    """Play from then on, the winner's moves as the reason has them, if that is a strategy."""
    reasons: tuple[Reason, ...] = ()

    @property
    def position(self) -> Position:
        """Where the line begins."""
        return self.before if self.move is None else self.before.play(self.move)


def refute(found: Refutation, deadline: Deadline) -> None:
    """Find the line and the reasons; OutOfTime leaves a part of the line, and what can be said of that."""
    try:
        follow(found.position, found.line, deadline)
        _give_reasons(found)
        if all(reason.at > SOON for reason in found.reasons):
            _look_aside(found, deadline)
        _follow_plan(found, deadline)
    finally:
        if not found.reasons:
            _give_reasons(found)


def _give_reasons(found: Refutation) -> None:
    """What can be said of the line as it is."""
    if found.move is None:
        found.reasons = reasons_along(found.before, found.line, found.winner)
    else:
        found.reasons = reasons_against(found.before, found.move, found.line)


def _look_aside(found: Refutation, deadline: Deadline) -> None:
    """Take another winning reply, or another answer that holds out as long, if a reason holds after that."""
    for line in islice(_other_lines(found, deadline), _OTHER_LINES):
        reason = reason_after(found.position, line, found.winner, reply=found.move is not None)
        if reason is not None:
            found.line, found.reasons = line, (reason,)
            return


def _other_lines(found: Refutation, deadline: Deadline) -> Iterator[list[Move]]:
    """Winning replies, the fastest first, each with the answers to it that hold out longest."""
    position = found.position
    if position.turn != found.winner:
        return
    for reply in analyze(position, limits=deadline.left()):
        child = position.play(reply.move)
        if reply.value.winner == found.winner and child.legal and child.turn != found.winner:
            answers = analyze(child, limits=deadline.left())
            for answer in answers:
                line = [reply.move, answer.move]
                if answer.value == answers[0].value and line != found.line[:2]:
                    yield line


def _follow_plan(found: Refutation, deadline: Deadline) -> None:
    """Let the winner's moves in the line be those of the reason, if that is a strategy."""
    for reason in found.reasons:
        if reason.is_strategy or len(found.line) == reason.at:
            position = found.position
            del found.line[reason.at :]
            for move in found.line:
                position = position.play(move)
            follow(position, found.line, deadline, Follower(found.winner, reason))
            return
