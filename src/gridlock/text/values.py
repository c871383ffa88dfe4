"""What positions and moves are worth, in a sentence or a mark."""

from __future__ import annotations

from gridlock.search import Value
from gridlock.words import count


def wins_text(winner: int, moves: int | None) -> str:
    """Who wins, and in how many moves if that is known: ``Player 1 wins in 3 moves``."""
    return f"Player {winner} wins" + ("" if moves is None else f" in {count(moves, 'move')}")


def value_text(winner: int, moves: int | None) -> str:
    """What a position is worth, in a sentence."""
    return f"Player {winner} has won." if moves == 0 else f"{wins_text(winner, moves)}."


def value_mark(value: Value, side: int) -> str:
    """What a move of this side is worth: ``W`` or ``L``, and the moves to the end, this one included."""
    moves = "" if value.moves is None else str(value.moves + 1)
    return f"{'W' if value.winner == side else 'L'}{moves}"
