"""How a puzzle goes on: which moves keep the win, and what the opponent replies to them.

Both follow from the position alone, so a puzzle goes the same way on every machine.
"""

from __future__ import annotations

from gridlock.rules import Move, Position
from gridlock.search import Limits, analyze

AS_LONG_AS_IT_TAKES = Limits()


def winning_moves(position: Position, limits: Limits = AS_LONG_AS_IT_TAKES) -> tuple[Move, ...]:
    """The moves that win for the side to move: each of them is right."""
    judged = analyze(position, winner_only=True, limits=limits)
    return tuple(sorted(move for move, value in judged if value.winner == position.turn))


def reply_to(position: Position, limits: Limits = AS_LONG_AS_IT_TAKES) -> Move:
    """The best resistance in a lost position.

    It puts off the end as long as possible. Of the moves that do so alike it is the first of those after
    which the smallest part of the answers is right.
    """
    judged = analyze(position, limits=limits)
    longest = [move for move, value in judged if value == judged[0].value]
    if len(longest) == 1:
        return longest[0]
    return min(longest, key=lambda move: (_part_right(position.play(move), limits), move))


def _part_right(position: Position, limits: Limits) -> float:
    """Which part of the moves wins; all, if the position is over."""
    moves = position.legal.bit_count()
    return len(winning_moves(position, limits)) / moves if moves else 1.0


def is_over(position: Position, side: int) -> bool:
    """Whether the other side was stuck at its turn: this one has won, though it may have moves left."""
    return not position.legal or position.turn == side


def solution(position: Position, limits: Limits = AS_LONG_AS_IT_TAKES) -> tuple[Move, ...]:
    """The fastest win from a won position against the best resistance, to the end."""
    side, line = position.turn, list[Move]()
    while True:
        line.append(analyze(position, limits=limits)[0].move)
        position = position.play(line[-1])
        if is_over(position, side):
            return tuple(line)
        line.append(reply_to(position, limits))
        position = position.play(line[-1])
