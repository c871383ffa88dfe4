"""Every line that the app draws passes here, so that no text can give orders to the terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from gridlock.printing import is_printable


class HarmlessLines(LineFilter):
    """Takes out what cannot be printed; the other texts stay where they are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if is_printable(segment.text) else Segment(_printable(segment.text), segment.style)
            for segment in segments
        ]


def _printable(text: str) -> str:
    return "".join(
        letter if is_printable(letter) else "\N{REPLACEMENT CHARACTER}" * cell_len(letter) for letter in text
    )
