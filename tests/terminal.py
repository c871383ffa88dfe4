"""Running the program in tests: in this process, or at a real terminal."""

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
    """Return the environment for a terminal, without size variables."""
    size = ("COLUMNS", "LINES")
    return {name: value for name, value in os.environ.items() if name not in size} | {"TERM": "xterm"}


PATIENT_PROGRAM = (
    sys.executable,
    "-c",
    "from gridlock.files import locks; locks.PATIENCE = 600; from gridlock.__main__ import main; main()",
)
"""The program, with a long timeout for locked files."""


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
    """Wait for the program to end, and return its exit status."""
    rest_of(child)
    status: int | None = child.exitstatus
    return status


def rest_of(child: pexpect.spawn[str]) -> str:
    """Wait for the program to end, and return its remaining output."""
    child.expect(pexpect.EOF)
    until(lambda: not child.isalive())  # or closing its terminal would be what ends it
    child.close()
    return child.before or ""


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def gridlock(*arguments: str, typed: str | bytes | Sequence[str] = "") -> Ran:
    """Run the program in this process, with piped input."""
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
