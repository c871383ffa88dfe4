"""What the search knows of any game: its rules, and nothing else."""

from __future__ import annotations

from typing import Any

from gridlock.search.compiled_rules import legal, play, swapped
from gridlock.search.jit import count_bits, inner
from gridlock.search.scores import within


@inner
def form(board: Any, own: Any, opp: Any, extra: Any) -> Any:
    """The words of the position itself."""
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
    """All of a position matters."""
    return own, opp, extra, 0


@inner
def move_score(board: Any, own: Any, opp: Any, extra: Any, move: Any) -> Any:
    """Leave many moves to yourself, were it your turn, and few to the other side."""
    own, opp, extra = play(board, own, opp, extra, move)
    my_own, my_opp, my_extra = swapped(board, own, opp, extra)
    return count_bits(legal(board, my_own, my_opp, my_extra)) - count_bits(legal(board, own, opp, extra))


@inner
def bounds(
    board: Any, own: Any, opp: Any, extra: Any, moves: Any, sign: Any, theorems: Any, table: Any
) -> Any:
    """Nothing is known beforehand, but that each move takes a cell."""
    lower, upper, lost, won = within(board.size)
    return lower, upper, lost, won, moves


@inner
def never(board: Any, first: Any, second: Any, third: Any, turn: Any) -> Any:
    """Copying every move is not known to win."""
    return False
