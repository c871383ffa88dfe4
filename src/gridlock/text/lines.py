"""Text in lines that are not too long."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable
from shutil import get_terminal_size

from gridlock.rules import Move

WIDTH = 79
"""Characters that a line may have where no terminal is narrower or wider."""

_WIDEST = 100  # characters that people like to read in a line
_NARROWEST = 20
_MOVER = re.compile(r"\b(P[12]) ")
_UNBROKEN = "\N{NO-BREAK SPACE}"


def screen_width() -> int:
    """Characters that a line may have on this terminal; the usual number if it is none."""
    if not sys.stdout.isatty():
        return WIDTH
    return min(_WIDEST, max(_NARROWEST, get_terminal_size().columns - 1))


def wrap(text: str, width: int = WIDTH) -> str:
    """A text broken into lines, between words only: moves and players' names stay whole."""
    return textwrap.fill(text, width, break_on_hyphens=False, break_long_words=False)


def paragraph(sentences: Iterable[str], width: int = WIDTH) -> str:
    """Sentences in lines, each from a new one on; who moves stands on the same line as the move."""
    whole = (_MOVER.sub(f"\\1{_UNBROKEN}", sentence) for sentence in sentences)
    return "\n".join(wrap(sentence, width).replace(_UNBROKEN, " ") for sentence in whole)


def moves_text(label: str, moves: Iterable[Move | str]) -> str:
    """Moves in lines, after what they are: ``Best play: 3,3 2,2``."""
    return wrap(" ".join([f"{label}:", *map(str, moves)]))
