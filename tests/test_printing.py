"""The status line on a terminal."""

from __future__ import annotations

import io
import os
import sys

import pytest

from gridlock.printing import StatusLine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2


@pytest.mark.parametrize(
    ("columns", "shown"),
    [(20, "12345 million nodes"), (14, "12345...nodes"), (4, "..."), (2, "."), (0, "12345 million nodes")],
)
def test_a_status_line_never_wraps(monkeypatch: pytest.MonkeyPatch, columns: int, shown: str) -> None:
    """A wrapped line couldn't be overwritten, and would fill the screen."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((columns, 24)))
    with StatusLine() as line:
        line.show("12345 million nodes")
    assert terminal.getvalue().split("\r") == ["", shown, " " * len(shown), ""]


def test_nothing_is_written_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with StatusLine() as line:
        line.show("12345 million nodes")
    assert not line.visible
    assert pipe.getvalue() == ""
