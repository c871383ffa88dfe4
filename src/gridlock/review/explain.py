"""Why the winner of a position wins, and why a move gave the win away."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.review.reasons import reasons_for
from gridlock.review.wording import Reason, after
from gridlock.rules import Move, Position, other
from gridlock.search import Limits, best_line

__all__ = ["reasons", "reasons_against", "reasons_along"]

DEFAULT = Limits()


def reasons(position: Position, limits: Limits = DEFAULT) -> tuple[Reason, ...]:
    """Why the winner of a position wins; OutOfTime if that takes a search that the limits do not allow.

    A theorem if one decides the position, else the first one that decides a position further on, when both
    sides play their best.
    """
    known = reasons_for(position.game)
    decided = known.theorem(position) if position.legal else known.stuck(position)
    if decided is not None:
        return (decided,)
    line = best_line(position, limits=limits)
    loser = position.turn if len(line) % 2 == 0 else other(position.turn)
    return _by_play(position, line, loser, in_full=True)


def reasons_along(position: Position, line: Sequence[Move], loser: int) -> tuple[Reason, ...]:
    """The same, if the loser is known, and best play or the beginning of that, which the reader is shown."""
    decided = reasons_for(position.game).theorem(position)
    return _by_play(position, line, loser) if decided is None else (decided,)


def _by_play(
    position: Position, line: Sequence[Move], loser: int, *, in_full: bool = False
) -> tuple[Reason, ...]:
    """Why the winner of a position wins that no theorem decides."""
    left = reasons_for(position.game).balance(position, loser)
    return (*left, *_further_on(position, line, loser, in_full=in_full))


def reasons_against(before: Position, move: Move, line: Sequence[Move]) -> tuple[Reason, ...]:
    """Why a move gave the win away; the line is best play after it, or the beginning of that."""
    loser, position, known = before.turn, before.play(move), reasons_for(before.game)
    found = known.at_once(before, move, line) or known.theorem(position)
    if found is not None:
        return (found,)
    return (*known.balance(position, loser), *_further_on(position, line, loser, reply=True))


def _further_on(
    position: Position, line: Sequence[Move], loser: int, *, reply: bool = False, in_full: bool = False
) -> tuple[Reason, ...]:
    """The first position along a line that can be explained; at its end, somebody is stuck."""
    known = reasons_for(position.game)
    for number, move in enumerate(line, start=1):
        position = position.play(move)
        found = known.theorem(position) or known.on_the_way(position, loser)
        if found is None and not position.legal:
            found = known.stuck(position)
        if found is not None:
            return (after(line[:number], found, reply=reply, in_full=in_full),)
    return ()
