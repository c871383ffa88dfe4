"""A text graph of a match: who was winning after each move, and how near the end was."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from gridlock.review import Review
from gridlock.search import Value

_ROWS = 5  # in each half
_MAX_COLUMN = 3  # characters
_UNKNOWN = "?"
_LEGEND = "The longer the bar, the nearer the end."
_MISTAKE_LEGEND = "! gave the win away."
_UNKNOWN_LEGEND = "? was not solved."


def value_graph(review: Review, width: int) -> list[str]:
    """Draw the value after each move, in lines of at most ``width`` characters (20 or more).

    Column 0 is the start. A long match on a narrow screen becomes several graphs, one below the other.
    """
    values = review.values
    changed = {judged.number for judged in review.judged if judged.changed}
    levels = _levels(values)
    margin = len(f"in {levels[0]} |")
    room = max(width, 20) - margin
    column = max(1, min(_MAX_COLUMN, room // len(values)))
    lines: list[str] = []
    for first in range(0, len(values), room // column):
        numbers = range(first, min(first + room // column, len(values)))
        lines += [*_panel(values, changed, levels, numbers, column), ""]
    return lines + _legend(values, changed, max(width, 20))


def _legend(values: Sequence[Value | None], changed: set[int], width: int) -> list[str]:
    parts = [_LEGEND, *[_MISTAKE_LEGEND] * bool(changed), *[_UNKNOWN_LEGEND] * (None in values)]
    return textwrap.wrap(" ".join(parts), width)


def _levels(values: Sequence[Value | None]) -> list[int]:
    """Return the number of moves to the end for each row, from the middle outwards."""
    most = max((value.moves or 0 for value in values if value), default=0)
    rows = min(_ROWS, most + 1)
    return [most * (rows - 1 - row) // max(rows - 1, 1) for row in range(rows)]


def _panel(
    values: Sequence[Value | None], changed: set[int], levels: Sequence[int], numbers: range, column: int
) -> list[str]:
    upper = [_row(values, numbers, 1, level, levels, column) for level in reversed(levels)]
    lower = [_row(values, numbers, 2, level, levels, column) for level in levels]
    margin = len(f"in {levels[0]} ")
    middle = "".join(_middle(values[k], k in changed).center(column, "-") for k in numbers)
    return [
        "Player 1 wins",
        *upper,
        " " * margin + "+" + middle,
        *lower,
        "Player 2 wins",
        *_axis(numbers, margin + 1, column),
    ]


def _row(
    values: Sequence[Value | None], numbers: range, side: int, level: int, levels: Sequence[int], column: int
) -> str:
    """Draw a row: a bar reaches it if the end is at most ``level`` moves away."""
    label = f"in {level:>{len(str(levels[0]))}} |"
    bars = (
        str(side) if value and value.winner == side and (value.moves or 0) <= level else " "
        for value in (values[k] for k in numbers)
    )
    return (label + "".join(bar.center(column) for bar in bars)).rstrip()


def _middle(value: Value | None, changed: bool) -> str:
    if value is None:
        return _UNKNOWN
    return "!" if changed else "-"


def _axis(numbers: range, margin: int, column: int) -> list[str]:
    """Label the columns with move numbers, as far as they fit."""
    step = 1 if column == _MAX_COLUMN else 5
    line = [*"move".ljust(margin + column * len(numbers))]
    for place, number in enumerate(numbers):
        text = str(number)
        at = margin + place * column + (column - 1) // 2
        if number % step == 0 and at + len(text) <= len(line):
            line[at : at + len(text)] = text
    return ["".join(line).rstrip()]
