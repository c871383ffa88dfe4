"""Values of positions and moves: sentences, marks such as ``+W5``, and boards with every move marked."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.plural import count
from gridlock.rules import Position
from gridlock.search import MoveValue, Value


def wins_text(winner: int, moves: int | None) -> str:
    """Say who wins, and in how many moves if known: ``Player 1 wins in 3 moves``."""
    return f"Player {winner} wins" + ("" if moves is None else f" in {count(moves, 'move')}")


def value_text(winner: int, moves: int | None) -> str:
    """Say what a position is worth."""
    return f"Player {winner} has won." if moves == 0 else f"{wins_text(winner, moves)}."


def value_mark(value: Value, side: int) -> str:
    """Return a move's value for this side: ``W`` or ``L``, and the moves to the end, counting this one."""
    moves = "" if value.moves is None else str(value.moves + 1)
    return f"{'W' if value.winner == side else 'L'}{moves}"


def move_mark(position: Position, judged: MoveValue) -> str:
    """Return a move's mark: ``+W`` or ``-L``, and the moves to the end, counting this one."""
    sign = "+" if judged.value.winner == position.turn else "-"
    return sign + value_mark(judged.value, position.turn)


def marked_board(position: Position, judged: Sequence[MoveValue]) -> str:
    """Draw the board with the mark of the best move to each cell."""
    marks: dict[int, str] = {}
    for move_value in judged:  # best first
        cell = position.game.parts(position, move_value.move)[0]
        marks.setdefault(cell, move_mark(position, move_value))
    game = position.game
    names = {bits: letter.upper() for letter, bits in game.letters.items()}
    width = max(4, *map(len, marks.values())) if marks else 4
    lines = [" " * 4 + " ".join(f"{col + game.origin:^{width}}" for col in range(game.cols)).rstrip()]
    for row, letters in enumerate(game.cells_as(names, position)):
        texts = (marks.get(row * game.cols + col, letter) for col, letter in enumerate(letters))
        lines.append(f"{row + game.origin:>3} " + " ".join(f"{text:^{width}}" for text in texts).rstrip())
    return "\n".join(lines)
