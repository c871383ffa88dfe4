"""Boards with every legal move marked: winning or losing, and in how many moves."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock.games import Position
from gridlock.search import MoveValue

__all__ = ["mark", "marked_board"]


def mark(position: Position, judged: MoveValue) -> str:
    """A move's mark: a sign and a letter for winning or losing, and the moves to the end with this one."""
    wins = judged.value.winner == position.turn
    moves = "" if judged.value.moves is None else str(judged.value.moves + 1)
    return f"{'+' if wins else '-'}{'W' if wins else 'L'}{moves}"


def marked_board(position: Position, judged: Sequence[MoveValue]) -> str:
    """The board with a mark on each cell that a move leads to: the best one, if there are several."""
    marks: dict[int, str] = {}
    for found in judged:  # best first
        cell = position.game.parts(position, found.move)[0]
        marks.setdefault(cell, mark(position, found))
    one, two = position.sides
    game = position.game
    width = max(4, *map(len, marks.values())) if marks else 4
    header = " " * 4 + " ".join(f"{col + game.origin:^{width}}" for col in range(game.cols)).rstrip()
    lines = [header]
    for row in range(game.rows):
        texts = []
        for cell in range(row * game.cols, (row + 1) * game.cols):
            text = marks.get(cell) or _standing(position, one, two, cell)
            texts.append(f"{text:^{width}}")
        lines.append(f"{row + game.origin:>3} " + " ".join(texts).rstrip())
    return "\n".join(lines)


def _standing(position: Position, one: int, two: int, cell: int) -> str:
    bits = (one >> cell & 1, two >> cell & 1, position.extra >> cell & 1)
    letter = next(letter for letter, meaning in position.game.letters.items() if meaning == bits)
    return letter.upper()
