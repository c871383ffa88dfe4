"""The program as a person runs it: arguments and input in; status, output and errors out."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pexpect

from gridlock.cli.main import run
from waiting import DEADLINE, until


def _environment() -> dict[str, str]:
    """What a program at a terminal is told: nothing of a size, for it can ask the terminal."""
    size = ("COLUMNS", "LINES")
    return {name: value for name, value in os.environ.items() if name not in size} | {"TERM": "xterm"}


PATIENT_PROGRAM = (
    sys.executable,
    "-c",
    "from gridlock.files import locks; locks.PATIENCE = 600; from gridlock.__main__ import main; main()",
)
"""The program, waiting as long as it takes for files that others write to."""


def spawn(*arguments: str, columns: int = 100, colour: bool = False) -> pexpect.spawn[str]:
    """Start the program at a real terminal."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "gridlock", *arguments],
        env=_environment() | {"NO_COLOR": "" if colour else "1"},
        encoding="utf-8",
        timeout=DEADLINE,
        dimensions=(40, columns),
    )


def spawn_app(data: Path, python: str = sys.executable) -> pexpect.spawn[str]:
    """Start the app at a real terminal of the usual size, with this data folder."""
    return pexpect.spawn(
        python,
        ["-m", "gridlock"],
        env=_environment() | {"GRIDLOCK_DATA": str(data), "COLORTERM": ""},
        encoding="utf-8",
        timeout=DEADLINE,
        dimensions=(24, 80),
    )


def ended(child: pexpect.spawn[str]) -> int | None:
    """Wait until the program has ended; its exit status."""
    rest_of(child)
    status: int | None = child.exitstatus
    return status


def rest_of(child: pexpect.spawn[str]) -> str:
    """Wait until the program has ended; what it has written since the last look."""
    child.expect(pexpect.EOF)
    until(lambda: not child.isalive())  # or closing its terminal would be what ends it
    child.close()
    return child.before or ""


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def gridlock(*arguments: str, typed: str | bytes | Sequence[str] = "") -> Ran:
    """Run the program in this process, the input coming through a pipe."""
    if not isinstance(typed, str | bytes):
        typed = "".join(line + "\n" for line in typed)
    data = typed.encode() if isinstance(typed, str) else typed
    out, err = io.StringIO(), io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(arguments)
    finally:
        sys.stdin = before
    return Ran(status, out.getvalue(), err.getvalue())
