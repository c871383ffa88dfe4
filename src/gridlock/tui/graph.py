"""The value of a match, move by move, as a small graph."""

from __future__ import annotations

from rich.text import Text

from gridlock.review import Review
from gridlock.search import Value
from gridlock.tui.palette import FAINT, LOSS, SIDES, STRONG

_ROWS = 2  # above the middle, and as many below
_STEPS = 2 * _ROWS  # a row can be half full
_NAME = "  Player {} wins"
_HALF_FULL = {1: "▄", 2: "▀"}


def draw_graph(review: Review, at: int, width: int) -> Text:
    """Bars that stand up while Player 1 is winning and hang down while Player 2 is.

    The longer a bar, the nearer the end. Where the win was given away stands an exclamation mark; the
    column of position ``at`` has an arrow below it. A match too long for the width is shown in part.
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
    """The line between the halves: what is not known, and where the win was given away."""
    changed = {judged.number for judged in review.judged if judged.changed}
    text = Text()
    for column in columns:
        if column in changed:
            text.append("!".ljust(wide, "─"), LOSS)
        else:
            text.append(("─" if values[column] else "?") * wide, FAINT)
    return text


def _bars(values: list[Value | None], columns: range, wide: int, side: int, row: int) -> Text:
    """One row of one half: 1 is the row next to the middle."""
    longest = max((value.moves or 0 for value in values if value), default=0) + 1
    text = Text()
    for column in columns:
        value, steps = values[column], 0
        if value is not None and value.winner == side:
            steps = max(1, round(_STEPS * (1 - (value.moves or 0) / longest)))
        filled = steps - 2 * (row - 1)
        text.append((" " if filled < 1 else _HALF_FULL[side] if filled == 1 else "█") * wide, SIDES[side])
    return text
