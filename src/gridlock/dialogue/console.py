"""Prompts and output, at a terminal or through a pipe."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from gridlock.errors import EndOfInput, InvalidMove, excerpt

_MAX_LINE = 1000


class TimeUp(Exception):
    """Raised when the time for an answer is up."""


class Console:
    """Reads answers and prints lines.

    If the input isn't a terminal, each answer is echoed after its prompt, so that a piped game prints what a
    player would have seen.
    """

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        if isinstance(self._source, TextIOWrapper):
            self._source.reconfigure(errors="replace")
        self.interactive = self._source is sys.stdin and self._source.isatty() and self._sink.isatty()
        """Whether input and output are a terminal."""
        if self.interactive:
            import readline  # noqa: F401  (gives input() its line editing)

    def say(self, text: str = "") -> None:
        """Print some text."""
        print(text, file=self._sink)

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Print a prompt and return the answer.

        Raise InvalidMove if the answer is too long, TimeUp if it takes longer than ``seconds``.
        """
        with _alarm(seconds):
            answer = self._ask(prompt)
        if len(answer) > _MAX_LINE:
            limit = f"A line can have at most {_MAX_LINE} characters"
            raise InvalidMove(f"{limit}; {excerpt(answer)} is longer.")
        return answer

    def confirm(self, question: str) -> bool:
        """Ask a question until the answer is yes or no."""
        while True:
            try:
                answer = self.ask(f"{question} (yes or no) ").strip().lower()
            except InvalidMove as error:
                answer = str(error)
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            self.say("Please type yes or no.")

    def _ask(self, prompt: str) -> str:
        if self.interactive:
            try:
                return input(prompt)
            except EOFError:
                self.say()
                raise EndOfInput from None
        print(prompt, end="", file=self._sink, flush=True)
        line = self._read_line()
        if not line:
            self.say()
            raise EndOfInput
        answer = line.rstrip("\r\n")
        if not self._source.isatty():
            self.say(answer)
        return answer

    def _read_line(self) -> str:
        """Read a line; cut off an overlong one just past the limit."""
        line = rest = self._source.readline(_MAX_LINE + 2)
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(_MAX_LINE)
        return line


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp inside the block after this many seconds, where the system supports it."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: object) -> None:
        print()
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
