"""Safe terminal output: printable text only, plus the program's own colours.

Names, comments and remarks come from files, bots and other programs, and may contain escape sequences that
move the cursor, change the window title or reverse the text. Only printable characters and line ends pass.
Colours and bold type are added here.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from io import TextIOWrapper
from typing import Any, NamedTuple, TextIO, TypeAlias, cast

INVISIBLE_NAME = "Names can only have visible characters."
"""The error message for a name with invisible characters."""

_BLUE, _ORANGE, _PLAIN = "\x1b[34m", "\x1b[33m", "\x1b[0m"
_BOLD = "\x1b[1m"
# Blank or of ambiguous width, though str.isprintable() accepts them.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_DEFAULT_COLUMNS = 80
_MARK = re.compile(r"(?<![\w+-])(?:\+W|-L)[0-9]*(?![\w+-])")


def is_printable(text: str) -> bool:
    """Whether a text has no control characters and no invisible ones."""
    return text.isprintable() and (text.isascii() or not _INVISIBLE.search(text))


def is_visible(text: str) -> bool:
    """Whether a text shows anything: not just spaces and combining marks."""
    return any(unicodedata.category(letter)[0] not in "MZ" for letter in text)


def printable(text: str, *, keep: str = "") -> str:
    """Replace every character that is not printable, except those in ``keep``."""
    if is_printable(text):
        return text
    return "".join(
        letter if letter in keep or is_printable(letter) else _replacement(letter) for letter in text
    )


def _replacement(letter: str) -> str:
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


class _Guard:
    """A stream that writes printable text only, and colours move marks on a terminal."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        if isinstance(stream, TextIOWrapper):  # "?" for characters outside its encoding
            stream.reconfigure(errors="replace")
        self.coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def write(self, text: str) -> int:
        safe = printable(text, keep="\n")
        self.stream.write(_MARK.sub(_colour, safe) if self.coloured else safe)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _colour(mark: re.Match[str]) -> str:
    return f"{_BLUE if mark[0].startswith('+') else _ORANGE}{mark[0]}{_PLAIN}"


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Make standard output and standard error printable-only; replace closed streams by the null device."""
    with ExitStack() as stack:
        if sys.stdin is None:
            sys.stdin = stack.enter_context(open(os.devnull, encoding="utf-8"))
        out, errors = (
            stack.enter_context(open(os.devnull, "w", encoding="utf-8")) if stream is None else stream
            for stream in (sys.stdout, sys.stderr)
        )
        stack.enter_context(redirect_stdout(cast(TextIO, _Guard(out))))
        stack.enter_context(redirect_stderr(cast(TextIO, _Guard(errors))))
        yield


class Piece(NamedTuple):
    """A part of a line."""

    text: str
    strong: bool = False
    """Whether to print it in bold."""


Line: TypeAlias = tuple[Piece, ...]
"""A line of text, in pieces."""


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines, with strong pieces in bold on a colour terminal."""
    guard = sys.stdout if isinstance(sys.stdout, _Guard) else None
    bold = guard is not None and guard.coloured
    stream = sys.stdout if guard is None else guard.stream
    for line in lines:
        pieces = ((printable(piece.text), piece.strong and bold) for piece in line)
        stream.write("".join(f"{_BOLD}{text}{_PLAIN}" if strong else text for text, strong in pieces) + "\n")


class StatusLine:
    """A line on standard error that is updated in place and cleared at the end of a ``with`` block.

    If standard error isn't a terminal, nothing is written.
    """

    def __init__(self) -> None:
        self._stream = sys.stderr.stream if isinstance(sys.stderr, _Guard) else sys.stderr
        self._width = 0
        self.visible = self._stream.isatty()
        """Whether standard error is a terminal."""

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *problem: object) -> None:
        self.clear()

    def show(self, line: str) -> None:
        """Replace the line."""
        if self.visible:
            text = _fitted(printable(line), self._columns() - 1)  # a line that wraps can't be overwritten
            self._stream.write("\r" + text.ljust(self._width))
            self._stream.flush()
            self._width = len(text)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or _DEFAULT_COLUMNS
        except (OSError, ValueError):
            return _DEFAULT_COLUMNS

    def clear(self) -> None:
        """Remove the line."""
        if self._width:
            self.show("")
            self._stream.write("\r")
            self._stream.flush()
            self._width = 0


def _fitted(line: str, width: int) -> str:
    """A line of at most this many characters; what is too much is left out in its middle."""
    if len(line) <= width:
        return line
    end = max(0, width - 3) // 2
    return f"{line[: max(0, width - 3 - end)]}...{line[len(line) - end :]}"[:width]
