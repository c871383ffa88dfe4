"""Functions for worker processes in tests, well-behaved and not."""

from __future__ import annotations

import os
import time
from pathlib import Path

from gridlock.errors import IllegalMove
from gridlock.search import Limits, OutOfTime
from gridlock.search.answers import cached_solvers


def echo(*words: str, limits: Limits) -> str:
    """Return the arguments at once."""
    return " ".join(words)


def process(*, limits: Limits) -> int:
    """Return the process id."""
    return os.getpid()


def get_limits(*, limits: Limits) -> tuple[int, int, float | None]:
    """Return the limits."""
    return limits.memory, limits.threads, limits.seconds


def waits(file: Path, *, limits: Limits) -> str:
    """Note the start in a file, wait until cancelled, and note that, too."""
    assert limits.cancelled is not None
    _note(file, "begun")
    if limits.cancelled.wait(600):
        _note(file, "stopped")
        raise OutOfTime("The search was stopped.")
    return "never stopped"


def resumes(file: Path, *, limits: Limits) -> str:
    """Wait until interrupted the first time; then return the notes in a file."""
    if not file.exists():
        return waits(file, limits=limits)
    _note(file, "begun")
    return " ".join(file.read_text().split())


def is_deaf(file: Path, *, limits: Limits) -> None:
    """Note the start in a file, and ignore cancellation."""
    _note(file, "begun")
    time.sleep(600)


def refuses(*, limits: Limits) -> None:
    """Raise a GridlockError."""
    raise IllegalMove("You cannot do that.")


def breaks(*, limits: Limits) -> None:
    """Raise an unexpected exception."""
    raise ZeroDivisionError("by nothing")


def dies(file: Path, times: int, *, limits: Limits) -> str:
    """Kill the process this many times; then return."""
    _note(file, "begun")
    if _count(file) <= times:
        os._exit(3)
    return f"lived, at the {_count(file)}. try"


def talks(*, limits: Limits) -> str:
    """Print to standard output."""
    print("hello", flush=True)
    os.write(1, b"\0" * 100)
    return "and answers"


def unpicklable(*, limits: Limits) -> object:
    """Return something that can't be pickled."""
    return lambda: None


def tables(*, limits: Limits) -> int:
    """Return the number of tables in the process."""
    return cached_solvers()


def _note(file: Path, word: str) -> None:
    with file.open("a") as notes:
        notes.write(f"{word}\n")


def _count(file: Path) -> int:
    return len(file.read_text().splitlines())
