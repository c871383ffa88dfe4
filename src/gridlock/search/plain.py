"""The defaults of :class:`gridlock.search.dispatch.Knowledge`, which use only the rules."""

from __future__ import annotations

from typing import Any

from gridlock.rules.game import MAX_MOVES
from gridlock.search.compiled_rules import legal, play, swapped
from gridlock.search.jit import count_bits, inner
from gridlock.search.scores import bounds_within


@inner
def form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The position's own words."""
    return own, opp, extra


@inner
def options(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The legal moves."""
    return legal(board, own, opp, extra)


@inner
def follow(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The words after a move."""
    return play(board, own, opp, extra, move)


@inner
def reduce(board: Any, own: Any, opp: Any, extra: Any, theorems: Any) -> Any:
    """No reduction."""
    return own, opp, extra, 0


@inner
def move_score(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """The mover's mobility minus the opponent's, after the move."""
    own, opp, extra = play(board, own, opp, extra, move)
    my_own, my_opp, my_extra = swapped(board, own, opp, extra)
    return count_bits(legal(board, my_own, my_opp, my_extra)) - count_bits(legal(board, own, opp, extra))


@inner
def bounds(
    board: Any, own: Any, opp: Any, extra: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """The only bound is the length of a match, which may be more than the number of cells."""
    lower, upper, lost, won = bounds_within(MAX_MOVES)
    return lower, upper, lost, won, moves


@inner
def never(board: Any, first: Any, second: Any, third: Any, turn: Any) -> Any:
    """No copying strategy is known."""
    return False
