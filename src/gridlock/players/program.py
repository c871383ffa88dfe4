"""A program that runs beside this one, is sent lines and answers in lines."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from time import monotonic
from typing import IO

__all__ = ["Program", "harmless"]

_LONGEST_LINE = 8192  # bytes; the rest of a longer line counts as further lines
_WAITING = 1000  # lines that may wait to be read; then the program has to wait
_TICK = 0.1  # seconds between two looks at what else has happened
_GRACE = 1.0  # seconds that a program is given to end when it is asked to
_SHORT_GRACE = 0.5  # seconds that it is given when it is told to
_LAST_LINES = 8
_SHOWN = 200  # characters of each of them

_running: set[Program] = set()


def harmless(text: str, limit: int = _SHOWN) -> str:
    """The text as it may be shown on a terminal: on one line, printable, not too long."""
    shown = text if len(text) <= limit else text[: limit - 3] + "..."
    return "".join(
        c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in shown
    )


class Program:
    """A program that was started with these arguments; OSError or ValueError if it cannot be.

    It is in a process group of its own, so that Ctrl-C at the terminal reaches only us, and so that its
    own children can be ended with it. Whatever happens, it is ended when this process exits.
    """

    def __init__(self, arguments: Sequence[str], *, remember_output: bool = True) -> None:
        self._process = _start(arguments)
        self._lines: Queue[str | None] = Queue(_WAITING)
        self._last: deque[str] = deque(maxlen=_LAST_LINES)
        self._remember_output = remember_output
        self._over = threading.Event()
        self._gone = False
        self._ending = threading.Lock()
        _running.add(self)
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read_output, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    # What others ask ----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether :meth:`end` was called."""
        return self._over.is_set()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The last lines that it printed, made harmless."""
        return tuple(self._last)

    def send(self, line: str) -> None:
        """Send a line; OSError if nobody is there to read it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except ValueError as error:  # what Python says when end() has closed the stream
            raise OSError(str(error)) from None

    def read(self, deadline: float) -> str | None:
        """The next line, None after the last; TimeoutError if none comes before the deadline (monotonic)."""
        while (left := deadline - monotonic()) > 0:
            try:
                return self._lines.get(timeout=min(left, _TICK))
            except Empty:
                if self._over.is_set():
                    return None
                if self._process.poll() is not None:
                    self._signal(kill=True)  # or a child that it leaves behind keeps its output open
        raise TimeoutError

    def how_it_ended(self) -> str:
        """The end of a sentence about a program that says nothing more; empty if it still runs."""
        try:
            status = self._process.wait(_SHORT_GRACE)
        except subprocess.TimeoutExpired:
            return ""
        return f"was ended by {_signal_name(-status)}" if status < 0 else f"ended with exit status {status}"

    def end(self, *, politely: bool) -> None:
        """End it and its children: by asking, if politely, then by terminating, then by killing."""
        with self._ending:
            if self._gone:
                return
            self._over.set()
            if politely:
                with suppress(OSError):
                    self.send("quit")
            assert self._process.stdin is not None
            with suppress(OSError):
                self._process.stdin.close()
            if not (politely and self._gone_within(_GRACE)):
                self._signal(kill=False)
                self._gone_within(_SHORT_GRACE)
            self._signal(kill=True)  # also for children that it has left behind
            self._process.wait()
            for reader in self._readers:
                reader.join(_SHORT_GRACE)
            self._gone = True  # not earlier: Ctrl-C may come in between, and then it is tried again
            _running.discard(self)

    # How ----------------------------------------------------------------------------------------

    def _gone_within(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _signal(self, *, kill: bool) -> None:
        if sys.platform == "win32":
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL if kill else signal.SIGTERM)

    def _read_output(self) -> None:
        assert self._process.stdout is not None
        self._read_lines(self._process.stdout, remember=self._remember_output, hand_on=True)
        self._hand_on(None)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        self._read_lines(self._process.stderr, remember=True, hand_on=False)

    def _read_lines(self, stream: IO[bytes], *, remember: bool, hand_on: bool) -> None:
        with stream:
            while piece := stream.readline(_LONGEST_LINE):
                line = piece.decode(errors="replace").rstrip()
                if line and remember:
                    self._last.append(harmless(line))
                if hand_on:
                    self._hand_on(line)

    def _hand_on(self, line: str | None) -> None:
        """Let a line wait to be read; nobody reads it any more if the program is being ended."""
        while not self._over.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=_TICK)
                return


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        group = subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=group)
    return subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@atexit.register
def _end_all() -> None:
    for program in tuple(_running):
        program.end(politely=True)
