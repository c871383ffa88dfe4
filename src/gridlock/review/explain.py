"""Why the winner of a position wins, and why a move gave the win away."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.board import cells
from gridlock.games import Move, Position, other
from gridlock.review.standing import balance, open_cells, shut_in, stuck
from gridlock.review.theorems import theorem
from gridlock.review.wording import Reason, after, cell_list
from gridlock.search import Limits, best_line

__all__ = ["reasons", "reasons_against", "reasons_along"]

DEFAULT = Limits()


def reasons(position: Position, limits: Limits = DEFAULT) -> tuple[Reason, ...]:
    """Why the winner of a position wins; OutOfTime if that takes a search that the limits do not allow.

    A theorem if one decides the position, else the first one that decides a position further on, when both
    sides play their best.
    """
    decided = theorem(position) if position.legal else stuck(position)
    if decided is not None:
        return (decided,)
    line = best_line(position, limits=limits)
    loser = position.turn if len(line) % 2 == 0 else other(position.turn)
    return _by_play(position, line, loser, in_full=True)


def reasons_along(position: Position, line: Sequence[Move], loser: int) -> tuple[Reason, ...]:
    """The same, if the loser is known, and best play or the beginning of that, which the reader is shown."""
    decided = theorem(position)
    return _by_play(position, line, loser) if decided is None else (decided,)


def _by_play(
    position: Position, line: Sequence[Move], loser: int, *, in_full: bool = False
) -> tuple[Reason, ...]:
    """Why the winner of a position wins that no theorem decides."""
    return (*balance(position, loser), *_further_on(position, line, loser, in_full=in_full))


def reasons_against(before: Position, move: Move, line: Sequence[Move]) -> tuple[Reason, ...]:
    """Why a move gave the win away; the line is best play after it, or the beginning of that."""
    loser, position = before.turn, before.play(move)
    at_once = _own_cells(before, move, position) or _at_the_reply(position, line, loser)
    if at_once is not None:
        return (at_once,)
    found = theorem(position)
    if found is not None:
        return (found,)
    left = (after((move,), reason) for reason in balance(position, loser))
    return (*left, *_further_on(position, line, loser))


def _own_cells(before: Position, move: Move, position: Position) -> Reason | None:
    """Spread: the move itself left its side no open cell."""
    if before.game.id not in _OPEN or open_cells(position, before.turn):
        return None
    closed = tuple(cell for cell in cells(open_cells(before, before.turn)) if cell != move)
    number = "cell" if len(closed) == 1 else f"{len(closed)} cells"
    listed = cell_list(before.game, closed)
    text = f"With {move} Player {before.turn} closed the last {number} open to itself: {listed}."
    return Reason("last cells", text, closed)


def _at_the_reply(position: Position, line: Sequence[Move], loser: int) -> Reason | None:
    """That the very next move leaves the loser nothing."""
    if not line:
        return None
    reply = position.play(line[0])
    if position.game.id in _OPEN:
        closed = tuple(cells(open_cells(position, loser)))
        if open_cells(reply, loser):
            return None
        return Reason("last cells", f"{line[0]} closes {_last(position, loser, closed)}.", closed)
    return after(line[:1], stuck(reply)) if not reply.legal else None


def _last(position: Position, side: int, closed: Sequence[int]) -> str:
    """The last open cells of a side."""
    number = "open cell" if len(closed) == 1 else f"{len(closed)} open cells"
    return f"Player {side}'s last {number}, {cell_list(position.game, closed)}"


def _further_on(
    position: Position, line: Sequence[Move], loser: int, *, in_full: bool = False
) -> tuple[Reason, ...]:
    """The first position along a line that can be explained; at its end, somebody is stuck."""
    for number, move in enumerate(line, start=1):
        position = position.play(move)
        found = theorem(position) or _ON_THE_WAY.get(position.game.id, _nothing)(position, loser)
        if found is None and not position.legal:
            found = stuck(position)
        if found is not None:
            return (after(line[:number], found, in_full=in_full),)
    return ()


def _nothing(position: Position, loser: int) -> Reason | None:
    return None


_OPEN = {"spread", "crossfire"}  # where only the open cells matter
_ON_THE_WAY = {"blockade": shut_in}
