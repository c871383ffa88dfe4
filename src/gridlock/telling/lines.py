"""Text in lines that are not too long."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from gridlock.rules import Move

__all__ = ["WIDTH", "filled", "moves_text"]

WIDTH = 79
"""Characters that a line may have."""


def filled(text: str) -> str:
    """A text broken into lines, between words only: moves and players' names stay whole."""
    return textwrap.fill(text, WIDTH, break_on_hyphens=False, break_long_words=False)


def moves_text(label: str, moves: Iterable[Move]) -> str:
    """Moves in lines, after what they are: ``Best play: 3,3 2,2``."""
    return filled(" ".join([f"{label}:", *map(str, moves)]))
