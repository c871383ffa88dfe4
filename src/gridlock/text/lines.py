"""Wrapping text to lines."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable
from shutil import get_terminal_size

from gridlock.rules import Move

WIDTH = 79
"""The line length when output isn't a terminal."""

_MAX_WIDTH = 100  # longer lines are hard to read
_MIN_WIDTH = 20
_MOVER = re.compile(r"\b(P[12]) ")
_NO_BREAK = "\N{NO-BREAK SPACE}"


def screen_width() -> int:
    """Return the line length for this terminal, or ``WIDTH`` if output isn't a terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    return min(_MAX_WIDTH, max(_MIN_WIDTH, get_terminal_size().columns - 1))


def wrap(text: str, width: int = WIDTH) -> str:
    """Wrap a text at spaces only, so that moves and names stay whole."""
    return textwrap.fill(text, width, break_on_hyphens=False, break_long_words=False)


def paragraph(sentences: Iterable[str], width: int = WIDTH) -> str:
    """Wrap sentences, each on a new line; a player and their move stay on the same line."""
    joined = (_MOVER.sub(f"\\1{_NO_BREAK}", sentence) for sentence in sentences)
    return "\n".join(wrap(sentence, width).replace(_NO_BREAK, " ") for sentence in joined)


def moves_text(label: str, moves: Iterable[Move | str]) -> str:
    """Wrap moves after a label: ``Best play: 3,3 2,2``."""
    return wrap(" ".join([f"{label}:", *map(str, moves)]))
