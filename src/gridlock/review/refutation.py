"""The refutation of a mistake: a line of play, and the reason why it is won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import NamedTuple

from gridlock.review.explanations import SOON, reason_after, reasons_against, reasons_along
from gridlock.review.wording import Reason
from gridlock.rules import Move, Position
from gridlock.search import OutOfTime, analyze
from gridlock.search.answers import Deadline, best_move, line_from

_OTHER_LINES = 12  # to look at if the first one leads to no reason soon


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

    If time runs out, the result has the part of the line that is known, and what can be said of that.
    """
    search = _RefutationSearch(before, move, winner, deadline)
    cut_short = None
    try:
        search.run()
    except OutOfTime as error:
        cut_short = error
    return Refutation(tuple(search.line), search.reasons or search.reasons_of_line(), cut_short)


class _RefutationSearch:
    """The line and the reasons while they are looked for."""

    def __init__(self, before: Position, move: Move | None, winner: int, deadline: Deadline) -> None:
        self._before, self._move, self._winner, self._deadline = before, move, winner, deadline
        self._position = before if move is None else before.play(move)
        self.line: list[Move] = []
        self.reasons: tuple[Reason, ...] = ()

    def run(self) -> None:
        """Look for a line, the reasons, and the line as the reasons have it."""
        follow(self._position, self.line, self._deadline)
        self.reasons = self.reasons_of_line()
        if all(reason.at > SOON for reason in self.reasons):
            self._try_other_lines()
        self._follow_plan()

    def reasons_of_line(self) -> tuple[Reason, ...]:
        """What can be said of the line as it is."""
        if self._move is None:
            return reasons_along(self._before, self.line, self._winner)
        return reasons_against(self._before, self._move, self.line)

    def _try_other_lines(self) -> None:
        """Take another winning reply, or an answer to it that holds out as long, if a reason holds there."""
        for line in islice(self._other_lines(), _OTHER_LINES):
            reason = reason_after(self._position, line, self._winner, reply=self._move is not None)
            if reason is not None:
                self.line, self.reasons = line, (reason,)
                return

    def _other_lines(self) -> Iterator[list[Move]]:
        """Winning replies, the fastest first, each with the answers to it that hold out longest."""
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

    def _follow_plan(self) -> None:
        """Let the winner's moves in the line be those of the reason, if that is a strategy."""
        for reason in self.reasons:
            if reason.is_strategy or len(self.line) == reason.at:
                del self.line[reason.at :]
                position = reduce(Position.play, self.line, self._position)
                follow(position, self.line, self._deadline, PlanPlayer(self._winner, reason))
                return


# Lines of play ----------------------------------------------------------------------------------


class PlanPlayer:
    """Plays a reason's strategy: some moves to begin with, then an answer to every reply."""

    def __init__(self, side: int, reason: Reason) -> None:
        self.side = side
        """The side that wins by it."""
        self._first, self._cases = list(reason.first), reason.cases
        self._partner = {two: one for one, two in reason.pairs} | dict(reason.pairs)

    def move(self, made: Sequence[tuple[Position, Move]], position: Position) -> Move | None:
        """The winner's move after these, made since the reason holds; None if it does not say."""
        if self._first:
            return self._first.pop(0)
        moves = tuple(move for _, move in made)
        case = next((line for line in self._cases if line[: len(moves)] == moves != line), None)
        if case is not None:
            return case[len(moves)]
        if not made:
            return None
        before, answered = made[-1]
        wanted = self._partner.get(before.game.parts(before, answered)[0])
        answers = (m for m in position.legal_moves() if position.game.parts(position, m)[0] == wanted)
        return next(answers, None)


def follow(position: Position, line: list[Move], deadline: Deadline, plan: PlanPlayer | None = None) -> None:
    """Add best play by both sides to a line, until a side to move is stuck; OutOfTime leaves a part of it.

    With a plan, its side plays by that, as long as it says what to play, and the other resists.
    """
    made = list[tuple[Position, Move]]()

    def choose(position: Position) -> Move:
        planned = plan.move(made, position) if plan is not None and position.turn == plan.side else None
        move = best_move(position, limits=deadline.left()) if planned is None else planned
        made.append((position, move))
        return move

    for move in line_from(position, choose):
        line.append(move)
