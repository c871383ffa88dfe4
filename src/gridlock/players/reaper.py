"""A small program that stands between us and a bot's program, so that nothing of the bot stays behind.

``python -I -S reaper.py CONTROL REPORT COMMAND...`` runs the command with the streams that it has been given
itself, and ends as the command does. CONTROL and REPORT are the numbers of two open pipes. A byte from the
first tells to send SIGTERM to the bot and all its descendants. Its end tells that we are gone, or want them
all gone: then they are killed. Into the second goes an error number if the command cannot be started.

On Linux whatever outlives its parent becomes a child of the reaper, so that nobody gets away by leaving the
bot's session. Elsewhere the reaper reaches those of the bot's process group. On Windows there is no reaper.

It runs without the rest of this package, and imports little: every start of a bot waits for it.
"""

import errno
import os
import select
import signal
import sys
import time
from collections.abc import Callable

TERMINATE = b"t"
"""What the control pipe is sent when everybody shall be sent SIGTERM."""

_PATIENCE = 10.0  # seconds in which those who are killed have to go; who then stays, waits for a device
_TICK = 0.005  # seconds between two looks at who is left
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER = 1, 4, 36  # from <linux/prctl.h>


class _Family:
    """The bot's process and all that descend from it."""

    def __init__(self, bot: int, *, adopts: bool) -> None:
        self._bot = bot
        self._adopts = adopts  # whether orphans become our children
        self.status: int | None = None
        """How the bot's process has ended; None before."""

    def bury(self) -> bool:
        """Take note of children that have ended; whether there are others."""
        try:
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._bot:
                    self.status = ended[1]
        except ChildProcessError:
            return False
        return True

    def terminate(self) -> None:
        """Ask everybody to end."""
        members = self._members()
        for pid in members:
            _send(os.kill, pid, signal.SIGTERM)
        if not members:
            _send(os.killpg, self._bot, signal.SIGTERM)

    def kill(self) -> None:
        """Kill everybody, again and again, since whoever has just been born may have been missed."""
        end = time.monotonic() + _PATIENCE
        while self._anybody_left() and time.monotonic() < end:
            members = self._members()
            # A group goes at one blow, however quickly it multiplies.
            for group in {self._bot, *members.values()} - {os.getpgrp()}:
                _send(os.killpg, group, signal.SIGKILL)
            for pid in members:
                _send(os.kill, pid, signal.SIGKILL)
            time.sleep(_TICK)

    def _anybody_left(self) -> bool:
        if self.bury():
            return True
        return not self._adopts and (bool(self._members()) or _send(os.killpg, self._bot, 0))

    def _members(self) -> dict[int, int]:
        """Everybody's number and process group; empty if the system does not show its processes."""
        processes = _processes()
        children: dict[int, list[int]] = {}
        for pid, (parent, _, _) in processes.items():
            children.setdefault(parent, []).append(pid)
        found = children.get(os.getpid(), [])
        if not self._adopts:
            found += [pid for pid, (_, _, session) in processes.items() if session == self._bot]
        for pid in found:  # which grows meanwhile
            found += children.pop(pid, [])
        return {pid: processes[pid][1] for pid in found}


def _processes() -> dict[int, tuple[int, int, int]]:
    """Parent, process group and session of each process, as Linux shows them in /proc."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return {}
    found = {}
    for name in filter(str.isdigit, names):
        try:
            with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
                fields = file.read().rpartition(b")")[2].split()  # after its name, which may be anything
        except OSError:  # it has ended meanwhile
            continue
        found[int(name)] = int(fields[1]), int(fields[2]), int(fields[3])
    return found


def _send(how: Callable[[int, int], None], whom: int, number: int) -> bool:
    """Send a signal by os.kill or os.killpg; whether somebody was there to get it."""
    try:
        how(whom, number)
    except OSError:
        return False
    return True


def main() -> None:
    """Run the command, and end as it does when nothing of it is left."""
    control, report = int(sys.argv[1]), int(sys.argv[2])
    for fd in (control, report):
        os.set_inheritable(fd, False)
    signals = _hear_signals()
    adopts = _ask_linux(_PR_SET_CHILD_SUBREAPER, 1)
    family = _Family(_start(sys.argv[3:], report), adopts=adopts)
    _watch(family, control, signals)
    family.kill()
    _end_with(family.status)


def _hear_signals() -> int:
    """Let signals arrive as bytes in a pipe; the end of it to read from."""
    hear, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    return hear


def _start(command: list[str], report: int) -> int:
    """Start the command; its process. If that fails, report why, and end."""
    try:
        bot = os.fork()
        if not bot:
            _become(command)
    except OSError as error:
        os.write(report, b"%d" % (error.errno or errno.EIO))
        os._exit(1)
    except ValueError:  # the command is an empty word
        os.write(report, b"%d" % errno.ENOENT)
        os._exit(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # or nobody would notice when the bot closes them
        os.dup2(nothing, stream)
    os.close(report)
    return bot


def _become(command: list[str]) -> None:
    """Go on as the command, in a session of its own."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    _ask_linux(_PR_SET_PDEATHSIG, signal.SIGKILL)  # if the reaper is killed, the bot goes too
    os.execvp(command[0], command)


def _watch(family: _Family, control: int, signals: int) -> None:
    """Wait until the bot has ended, or shall end."""
    while family.status is None:
        ready, _, _ = select.select([control, signals], [], [])
        if signals in ready:
            arrived = os.read(signals, 4096)
            family.bury()
            if set(arrived) - {signal.SIGCHLD}:
                return
        if control in ready:
            if os.read(control, 1) != TERMINATE:
                return
            family.terminate()


def _end_with(status: int | None) -> None:
    """End as the bot has ended, by the same status or the same signal."""
    if status is None:  # it is killed, but still busy with some device
        os._exit(1)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        _ask_linux(_PR_SET_DUMPABLE, 0)  # the bot has left a core file, if there shall be one
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def _ask_linux(option: int, value: int) -> bool:
    """Ask the kernel for something by prctl; whether it is granted."""
    if sys.platform != "linux":
        return False
    try:
        from ctypes import CDLL, c_ulong

        return bool(CDLL(None).prctl(option, *map(c_ulong, (value, 0, 0, 0))) == 0)
    except (ImportError, OSError, AttributeError):  # a Python without ctypes, a library without prctl
        return False


if __name__ == "__main__":
    main()
