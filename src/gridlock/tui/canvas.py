"""A sheet of characters that can be drawn on."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text


class Canvas:
    """Lines of characters, each with a colour, a background and perhaps in bold."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._letters = [[" "] * width for _ in range(height)]
        self._inks = [[""] * width for _ in range(height)]
        self._grounds = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Write from here to the right; what leaves the sheet is lost."""
        for at, letter in enumerate(text, start=x):
            if 0 <= y < self.height and 0 <= at < self.width:
                self._letters[y][at], self._inks[y][at] = letter, ink

    def ground(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Give a part of the sheet a background."""
        for line in self._grounds[y : y + height]:
            line[x : x + width] = [colour] * len(line[x : x + width])

    def text(self) -> Text:
        """What has been drawn."""
        text = Text(no_wrap=True, end="")
        for y in range(self.height):
            line = list(zip(self._letters[y], self._inks[y], self._grounds[y], strict=True))
            for (ink, ground), run in groupby(line, key=lambda drawn: drawn[1:]):
                style = f"{ink} on {ground}" if ground else ink
                text.append("".join(letter for letter, _, _ in run), style.strip() or None)
            if y < self.height - 1:
                text.append("\n")
        return text
