"""Reading what a person types: cells, numbers, directions, moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gridlock.errors import GridlockError, InvalidMove, excerpt

if TYPE_CHECKING:
    from gridlock.rules.game import Game
    from gridlock.rules.position import Move, Position

DIRECTIONS = ("up", "down", "left", "right")

_NUMBER = "([0-9]{1,9})"
_PAIR = rf"{_NUMBER}(?:\s*,\s*|\s+){_NUMBER}"
_CELL = re.compile(rf"{_PAIR}|\(\s*{_PAIR}\s*\)")


def read_cell(game: Game, text: str) -> int:
    """The cell that a text names: ``3 3``, ``3,3`` or ``(3, 3)``."""
    found = _CELL.fullmatch(text.strip())
    if found is None:
        raise InvalidMove(f"{excerpt(text)} is not a row and a column, such as {game.cell_text(0, ' ')}.")
    row, col = (int(number) - game.origin for number in found.groups() if number)
    if not (0 <= row < game.rows and 0 <= col < game.cols):
        corners = game.show_cell(0), game.show_cell(game.board.size - 1)
        raise InvalidMove(
            f"{excerpt(text)} is not on the board, which goes from {corners[0]} to {corners[1]}."
        )
    return row * game.cols + col


def read_number(text: str, name: str, first: int, last: int) -> int:
    """The number of a row or a column, as ``name`` says, that a text gives."""
    found = re.fullmatch(_NUMBER, text.strip())
    if found and first <= int(found[0]) <= last:
        return int(found[0])
    raise InvalidMove(f"{excerpt(text)} is not a {name} from {first} to {last}.")


def read_direction(text: str) -> int:
    """The direction that a text names, whole or by its first letter: 0 up, 1 down, 2 left, 3 right."""
    word = text.strip().lower()
    for number, name in enumerate(DIRECTIONS):
        if word in (name, name[0]):
            return number
    raise InvalidMove(f"{excerpt(text)} is not a direction: up, down, left or right.")


def play_texts(position: Position, moves: Sequence[str]) -> Position:
    """The position after moves that are given as texts; the error names the one that is wrong."""
    return play_line(position, moves)[0][-1]


def play_line(position: Position, texts: Sequence[str]) -> tuple[list[Position], list[Move]]:
    """A position and the one after each of these moves, and the moves; the error names the wrong one."""
    positions, moves = [position], []
    for number, text in enumerate(texts, start=1):
        try:
            move = positions[-1].parse_move(text)
        except GridlockError as error:
            raise type(error)(f"Move {number}, {excerpt(text)}: {error}") from None
        moves.append(move)
        positions.append(positions[-1].play(move))
    return positions, moves
