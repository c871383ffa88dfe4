"""Why positions of blockade are won, in sentences that can be checked."""

from __future__ import annotations

from gridlock.board import cells, flood, orthogonal
from gridlock.review.standing import free_cells
from gridlock.review.walking import Walking, no_way_out
from gridlock.review.wording import Reason
from gridlock.rules import Position, other
from gridlock.words import count

__all__ = ["REASONS", "BlockadeReasons", "shut_in"]

SHUT_IN = "Stay where there is room: who is shut in with fewer cells runs out of steps first."


class BlockadeReasons(Walking):
    """Who is shut in, or nearly."""


def shut_in(position: Position, side: int) -> Reason | None:
    """A side that cannot get out of a few cells, while the other has more of them.

    Its cells must not border on the other's place: that is empty again as soon as the other moves on.
    """
    game, free = position.game, free_cells(position)
    place, rival = position.sides[side - 1], position.sides[other(side) - 1]
    region, theirs = flood(game.board, place, free), flood(game.board, rival, free)
    few, many = region.bit_count(), theirs.bit_count()
    if few >= many or orthogonal(game.board, region | place) & rival:
        return None
    if not few:
        return no_way_out(position, side)
    text = f"Player {side} is shut in: it can reach only {count(few, 'cell')}, Player {other(side)} {many}."
    return Reason("shut in", text, tuple(cells(region)), lesson=SHUT_IN)


REASONS = BlockadeReasons()
