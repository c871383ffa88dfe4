"""The colours of the app. Each has a near relation among the 16 colours of plain terminals.

No colour carries meaning alone: letters, shapes and lines say the same.
"""

from __future__ import annotations

from textual.theme import Theme

PLAIN = "#d0d0d0"
STRONG = "#ffffff"
FAINT = "#a8a8a8"
LINES = "#585858"
BACKGROUND = "#101010"
WALL = "#4e4e4e"
CURSOR = "#0000af"
WIN = "#5f87ff"
LOSS = "#ffaf00"
WARNING = "#ff5f5f"
SIDES = {1: "#5fffff", 2: "#ff87ff"}
"""The colour of each side."""

THEME = Theme(
    name="gridlock",
    primary="#5fafff",
    secondary="#5fffff",
    accent="#ffaf00",
    warning="#ffaf00",
    error=WARNING,
    success="#5fff87",
    foreground=PLAIN,
    background=BACKGROUND,
    surface="#181818",
    panel="#202020",
    dark=True,
)
