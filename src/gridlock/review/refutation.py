"""Lines that show why a side wins: the refutation of a mistake, and best play from any position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import islice
from typing import NamedTuple

from gridlock.review.explanations import SOON, reason_after, reasons, reasons_against, reasons_along
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position
from gridlock.search import Limits, OutOfTime, analyze
from gridlock.search.answers import Deadline, best_move, line_from

_LINE_SECONDS = 1.0  # for a line that shows known reasons
_OTHER_LINES = 12  # how many to try if the first one leads to no reason soon


class Refutation(NamedTuple):
    """How a win was lost."""

    line: tuple[Move, ...]
    """Play after the mistake: best play by both sides, but if the reason is a strategy, the winner follows
    that. If time ran out, only the beginning."""
    reasons: tuple[Reason, ...]
    cut_short: OutOfTime | None
    """Why the search ended early, if it did."""

    def raise_if_cut_short(self) -> None:
        """Raise OutOfTime if the search ended early."""
        if self.cut_short is not None:
            raise self.cut_short


def refute(before: Position, move: Move | None, winner: int, deadline: Deadline) -> Refutation:
    """Find how a side wins after a mistake; without a move, from the position itself.

    If time runs out, the result has the known part of the line, and the reasons for that.
    """
    search = _RefutationSearch(before, move, winner, deadline)
    cut_short = None
    try:
        search.run()
    except OutOfTime as error:
        cut_short = error
    return Refutation(tuple(search.line), search.reasons or search.reasons_of_line(), cut_short)


class _RefutationSearch:
    """The search for a line and its reasons."""

    def __init__(self, before: Position, move: Move | None, winner: int, deadline: Deadline) -> None:
        self._before, self._move, self._winner, self._deadline = before, move, winner, deadline
        self._position = before if move is None else before.play(move)
        self.line: list[Move] = []
        self.reasons: tuple[Reason, ...] = ()

    def run(self) -> None:
        """Find a line and its reasons, then make the line follow the reasons."""
        follow(self._position, self.line, self._deadline)
        self.reasons = self.reasons_of_line()
        if all(reason.at > SOON for reason in self.reasons):
            self._try_other_lines()
        follow_reasons(self._position, self.line, self.reasons, self._deadline)

    def reasons_of_line(self) -> tuple[Reason, ...]:
        """Return the reasons for the current line."""
        if self._move is None:
            return reasons_along(self._before, self.line, self._winner)
        return reasons_against(self._before, self._move, self.line)

    def _try_other_lines(self) -> None:
        """Switch to another line with equally good play if a reason holds there."""
        for line in islice(self._other_lines(), _OTHER_LINES):
            reason = reason_after(self._position, line, self._winner, reply=self._move is not None)
            if reason is not None:
                self.line, self.reasons = line, (reason,)
                return

    def _other_lines(self) -> Iterator[list[Move]]:
        """Yield winning replies, fastest first, each with the answers that hold out longest."""
        position, winner = self._position, self._winner
        if position.turn != winner:
            return
        for reply in analyze(position, limits=self._deadline.left()):
            child = position.play(reply.move)
            if reply.value.winner == winner and child.legal and child.turn != winner:
                answers = analyze(child, limits=self._deadline.left())
                for answer in answers:
                    line = [reply.move, answer.move]
                    if answer.value == answers[0].value and line != self.line[:2]:
                        yield line


def show_win(position: Position, limits: Limits) -> tuple[tuple[Reason, ...], tuple[Move, ...]]:
    """Explain why a position is won, with a line that shows it.

    Raises OutOfTime if finding the reasons takes too long; if only the line does, it ends early.
    """
    line, deadline = list[Move](), Deadline(position.game, limits)
    explanation = reasons(position, deadline.left())
    if any(reason.at for reason in explanation):
        follow(position, line, deadline)
    seconds = _LINE_SECONDS if limits.seconds is None else min(limits.seconds, _LINE_SECONDS)
    with suppress(OutOfTime):
        follow_reasons(position, line, explanation, Deadline(position.game, replace(limits, seconds=seconds)))
    return explanation, tuple(line)


# Lines of play ----------------------------------------------------------------------------------


class PlanPlayer:
    """Plays a reason's strategy: its first moves, then an answer to every reply."""

    def __init__(self, side: int, reason: Reason) -> None:
        self.side = side
        """The side that follows the strategy."""
        self._first, self._cases = list(reason.first), reason.cases
        self._partner = {two: one for one, two in reason.pairs} | dict(reason.pairs)

    def move(self, played: Sequence[tuple[Position, Move]], position: Position) -> Move | None:
        """Return the strategy's move, given the moves played since it started; None if it has none."""
        if self._first:
            return self._first.pop(0)
        moves = tuple(move for _, move in played)
        case = next((line for line in self._cases if line[: len(moves)] == moves != line), None)
        if case is not None:
            return case[len(moves)]
        if not played:
            return None
        before, last = played[-1]
        partner = self._partner.get(before.game.parts(before, last)[0])
        answers = (m for m in position.legal_moves() if position.game.parts(position, m)[0] == partner)
        return next(answers, None)


def follow_reasons(
    position: Position, line: list[Move], reasons: Sequence[Reason], deadline: Deadline
) -> None:
    """Extend a line to the end; if a reason is a strategy, the winner plays that instead of the line."""
    for reason in reasons:
        if reason.is_strategy or len(line) == reason.at:
            del line[reason.at :]
            follow(reduce(Position.play, line, position), line, deadline, PlanPlayer(reason.winner, reason))
            return


def follow(position: Position, line: list[Move], deadline: Deadline, plan: PlanPlayer | None = None) -> None:
    """Extend a line with best play by both sides to the end; OutOfTime leaves a part of it.

    With a plan, its side follows that as long as it has a move.
    """
    played = list[tuple[Position, Move]]()

    def choose(position: Position) -> Move:
        planned = plan.move(played, position) if plan is not None and position.turn == plan.side else None
        move = best_move(position, limits=deadline.left()) if planned is None else planned
        played.append((position, move))
        return move

    for move in line_from(position, choose):
        line.append(move)
