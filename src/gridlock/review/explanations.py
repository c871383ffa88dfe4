"""Why the winner of a position wins, and why a move gave the win away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate

from gridlock.review.reasons import reasons_for
from gridlock.review.wording import Reason, after
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, best_line

DEFAULT = Limits()

SOON = 2
"""Moves after which a reason is still close enough to a mistake to be looked for with all means."""


def reasons(position: Position, limits: Limits = DEFAULT) -> tuple[Reason, ...]:
    """Why the winner of a position wins; OutOfTime if that takes a search that the limits do not allow.

    A theorem if one decides the position, else a plan, else the first of these that is found further on, when
    both sides play their best.
    """
    known = reasons_for(position.game)
    decided = known.theorem(position) if position.legal else known.stuck(position)
    if decided is not None:
        return (decided,)
    line = best_line(position, limits=limits)
    winner = position.turn if len(line) % 2 else other(position.turn)
    return _along(position, line, winner, in_full=True)


def reasons_along(position: Position, line: Sequence[Move], winner: int) -> tuple[Reason, ...]:
    """The same, if the winner is known, and best play or the beginning of that, which the reader is shown."""
    return _along(position, line, winner)


def reasons_against(before: Position, move: Move, line: Sequence[Move]) -> tuple[Reason, ...]:
    """Why a move gave the win away; the line is best play after it, or the beginning of that."""
    found = reasons_for(before.game).at_once(before, move, line)
    return (found,) if found else _along(before.play(move), line, other(before.turn), reply=True)


def reasons_played(position: Position, line: Sequence[Move], winner: int) -> tuple[Reason, ...]:
    """Why a side that never gave the win away has won with these moves, its own and the other side's.

    The reason is about the moves that were made: it names none that the winner could have made instead.
    """
    for at, here in enumerate(accumulate(line, Position.play, initial=position)):
        for reason in _candidates(here, winner, soon=at <= SOON):
            if _was_played(reason, here, line[at:]):
                return (after(line[:at], reason, in_full=True),)
    return ()


def _candidates(here: Position, winner: int, *, soon: bool) -> Iterator[Reason]:
    """What can be said of a position; a plan for its next move only if that is the loser's."""
    known = reasons_for(here.game)
    theorem = known.theorem(here)
    if theorem is not None:
        yield theorem
    plan = known.plan(here, winner, soon=soon) if here.turn != winner else None
    if plan is not None:
        yield plan
    if not here.legal:
        yield known.stuck(here)


def _was_played(reason: Reason, here: Position, line: Sequence[Move]) -> bool:
    """Whether the winner has played what a reason says of a position, as far as the line goes on from it."""
    made = tuple(line[0 if here.turn == reason.winner else 1 :: 2])
    return all(one == other for one, other in zip(reason.first, made, strict=False))


def reason_after(position: Position, line: Sequence[Move], winner: int, *, reply: bool) -> Reason | None:
    """Why the winner of a position wins when these moves have been made, if that can be said there."""
    known, here = reasons_for(position.game), reduce(Position.play, line, position)
    found = known.theorem(here) or known.plan(here, winner)
    return None if found is None else after(line, found, reply=reply)


def _along(
    position: Position, line: Sequence[Move], winner: int, *, reply: bool = False, in_full: bool = False
) -> tuple[Reason, ...]:
    """The first position along a line that can be explained; at its end, somebody is stuck."""
    known = reasons_for(position.game)
    positions = list(accumulate(line, Position.play, initial=position))
    for at, here in enumerate(positions):
        found = known.theorem(here)
        if found is None and at == 0 and here.turn == winner and len(positions) > 1:
            found = known.theorem(positions[1])  # as good as at once: nobody but the winner has moved
            at += found is not None
        found = found or known.plan(here, winner, soon=at <= SOON)
        if found is None and not here.legal:
            found = known.stuck(here)
        if found is not None:
            return (after(line[:at], found, reply=reply, in_full=in_full),)
    return ()
