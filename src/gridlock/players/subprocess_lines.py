"""A subprocess that exchanges lines of text with us."""

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

_LONGEST_LINE = 8192  # bytes; longer lines are split
_QUEUE_SIZE = 1000  # lines; when the queue is full, the program has to wait
_TICK = 0.1  # seconds between checks whether the program was ended
_GRACE = 1.0  # seconds to exit after "quit"
_SHORT_GRACE = 0.5  # seconds to exit after SIGTERM
_PATIENCE = 30.0  # seconds for the reaper to end all processes, on a busy machine
_EXIT_WAIT = 5.0  # seconds to exit after closing its output
_LAST_LINES = 8
_SHOWN = 200  # characters per line

_running: set[Program] = set()


class Program:
    """A running program; OSError or ValueError if it can't be started.

    It has its own session, so that Ctrl-C at the terminal reaches only us. A reaper ends it and all its
    descendants on request, or when this process ends for any reason. Windows has no reaper: only the program
    itself is ended, and only if this process exits normally.
    """

    def __init__(self, arguments: Sequence[str], *, remember_output: bool = True) -> None:
        self._process, self._control = _start(arguments)
        self._lines: Queue[str | None] = Queue(_QUEUE_SIZE)
        self._last: deque[str] = deque(maxlen=_LAST_LINES)
        self._remember_output = remember_output
        self._closed = threading.Event()
        self._ended = False
        self._ending = threading.Lock()
        _running.add(self)
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._read_output, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    @property
    def closed(self) -> bool:
        """Whether :meth:`end` was called."""
        return self._closed.is_set()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The last lines it printed, made printable."""
        return tuple(self._last)

    def send(self, line: str) -> None:
        """Send a line; OSError if the program is gone, BlockingIOError if its input buffer is full."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except ValueError as error:  # end() has closed the stream
            raise OSError(str(error)) from None

    def read(self, deadline: float) -> str | None:
        """Return the next line, None after the last; TimeoutError after the deadline (monotonic)."""
        while (left := deadline - monotonic()) > 0:
            try:
                return self._lines.get(timeout=min(left, _TICK))
            except Empty:
                if self.closed:
                    return None
        raise TimeoutError

    def exit_text(self) -> str:
        """Return how the program ended, as the end of a sentence; empty if it still runs."""
        try:
            status = self._process.wait(_EXIT_WAIT)
        except subprocess.TimeoutExpired:
            return ""
        return f"was ended by {_signal_name(-status)}" if status < 0 else f"ended with exit status {status}"

    def end(self, *, politely: bool) -> None:
        """End the program and its children: send ``quit`` if politely, then terminate, then kill."""
        with self._ending:
            if self._ended:
                return
            self._closed.set()
            if politely:
                with suppress(OSError):
                    self.send("quit")
            assert self._process.stdin is not None
            with suppress(OSError):
                self._process.stdin.close()
            if not (politely and self._exits_within(_GRACE)):
                self._signal(kill=False)
                self._exits_within(_SHORT_GRACE)
            self._signal(kill=True)  # also for children it has left behind
            if not self._exits_within(_PATIENCE):  # the bot keeps stopping its reaper
                self._process.kill()
                self._process.wait()
            for reader in self._readers:
                reader.join(_EXIT_WAIT)
            self._ended = True  # last, so that end() can be repeated after Ctrl-C
            _running.discard(self)

    def detach(self) -> None:
        """Drop the program in a forked process: it belongs to the parent."""
        if self._control is not None:
            self._control.close()

    def _exits_within(self, seconds: float) -> bool:
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
            with suppress(OSError, ValueError):  # it has ended, or an interrupted end() closed the pipe
                self._control.write(reaper.TERMINATE)

    def _read_output(self) -> None:
        assert self._process.stdout is not None
        self._read_lines(self._process.stdout, remember=self._remember_output, enqueue=True)
        self._enqueue(None)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        self._read_lines(self._process.stderr, remember=True, enqueue=False)

    def _read_lines(self, stream: IO[bytes], *, remember: bool, enqueue: bool) -> None:
        with stream:
            while piece := stream.readline(_LONGEST_LINE):
                line = piece.decode(errors="replace").rstrip()
                if line and remember:
                    self._last.append(shortened(line, _SHOWN))
                if enqueue:
                    self._enqueue(line)

    def _enqueue(self, line: str | None) -> None:
        """Queue a line for :meth:`read`, unless the program is being ended."""
        while not self.closed:
            with suppress(Full):
                self._lines.put(line, timeout=_TICK)
                return


def _start(arguments: Sequence[str]) -> tuple[subprocess.Popen[bytes], FileIO | None]:
    """Start a program; return its process (or its reaper's) and the reaper's control pipe."""
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
        os.set_blocking(process.stdin.fileno(), False)  # a program that never reads must not block us
    except BaseException:  # Ctrl-C too
        control.close()
        with process:  # closes its streams and waits for it
            raise
    return process, control


def _start_reaper(arguments: Sequence[str]) -> tuple[subprocess.Popen[bytes], FileIO, FileIO]:
    """Start a program's reaper; return its process, control pipe and report pipe."""
    pipe = subprocess.PIPE
    with ExitStack() as files:
        control_end, control = map(files.enter_context, _pipe())
        report, report_end = map(files.enter_context, _pipe())
        ends = control_end.fileno(), report_end.fileno()
        command = [sys.executable, "-I", "-S", reaper.__file__, *map(str, ends), *arguments]
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True, pass_fds=ends
        )
        files.pop_all()
    control_end.close()
    report_end.close()
    return process, control, report


def _pipe() -> tuple[FileIO, FileIO]:
    """Return the read end and the write end of a new pipe."""
    import fcntl  # imported late: Windows doesn't have it

    ends = os.pipe()
    try:  # with descriptors above the standard streams, which may be closed and so free
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
    """Detach from all programs in a forked process: they belong to the parent."""
    for program in _running:
        program.detach()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
