"""Parse what players type: cells, numbers, directions, lines of moves."""

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
    """Parse a cell: ``3 3``, ``3,3`` or ``(3, 3)``."""
    match = _CELL.fullmatch(text.strip())
    if match is None:
        raise InvalidMove(f"{excerpt(text)} is not a row and a column, such as {game.cell_text(0, ' ')}.")
    row, col = (int(number) - game.origin for number in match.groups() if number)
    if not (0 <= row < game.rows and 0 <= col < game.cols):
        corners = game.show_cell(0), game.show_cell(game.board.size - 1)
        raise InvalidMove(
            f"{excerpt(text)} is not on the board, which goes from {corners[0]} to {corners[1]}."
        )
    return row * game.cols + col


def read_number(text: str, name: str, first: int, last: int) -> int:
    """Parse a number in this range; ``name`` says what it counts, such as ``row``."""
    match = re.fullmatch(_NUMBER, text.strip())
    if match and first <= int(match[0]) <= last:
        return int(match[0])
    raise InvalidMove(f"{excerpt(text)} is not a {name} from {first} to {last}.")


def read_direction(text: str) -> int:
    """Parse a direction or its first letter: 0 up, 1 down, 2 left, 3 right."""
    word = text.strip().lower()
    for number, name in enumerate(DIRECTIONS):
        if word in (name, name[0]):
            return number
    raise InvalidMove(f"{excerpt(text)} is not a direction: up, down, left or right.")


def play_texts(position: Position, moves: Sequence[str]) -> Position:
    """Return the position after these moves; an error names the move that is wrong."""
    return play_line(position, moves)[0][-1]


def play_line(position: Position, texts: Sequence[str]) -> tuple[list[Position], list[Move]]:
    """Return all positions along a line, the first included, and its moves; an error names the wrong move."""
    positions, moves = [position], []
    for number, text in enumerate(texts, start=1):
        try:
            move = positions[-1].parse_move(text)
        except GridlockError as error:
            raise type(error)(f"Move {number}, {excerpt(text)}: {error}") from None
        moves.append(move)
        positions.append(positions[-1].play(move))
    return positions, moves
