"""What worker processes are asked in tests: functions that behave, and functions that do not."""

from __future__ import annotations

import os
import time
from pathlib import Path

from gridlock.errors import IllegalMove
from gridlock.search import Limits, OutOfTime
from gridlock.search.answers import cached_solvers


def told(*words: str, limits: Limits) -> str:
    """What it was told, at once."""
    return " ".join(words)


def process(*, limits: Limits) -> int:
    """Which process answers."""
    return os.getpid()


def given(*, limits: Limits) -> tuple[int, int, float | None]:
    """What it may use."""
    return limits.memory, limits.threads, limits.seconds


def waits(file: Path, *, limits: Limits) -> str:
    """Writes into a file that it has begun, and goes on until it is stopped; then it says so there."""
    assert limits.cancelled is not None
    _note(file, "begun")
    if limits.cancelled.wait(600):
        _note(file, "stopped")
        raise OutOfTime("The search was stopped.")
    return "never stopped"


def resumes(file: Path, *, limits: Limits) -> str:
    """Waits to be stopped, and when it is asked again, says what it has written into a file."""
    if not file.exists():
        return waits(file, limits=limits)
    _note(file, "begun")
    return " ".join(file.read_text().split())


def is_deaf(file: Path, *, limits: Limits) -> None:
    """Begins, and does not hear that it should stop."""
    _note(file, "begun")
    time.sleep(600)


def refuses(*, limits: Limits) -> None:
    """Raises an error of ours."""
    raise IllegalMove("You cannot do that.")


def breaks(*, limits: Limits) -> None:
    """Raises an error that nobody expects."""
    raise ZeroDivisionError("by nothing")


def dies(file: Path, times: int, *, limits: Limits) -> str:
    """Takes its process down, so many times; after that it answers."""
    _note(file, "begun")
    if _count(file) <= times:
        os._exit(3)
    return f"lived, at the {_count(file)}. try"


def talks(*, limits: Limits) -> str:
    """Prints, as careless code does."""
    print("hello", flush=True)
    os.write(1, b"\0" * 100)
    return "and answers"


def unpicklable(*, limits: Limits) -> object:
    """Answers with what cannot be sent."""
    return lambda: None


def tables(*, limits: Limits) -> int:
    """How many boards' tables the process has."""
    return cached_solvers()


def _note(file: Path, word: str) -> None:
    with file.open("a") as notes:
        notes.write(f"{word}\n")


def _count(file: Path) -> int:
    return len(file.read_text().splitlines())
