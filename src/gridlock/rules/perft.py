"""Counting move sequences: the standard check of a move generator."""

from gridlock.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` moves the rules allow from a position; a pass is not a move."""
    if depth == 0:
        return 1
    if depth == 1:
        return position.legal.bit_count()
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())
