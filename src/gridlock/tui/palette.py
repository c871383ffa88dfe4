"""The app's colours. Each is close to one of the 16 standard terminal colours.

No meaning depends on colour alone: letters, shapes and lines show it, too.
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
