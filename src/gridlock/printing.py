"""What reaches a terminal: everything that the program prints passes here, and is made printable.

Names, comments and remarks come from files, bots and other programs. A terminal obeys some characters instead
of showing them: it moves the cursor, changes its title, turns text round. So nothing but printable characters
and line ends is let through, whoever has written the text. Colour and bold type are part of no text: they are
added here.
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

INVISIBLE_NAME = "A name has only characters that can be seen."
"""What people are told about a name that shows nothing, or not all of itself."""

_BLUE, _ORANGE, _PLAIN = "\x1b[34m", "\x1b[33m", "\x1b[0m"
_BOLD = "\x1b[1m"
# Letters that leave no ink, or that programs and terminals count as different widths; Python prints them.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_COLUMNS = 80  # of a terminal that does not say how wide it is
_MARK = re.compile(r"(?<![\w+-])(?:\+W|-L)[0-9]*(?![\w+-])")


def is_printable(text: str) -> bool:
    """Whether a text has nothing in it that a terminal would obey, and nothing that cannot be seen."""
    return text.isprintable() and (text.isascii() or not _UNSEEN.search(text))


def is_visible(text: str) -> bool:
    """Whether a printable text shows something by itself: not only spaces, and marks that need a letter."""
    return any(unicodedata.category(letter)[0] not in "MZ" for letter in text)


def printable(text: str, *, keep: str = "") -> str:
    """The text with nothing in it that a terminal would obey; the characters in ``keep`` stay."""
    if is_printable(text):
        return text
    return "".join(letter if letter in keep or is_printable(letter) else _shown(letter) for letter in text)


def _shown(letter: str) -> str:
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


class _Guard:
    """A stream that shows texts and obeys none of them; on a terminal, the marks of moves have colours."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        if isinstance(stream, TextIOWrapper):  # what its encoding does not know becomes a question mark
            stream.reconfigure(errors="replace")
        self.coloured = stream.isatty() and not os.environ.get("NO_COLOR")

    def write(self, text: str) -> int:
        shown = printable(text, keep="\n")
        self.stream.write(_MARK.sub(_coloured, shown) if self.coloured else shown)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def _coloured(found: re.Match[str]) -> str:
    return f"{_BLUE if found[0].startswith('+') else _ORANGE}{found[0]}{_PLAIN}"


@contextmanager
def guarded() -> Iterator[None]:
    """Let everything that is printed in here pass the guard. Streams that are closed become empty ones."""
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
    """Whether it stands out, where that can be shown."""


Line: TypeAlias = tuple[Piece, ...]
"""A line, in pieces."""


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines; on a terminal with colours, the pieces that stand out are bold."""
    guard = sys.stdout if isinstance(sys.stdout, _Guard) else None
    bold = guard is not None and guard.coloured
    stream = sys.stdout if guard is None else guard.stream
    for line in lines:
        shown = ((printable(piece.text), piece.strong and bold) for piece in line)
        stream.write("".join(f"{_BOLD}{text}{_PLAIN}" if strong else text for text, strong in shown) + "\n")


class StatusLine:
    """A line on standard error that is written over and over, if that is a terminal.

    It is gone at the end of a ``with``.
    """

    def __init__(self) -> None:
        self._stream = sys.stderr.stream if isinstance(sys.stderr, _Guard) else sys.stderr
        self._width = 0
        self.seen = self._stream.isatty()
        """Whether anybody can see it."""

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *problem: object) -> None:
        self.clear()

    def show(self, line: str) -> None:
        """Write this over what stood there."""
        if self.seen:
            shown = _fitted(printable(line), self._columns() - 1)  # one that wraps could not be written over
            self._stream.write("\r" + shown.ljust(self._width))
            self._stream.flush()
            self._width = len(shown)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or _COLUMNS
        except (OSError, ValueError):
            return _COLUMNS

    def clear(self) -> None:
        """Leave nothing of it."""
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
