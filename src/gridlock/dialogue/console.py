"""Asking and saying, at a terminal or through a pipe."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from gridlock.errors import EndOfInput, InvalidMove, excerpt

_LONGEST_LINE = 1000


class TimeUp(Exception):
    """Nobody answered in time."""


class Console:
    """Where a conversation takes place.

    When the input is not a terminal, each line read is echoed after its prompt, so that a piped game
    prints just what a person would have seen.
    """

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        if isinstance(self._source, TextIOWrapper):
            self._source.reconfigure(errors="replace")
        self.typed = self._source is sys.stdin and self._source.isatty() and self._sink.isatty()
        """Whether a person sits at a terminal."""
        if self.typed:
            import readline  # noqa: F401  (gives input() its line editing)

    def say(self, text: str = "") -> None:
        """Print a line, or several."""
        print(text, file=self._sink)

    def ask(self, prompt: str, seconds: float | None = None) -> str:
        """Ask, and return the line that was answered; InvalidMove if it is too long to be an answer.

        TimeUp if that takes longer than this many seconds.
        """
        with _alarm(seconds):
            answer = self._ask(prompt)
        if len(answer) > _LONGEST_LINE:
            most = f"A line can have at most {_LONGEST_LINE} characters"
            raise InvalidMove(f"{most}; {excerpt(answer)} is longer.")
        return answer

    def confirm(self, question: str) -> bool:
        """Ask until somebody says yes or no."""
        while True:
            try:
                answer = self.ask(f"{question} (yes or no) ").strip().lower()
            except InvalidMove as error:
                answer = str(error)
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            self.say("Please type yes or no.")

    def _ask(self, prompt: str) -> str:
        if self.typed:
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
        """One line; of an over-long one, just enough to see that it is."""
        line = rest = self._source.readline(_LONGEST_LINE + 2)
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(_LONGEST_LINE)
        return line


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in here after this many seconds, on systems that can interrupt a program that waits."""
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
