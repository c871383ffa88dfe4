"""Jobs for tests: functions that worker processes can import."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import NamedTuple

from waiting import until


def square(number: int) -> int:
    return number * number


def sleep(seconds: float) -> int:
    """Sleep, and say in which process."""
    time.sleep(seconds)
    return os.getpid()


def fail(number: int) -> int:
    if number == 3:
        raise ValueError(f"{number} is too much")
    return number


class StubbornError(Exception):
    """An exception that can't be unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fail_stubbornly(number: int) -> int:
    raise StubbornError(number, number)


def unpicklable(number: int) -> object:
    return threading.Lock()


class Crash(NamedTuple):
    """A job that kills its worker until its file has this many lines."""

    file: Path
    times: int


def crash(job: Crash) -> int:
    with open(job.file, "a") as file:
        file.write("x\n")
    tries = len(job.file.read_text().splitlines())
    if tries <= job.times:
        os.kill(os.getpid(), signal.SIGKILL)
    return tries


class Turn(NamedTuple):
    """A job that waits for another's file before it writes its own."""

    number: int
    folder: Path
    waits_for: int | None = None


def take_turn(job: Turn) -> int:
    if job.waits_for is not None:
        until((job.folder / str(job.waits_for)).exists)
    (job.folder / str(job.number)).touch()
    return job.number


def stay(folder: Path) -> None:
    """Leave the process id in a folder, then wait for the end."""
    (folder / str(os.getpid())).touch()
    until(lambda: False)
