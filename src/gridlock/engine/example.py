"""A bot for the Gridlock games.

Try it:          gridlock bot check python:mybot.py
Play against it: gridlock play spread --p2 python:mybot.py
"""

from gridlock import Move, Position


def choose(position: Position) -> Move:
    """Choose a move for the side to move, position.turn: leave the other side as few moves as possible."""

    def answers(move: Move) -> int:
        after = position.play(move)
        return len(after.legal_moves()) if after.turn != position.turn else 0

    return min(position.legal_moves(), key=answers)
