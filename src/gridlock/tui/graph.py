"""A graph of a match's value, move by move."""

from __future__ import annotations

from rich.text import Text

from gridlock.review import Review
from gridlock.search import Value
from gridlock.tui.palette import FAINT, LOSS, SIDES, STRONG

_ROWS = 2  # in each half
_STEPS = 2 * _ROWS  # a row can be half filled
_NAME = "  Player {} wins"
_HALF_FULL = {1: "▄", 2: "▀"}


def draw_graph(review: Review, at: int, width: int) -> Text:
    """Draw bars that point up while Player 1 is winning, and down while Player 2 is.

    The longer the bar, the nearer the end. An exclamation mark shows where the win was given away, and an
    arrow the column of position ``at``. A match that is too wide is cut off around that column.
    """
    values = review.values
    room = max(10, width)
    wide = 2 if 2 * len(values) + len(_NAME.format(1)) <= room else 1
    columns = _visible(len(values), at, room)
    upper = [_bars(values, columns, wide, 1, row) for row in range(_ROWS, 0, -1)]
    lower = [_bars(values, columns, wide, 2, row) for row in range(1, _ROWS + 1)]
    if wide * len(columns) + len(_NAME.format(1)) <= room:
        upper[0].append(_NAME.format(1), FAINT)
        lower[-1].append(_NAME.format(2), FAINT)
    arrow = Text("".join(("▲" if column == at else " ").ljust(wide) for column in columns), STRONG)
    return Text("\n").join([*upper, _middle(review, values, columns, wide), *lower, arrow])


def _visible(count: int, at: int, width: int) -> range:
    first = max(0, min(at - width // 2, count - width))
    return range(first, min(count, first + width))


def _middle(review: Review, values: list[Value | None], columns: range, wide: int) -> Text:
    """Draw the line between the halves, with marks for mistakes and unknown values."""
    changed = {judged.number for judged in review.judged if judged.changed}
    text = Text()
    for column in columns:
        if column in changed:
            text.append("!".ljust(wide, "─"), LOSS)
        else:
            text.append(("─" if values[column] else "?") * wide, FAINT)
    return text


def _bars(values: list[Value | None], columns: range, wide: int, side: int, row: int) -> Text:
    """Draw one row of a side's half; row 1 is next to the middle."""
    longest = max((value.moves or 0 for value in values if value), default=0) + 1
    text = Text()
    for column in columns:
        value, steps = values[column], 0
        if value is not None and value.winner == side:
            steps = max(1, round(_STEPS * (1 - (value.moves or 0) / longest)))
        filled = steps - 2 * (row - 1)
        text.append((" " if filled < 1 else _HALF_FULL[side] if filled == 1 else "█") * wide, SIDES[side])
    return text
