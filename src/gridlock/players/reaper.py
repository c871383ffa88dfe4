"""A small program that runs a bot and cleans up all its processes.

``python -I -S reaper.py CONTROL REPORT COMMAND...`` runs the command with its own standard streams and exits
with the command's status. CONTROL and REPORT are the file descriptors of two pipes. A byte on CONTROL sends
SIGTERM to the bot and all its descendants; end of file kills them. If the command can't be started, the error
number is written to REPORT.

On Linux orphans become children of the reaper, so no process escapes by leaving the bot's session. Elsewhere
the reaper only reaches the bot's process group. On Windows there is no reaper.

It runs without the rest of this package and imports little, because every bot's start waits for it.
"""

import errno
import os
import select
import signal
import sys
import time
from collections.abc import Callable

TERMINATE = b"t"
"""The byte on the control pipe that sends SIGTERM to all processes."""

_PATIENCE = 10.0  # seconds to wait for killed processes; any left after that are stuck on a device
_TICK = 0.005  # seconds between checks for remaining processes
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36  # from <linux/prctl.h>


class _ProcessTree:
    """The bot's process and all its descendants."""

    def __init__(self, bot: int, *, adopts: bool) -> None:
        self._bot = bot
        self._adopts = adopts  # whether orphans become our children
        self.status: int | None = None
        """The bot's wait status; None while it runs."""

    def reap(self) -> bool:
        """Reap children that have ended; return whether there are others."""
        try:
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._bot:
                    self.status = ended[1]
        except ChildProcessError:
            return False
        return True

    def terminate(self) -> None:
        """Send SIGTERM to all processes."""
        members = self._members()
        for pid in members:
            _send(os.kill, pid, signal.SIGTERM)
        if not members:
            _send(os.killpg, self._bot, signal.SIGTERM)

    def kill(self) -> None:
        """Kill all processes, repeatedly, because new ones may be missed."""
        end = time.monotonic() + _PATIENCE
        while self._any_left() and time.monotonic() < end:
            members = self._members()
            # Killing a group is atomic, however fast its processes fork.
            for group in {self._bot, *members.values()} - {os.getpgrp()}:
                _send(os.killpg, group, signal.SIGKILL)
            for pid in members:
                _send(os.kill, pid, signal.SIGKILL)
            time.sleep(_TICK)

    def _any_left(self) -> bool:
        if self.reap():
            return True
        return not self._adopts and (bool(self._members()) or _send(os.killpg, self._bot, 0))

    def _members(self) -> dict[int, int]:
        """Return the process ids with their process groups; empty on systems without /proc."""
        processes = _processes()
        children: dict[int, list[int]] = {}
        for pid, (parent, _, _) in processes.items():
            children.setdefault(parent, []).append(pid)
        members = children.get(os.getpid(), [])
        if not self._adopts:
            members += [pid for pid, (_, _, session) in processes.items() if session == self._bot]
        for pid in members:  # the list grows during the loop
            members += children.pop(pid, [])
        return {pid: processes[pid][1] for pid in members}


def _processes() -> dict[int, tuple[int, int, int]]:
    """Return the parent, process group and session of each process, from Linux's /proc."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return {}
    result = {}
    for name in filter(str.isdigit, names):
        try:
            with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
                fields = file.read().rpartition(b")")[2].split()  # skip the name, which may contain anything
        except OSError:  # it has just ended
            continue
        result[int(name)] = int(fields[1]), int(fields[2]), int(fields[3])
    return result


def _send(kill: Callable[[int, int], None], target: int, number: int) -> bool:
    """Send a signal with os.kill or os.killpg; return whether the target exists."""
    try:
        kill(target, number)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the command, clean up its processes, and exit with its status."""
    control, report = int(sys.argv[1]), int(sys.argv[2])
    for fd in (control, report):
        os.set_inheritable(fd, False)
    signals = _redirect_signals()
    adopts = _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    processes = _ProcessTree(_start(sys.argv[3:], report), adopts=adopts)
    _watch(processes, control, signals)
    processes.kill()
    _exit_with(processes.status)


def _redirect_signals() -> int:
    """Write incoming signals to a pipe as bytes; return its read end."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    return read


def _start(command: list[str], report: int) -> int:
    """Start the command and return its process id. If that fails, report why and exit."""
    try:
        bot = os.fork()
        if not bot:
            _exec(command)
    except OSError as error:
        os.write(report, b"%d" % (error.errno or errno.EIO))
        os._exit(1)
    except ValueError:  # the command is an empty string
        os.write(report, b"%d" % errno.ENOENT)
        os._exit(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # so that the other ends notice when the bot closes them
        os.dup2(nothing, stream)
    os.close(report)
    return bot


def _exec(command: list[str]) -> None:
    """Replace this process with the command, in its own session."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # the bot dies with the reaper
    os.execvp(command[0], command)


def _watch(processes: _ProcessTree, control: int, signals: int) -> None:
    """Wait until the bot has ended, or should be killed."""
    while processes.status is None:
        ready, _, _ = select.select([control, signals], [], [])
        if signals in ready:
            arrived = os.read(signals, 4096)
            processes.reap()
            if set(arrived) - {signal.SIGCHLD}:
                return
        if control in ready:
            if os.read(control, 1) != TERMINATE:
                return
            processes.terminate()


def _exit_with(status: int | None) -> None:
    """Exit with the bot's exit status, or by the same signal."""
    if status is None:  # it's killed, but stuck on a device
        os._exit(1)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        _prctl(_PR_SET_DUMPABLE, 0)  # one core file, the bot's, is enough
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _prctl(option: int, value: int) -> bool:
    """Call prctl on Linux; return whether it succeeded."""
    if sys.platform != "linux":
        return False
    try:
        from ctypes import CDLL, c_ulong

        return bool(CDLL(None).prctl(option, *map(c_ulong, (value, 0, 0, 0))) == 0)
    except (ImportError, OSError, AttributeError):  # no ctypes, or no prctl in the C library
        return False


if __name__ == "__main__":
    main()
