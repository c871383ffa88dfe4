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
from contextlib import ExitStack, suppress
from io import FileIO
from queue import Empty, Full, Queue
from time import monotonic
from typing import IO

from gridlock.errors import shortened
from gridlock.players import reaper

_LONGEST_LINE = 8192  # bytes; the rest of a longer line counts as further lines
_WAITING = 1000  # lines that may wait to be read; then the program has to wait
_TICK = 0.1  # seconds between two looks at what else has happened
_GRACE = 1.0  # seconds that a program is given to end when it is asked to
_SHORT_GRACE = 0.5  # seconds that it is given when it is told to
_PATIENCE = 30.0  # seconds that its reaper has to end it and all its children, on a busy machine
_LAST_WORDS = 5.0  # seconds in which the end of a program that has closed its output shows
_LAST_LINES = 8
_SHOWN = 200  # characters of each of them

_running: set[Program] = set()


class Program:
    """A program that was started with these arguments; OSError or ValueError if it cannot be.

    It is in a session of its own, so that Ctrl-C at the terminal reaches only us. Between us and it stands a
    reaper, who ends it and all that it has started when we say so, or when this process ends, in any way.
    On Windows there is none: only the program itself is ended, and only if we still can.
    """

    def __init__(self, arguments: Sequence[str], *, remember_output: bool = True) -> None:
        self._process, self._control = _start(arguments)
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
        """The last lines that it printed, made printable."""
        return tuple(self._last)

    def send(self, line: str) -> None:
        """Send a line; OSError if nobody is there to read it, BlockingIOError if too many wait to be read."""
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
        raise TimeoutError

    def how_it_ended(self) -> str:
        """The end of a sentence about a program that says nothing more; empty if it still runs."""
        try:
            status = self._process.wait(_LAST_WORDS)
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
            if not self._gone_within(_PATIENCE):  # the bot stops its reaper again and again
                self._process.kill()
                self._process.wait()
            for reader in self._readers:
                reader.join(_LAST_WORDS)
            self._gone = True  # not earlier: Ctrl-C may come in between, and then it is tried again
            _running.discard(self)

    def let_go(self) -> None:
        """Have nothing to do with it, as a process that was forked from the one which started it."""
        if self._control is not None:
            self._control.close()

    # How ----------------------------------------------------------------------------------------

    def _gone_within(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _signal(self, *, kill: bool) -> None:
        if self._control is None:
            self._process.kill()
        elif kill:
            self._control.close()
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGCONT)  # the bot may have stopped its reaper
        else:
            with suppress(OSError, ValueError):  # it has ended; end() was called before, but broken off
                self._control.write(reaper.TERMINATE)

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
                    self._last.append(shortened(line, _SHOWN))
                if hand_on:
                    self._hand_on(line)

    def _hand_on(self, line: str | None) -> None:
        """Let a line wait to be read; nobody reads it any more if the program is being ended."""
        while not self._over.is_set():
            with suppress(Full):
                self._lines.put(line, timeout=_TICK)
                return


def _start(arguments: Sequence[str]) -> tuple[subprocess.Popen[bytes], FileIO | None]:
    """Start a program; its process or that of its reaper, and the pipe that this reaper listens to."""
    if sys.platform == "win32":
        pipe, group = subprocess.PIPE, subprocess.CREATE_NEW_PROCESS_GROUP
        process = subprocess.Popen(arguments, stdin=pipe, stdout=pipe, stderr=pipe, creationflags=group)
        return process, None
    process, control, report = _start_reaper(arguments)
    try:
        with report:
            if number := int(report.read() or 0):
                raise OSError(number, os.strerror(number), arguments[0])
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)  # a program that never reads must not keep us waiting
    except BaseException:  # Ctrl-C too
        control.close()
        with process:  # closes its streams, and waits for its end
            raise
    return process, control


def _start_reaper(arguments: Sequence[str]) -> tuple[subprocess.Popen[bytes], FileIO, FileIO]:
    """Start a program's reaper; its process, the pipe that it listens to, and the one where it reports."""
    pipe = subprocess.PIPE
    with ExitStack() as files:
        heard, control = map(files.enter_context, _pipe())
        report, told = map(files.enter_context, _pipe())
        ends = heard.fileno(), told.fileno()
        command = [sys.executable, "-I", "-S", reaper.__file__, *map(str, ends), *arguments]
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, pass_fds=ends
        )
        files.pop_all()
    heard.close()
    told.close()
    return process, control, report


def _pipe() -> tuple[FileIO, FileIO]:
    """The end of a new pipe to read from, and the end to write to."""
    import fcntl  # which Windows does not have

    ends = os.pipe()
    try:  # above the standard streams, whose numbers are free if somebody has closed them
        read, write = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 3) for end in ends)
    finally:
        for end in ends:
            os.close(end)
    return FileIO(read, "r"), FileIO(write, "w")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@atexit.register
def _end_all() -> None:
    for program in tuple(_running):
        program.end(politely=True)


def _leave_to_parent() -> None:
    """In a process that was forked from ours: the programs are not its own, and do not wait for its end."""
    for program in _running:
        program.let_go()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
