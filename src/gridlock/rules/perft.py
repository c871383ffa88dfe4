"""Counting move sequences: the standard check of a move generator."""

from gridlock.rules.position import Move, Position

__all__ = ["perft"]


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` moves the rules allow from a position; a pass is not a move."""
    if depth == 0:
        return 1
    if depth == 1:
        return position.legal.bit_count()
    if depth == 2:
        return sum(_replies(position, move) for move in position.legal_moves())
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def _replies(position: Position, move: Move) -> int:
    """How many moves there are after a move."""
    game = position.game
    words = position.words_after(move)
    legal = game.legal_word(game.board, *words)
    return (legal or game.settle(position.turn, *words).legal).bit_count()
