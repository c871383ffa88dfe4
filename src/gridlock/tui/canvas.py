"""Drawing primitives: a character canvas, cell sizes and box-drawing characters."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from gridlock.rules import Game

UP, RIGHT, DOWN, LEFT = range(4)

_ARMS = {"UP": (UP,), "RIGHT": (RIGHT,), "DOWN": (DOWN,), "LEFT": (LEFT,),
         "VERTICAL": (UP, DOWN), "HORIZONTAL": (LEFT, RIGHT)}  # fmt: skip
_WEIGHTS = {"LIGHT": 1, "HEAVY": 2}
_FIRST, _LAST = "\N{BOX DRAWINGS LIGHT HORIZONTAL}", "\N{BOX DRAWINGS HEAVY VERTICAL AND HORIZONTAL}"


class Canvas:
    """A grid of characters, each with a style and a background colour."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._letters = [[" "] * width for _ in range(height)]
        self._inks = [[""] * width for _ in range(height)]
        self._grounds = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Write a text to the right; clip it at the edges."""
        for at, letter in enumerate(text, start=x):
            if 0 <= y < self.height and 0 <= at < self.width:
                self._letters[y][at], self._inks[y][at] = letter, ink

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Set the background of a rectangle."""
        for line in self._grounds[y : y + height]:
            line[x : x + width] = [colour] * len(line[x : x + width])

    def text(self) -> Text:
        """Return the drawing."""
        text = Text(no_wrap=True, end="")
        for y in range(self.height):
            line = list(zip(self._letters[y], self._inks[y], self._grounds[y], strict=True))
            for (ink, ground), run in groupby(line, key=lambda cell: cell[1:]):
                style = f"{ink} on {ground}" if ground else ink
                text.append("".join(letter for letter, _, _ in run), style.strip() or None)
            if y < self.height - 1:
                text.append("\n")
        return text


# Sizes ------------------------------------------------------------------------------------------


class CellSize(NamedTuple):
    """The number of characters inside a cell."""

    width: int
    height: int
    rules: bool = True
    """Whether there are lines between the rows."""
    numbers: bool = True
    """Whether rows and columns are numbered."""

    def board_size(self, game: Game) -> tuple[int, int]:
        """Return the columns and lines of a whole board."""
        left, top = self.margin(game)
        return left + game.cols * (self.width + 1) + 1, top + game.rows * self.pitch + self.rules

    def margin(self, game: Game) -> tuple[int, int]:
        """Return the columns and lines of the numbers."""
        widest = len(str(game.rows - 1 + game.origin))
        return (widest + 1, 1) if self.numbers else (0, 0)

    @property
    def pitch(self) -> int:
        """Lines from one row of cells to the next."""
        return self.height + self.rules

    def corner(self, game: Game, cell: int) -> tuple[int, int]:
        """Return the column and line of a cell's first character."""
        row, col = divmod(cell, game.cols)
        left, top = self.margin(game)
        return left + col * (self.width + 1) + 1, top + row * self.pitch + self.rules

    def cell_at(self, game: Game, x: int, y: int) -> int | None:
        """Return the cell at a column and line, its lines included."""
        left, top = self.margin(game)
        col, row = (x - left) // (self.width + 1), (y - top) // self.pitch
        on_board = 0 <= row < game.rows and 0 <= col < game.cols
        return row * game.cols + col if on_board else None


SIZES = (CellSize(11, 5), CellSize(7, 3), CellSize(5, 1), CellSize(3, 1), CellSize(3, 1, rules=False))
"""The cell sizes, largest first."""

TINY = CellSize(1, 1, rules=False, numbers=False)
"""The cell size of thumbnails."""

_PANEL_WIDTH = 28  # the minimum for text beside a board
_PANEL_HEIGHT = 7  # the minimum for text below it


class Layout(NamedTuple):
    """The cell size, and whether the text is beside the board or below it."""

    size: CellSize
    beside: bool


def choose_layout(game: Game, width: int, height: int) -> Layout:
    """Choose the largest cells that leave room for the text."""
    for size in SIZES:
        wide, high = size.board_size(game)
        if wide + _PANEL_WIDTH <= width and high <= height:
            return Layout(size, True)
        if wide <= width and high + _PANEL_HEIGHT <= height:
            return Layout(size, False)
    wide, _ = SIZES[-1].board_size(game)
    return Layout(SIZES[-1], wide + _PANEL_WIDTH <= width)


# Lines ------------------------------------------------------------------------------------------


def joint(up: int, right: int, down: int, left: int) -> str:
    """Return the character where four lines meet; each is 0 (none), 1 (light) or 2 (heavy)."""
    return _joints().get((up, right, down, left), " ")


@cache
def _joints() -> dict[tuple[int, ...], str]:
    """Map weights to box-drawing characters, by their Unicode names."""
    joints = {}
    for code in range(ord(_FIRST), ord(_LAST) + 1):
        name = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
        if "DASH" not in name:
            joints[_weights(name)] = chr(code)
    return joints


def _weights(name: str) -> tuple[int, ...]:
    """Parse the weights in a name such as LIGHT DOWN AND RIGHT, or UP HEAVY AND LEFT DOWN LIGHT."""
    weights = [0, 0, 0, 0]
    first = name.split()[0]
    parts = (
        [[*name.split()[1:], first]] if first in _WEIGHTS else [part.split() for part in name.split(" AND ")]
    )
    for *arms, weight in parts:
        for arm in (arm for word in arms if word in _ARMS for arm in _ARMS[word]):
            weights[arm] = _WEIGHTS[weight]
    return tuple(weights)


_DOUBLE = {
    frozenset((UP, DOWN)): "║", frozenset((LEFT, RIGHT)): "═", frozenset((UP, RIGHT)): "╚",
    frozenset((RIGHT, DOWN)): "╔", frozenset((DOWN, LEFT)): "╗", frozenset((LEFT, UP)): "╝",
}  # fmt: skip


def trail_stroke(side: int, arms: frozenset[int]) -> str:
    """Return a trail character with these arms: heavy for side 1, double for side 2."""
    whole = arms if len(arms) > 1 else arms | {(arm + 2) % 4 for arm in arms}
    if side == 2:
        return _DOUBLE.get(whole, "╬")
    return joint(*(2 if arm in whole else 0 for arm in range(4)))
