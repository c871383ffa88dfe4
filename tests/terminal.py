"""The program as a person runs it: arguments and input in; status, output and errors out."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from typing import NamedTuple

from gridlock.cli.main import run


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
