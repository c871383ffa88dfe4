"""The reaper: a bot's processes end with it, and the bot ends with us, even if we are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridlock import make
from gridlock.players import PlayerFailed, subprocess_lines
from gridlock.players.engine_bot import python_bot
from gridlock.players.subprocess_lines import Program
from programs import USE, Write, engine_writer, gone, runs, started  # noqa: F401  (a fixture)
from waiting import DEADLINE, until

pytestmark = pytest.mark.slow

# Each defines `marry`, which starts another process and notes its number.
FAMILIES = {
    "a child": """
        def marry():
            if os.fork() == 0:
                note(os.getpid()); time.sleep(600); os._exit(0)
        """,
    "a child in another session": """
        def marry():
            sleep = [sys.executable, "-c", "import time; time.sleep(600)"]
            note(subprocess.Popen(sleep, start_new_session=True).pid)
        """,
    "a daemon": """
        def marry():
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    note(os.getpid()); time.sleep(600)
                os._exit(0)
            os.wait()
        """,
    "a stubborn grandchild": """
        def marry():
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if os.fork() == 0:
                os.setsid(); note(os.getpid())
                if os.fork() == 0:
                    os.setpgid(0, 0); note(os.getpid())
                time.sleep(600); os._exit(0)
        """,
}
_MEMBERS = {"a stubborn grandchild": 4}  # with the bot and its reaper; the others are three

THINK = "\ndef go(words): open(__file__ + '.went', 'w'); time.sleep(600)"


def _engine(family: str, rest: str = "") -> str:
    """Return an engine with descendants, which records its reaper's process id too."""
    return textwrap.dedent(FAMILIES[family]) + "marry(); note(os.getppid())" + rest


def _all_started(folder: Path, family: str) -> list[int]:
    """Return all processes of an engine once they have started."""
    until(lambda: len(started(folder)) == _MEMBERS.get(family, 3))
    return started(folder)


@pytest.fixture(autouse=True)
def long_exit_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for programs that have closed their output, however slow the machine is."""
    monkeypatch.setattr(subprocess_lines, "_EXIT_WAIT", DEADLINE)


def _soon() -> float:
    """Return a deadline for a bot's line."""
    return time.monotonic() + DEADLINE


# The bot ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_descendants_end_with_a_bot_that_is_ended(family: str, write: Write, tmp_path: Path) -> None:
    bot = write(_engine(family))
    bot.choose(make("spread").start(), None)
    pids = _all_started(tmp_path, family)
    assert all(map(runs, pids))
    bot.close()
    assert not any(map(runs, pids))


@pytest.mark.parametrize("family", FAMILIES)
def test_descendants_end_with_a_bot_that_hangs(family: str, write: Write, tmp_path: Path) -> None:
    write(_engine(family, THINK))
    bot = Program([sys.executable, str(tmp_path / "engine0.py")])
    bot.send("go")
    pids = _all_started(tmp_path, family)
    assert all(map(runs, pids))
    bot.end(politely=False)
    assert not any(map(runs, pids))


@pytest.mark.parametrize("family", FAMILIES)
def test_descendants_end_with_a_bot_that_exits(family: str, write: Write, tmp_path: Path) -> None:
    """Its end is noticed at once, even though its descendants keep its output open."""
    members = f"open(__file__ + '.pid').read().count('\\n') < {_MEMBERS.get(family, 3)}"
    bot = write(_engine(family, f"\ndef go(words):\n    while {members}: time.sleep(0.01)\n    os._exit(5)"))
    with pytest.raises(PlayerFailed, match="ended with exit status 5 instead of choosing a move"):
        bot.choose(make("spread").start(), None)
    assert not any(map(runs, _all_started(tmp_path, family)))


def test_a_bot_that_ignores_sigterm_is_killed() -> None:
    bot = Program(["sh", "-c", "trap '' TERM; echo ready; while true; do sleep 600; done"])
    assert bot.read(_soon()) == "ready"
    bot.end(politely=False)
    assert bot.exit_text() == "was ended by SIGKILL"


TIDY = """
import os, signal, sys, time
def tidy(*_):
    open(f"{sys.argv[1]}/{os.getpid()}", "a").write("x")
    if child:
        os.wait()
    os._exit(0)
signal.signal(signal.SIGTERM, tidy)
child = os.fork()
os.write(1, b"ready\\n")
time.sleep(600)
"""


def test_a_bot_can_clean_up_after_sigterm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGTERM is sent once, to all processes, and leaves time to react."""
    monkeypatch.setattr(subprocess_lines, "_SHORT_GRACE", DEADLINE)
    bot = Program([sys.executable, "-c", TIDY, str(tmp_path)])
    for _ in range(2):
        assert bot.read(_soon()) == "ready"
    bot.end(politely=False)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["x", "x"]
    assert bot.exit_text() == "ended with exit status 0"


# We end -----------------------------------------------------------------------------------------


@contextmanager
def _user(code: str, *arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program that uses a bot and never ends by itself."""
    with subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stderr=subprocess.PIPE) as user:
        yield user
        user.kill()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("family", FAMILIES)
def test_no_process_survives_when_we_are_killed(
    family: str, number: int, write: Write, tmp_path: Path
) -> None:
    """The bot is thinking, so it doesn't notice the end of its input."""
    write(_engine(family, THINK))
    with _user(USE, tmp_path / "engine0.py") as user:
        until((tmp_path / "engine0.py.went").exists)
        pids = _all_started(tmp_path, family)
        user.send_signal(number)
        assert all(map(gone, pids))


def test_no_process_survives_even_if_a_fork_of_ours_does(write: Write, tmp_path: Path) -> None:
    write(_engine("a daemon"))
    code = USE + textwrap.dedent("""
        import os, time
        other = os.fork()
        if other:
            print(other, file=sys.stderr, flush=True)
        time.sleep(600)
        """)
    with _user(code, tmp_path / "engine0.py") as user:
        assert user.stderr is not None
        other = int(user.stderr.readline())
        user.kill()
        try:
            assert all(map(gone, _all_started(tmp_path, "a daemon")))
            assert runs(other)
        finally:
            os.kill(other, signal.SIGKILL)


# The reaper itself ------------------------------------------------------------------------------


SLEEP = "import os, time; print(os.getpid(), os.getppid(), flush=True); time.sleep(600)"


def _sleeper() -> tuple[Program, int, int]:
    """Start a sleeping program; return it with its process id and its reaper's."""
    bot = Program([sys.executable, "-c", SLEEP])
    line = bot.read(_soon())
    assert line is not None
    pid, reaper = map(int, line.split())
    return bot, pid, reaper


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_a_bot_dies_with_its_reaper(number: int) -> None:
    bot, pid, reaper = _sleeper()
    os.kill(reaper, number)
    assert bot.read(_soon()) is None
    assert bot.exit_text() == "was ended by SIGKILL"
    assert gone(pid)
    bot.end(politely=False)


def test_a_bot_that_stops_its_reaper_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess_lines, "_PATIENCE", 0.2)
    bot, pid, reaper = _sleeper()
    os.kill(reaper, signal.SIGSTOP)
    bot.end(politely=False)
    assert gone(pid)
    assert gone(reaper)


@pytest.mark.parametrize("status", [0, 1, 3, 127, 255])
def test_the_exit_status_is_reported(status: int) -> None:
    assert _end_of(f"exit {status}") == f"ended with exit status {status}"


@pytest.mark.parametrize("name", ["KILL", "TERM", "HUP", "INT", "PIPE", "SEGV", "ABRT", "USR1", "ALRM"])
def test_a_fatal_signal_is_reported(name: str) -> None:
    assert _end_of(f"kill -{name} $$") == f"was ended by SIG{name}"


def _end_of(script: str) -> str:
    bot = Program(["sh", "-c", script])
    assert bot.read(_soon()) is None
    how = bot.exit_text()
    bot.end(politely=False)
    return how


def _lines_of(*arguments: str) -> list[str]:
    bot = Program(arguments)
    lines = []
    while (line := bot.read(_soon())) is not None:
        lines.append(line)
    bot.end(politely=False)
    return lines


def test_a_bot_starts_with_default_signal_handlers() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGCHLD})
    try:
        lines = _lines_of("grep", "-E", "Sig(Ign|Blk)", "/proc/self/status")
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGCHLD})
        signal.signal(signal.SIGHUP, before)
    ours = sum(1 << number - 1 for number in signal.valid_signals())  # the C library has some for itself
    assert [int(line.split()[1], 16) & ours for line in lines] == [0, 0]


def test_a_bot_inherits_only_the_three_standard_streams() -> None:
    assert _lines_of("ls", "/proc/self/fd") == ["0", "1", "2", "3"]  # ls itself has opened the last


ASK = """
import sys, time
from gridlock.players.subprocess_lines import Program
bot = Program(["cat"])
bot.send("hello")
open(sys.argv[1], "w").write(bot.read(time.monotonic() + 600))
"""


def test_a_bot_starts_even_if_our_own_streams_are_closed(tmp_path: Path) -> None:
    heard = tmp_path / "heard.txt"
    subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", ASK, heard], check=True)
    assert heard.read_text() == "hello"


# Our own process --------------------------------------------------------------------------------


def test_no_file_descriptors_leak() -> None:
    def count() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = count()
    for _ in range(10):
        bot = Program(["cat"])
        bot.send("hello")
        assert bot.read(_soon()) == "hello"
        bot.end(politely=False)
        with pytest.raises(FileNotFoundError):
            Program(["/no/such/program"])
        with pytest.raises(ValueError, match="null byte"):
            Program(["cat", "\0"])
    assert count() == before


def test_a_program_that_never_reads_does_not_block_us() -> None:
    bot, pid, _ = _sleeper()

    def send_on() -> None:
        for _ in range(100_000):
            bot.send("Are you there?")

    with pytest.raises(BlockingIOError):
        send_on()
    bot.end(politely=True)
    assert not runs(pid)


def test_a_python_bot_must_be_a_regular_file() -> None:
    with pytest.raises(PlayerFailed, match=r"has failed: zero: OSError: .*Not a regular file"):
        python_bot("/dev/zero").choose(make("spread").start(), None)


FLOOD = """
import sys
number = 0
while number < 20_000:  # 160 MB
    for kind in ("info string", "info string error:", *["option name"] * 50):
        number += 1
        sys.stdout.write(f"{kind} {number} {'y' * 8000}\\n")
"""

HEAR = """
import resource, sys
from gridlock import make
from gridlock.players import PlayerFailed
from gridlock.players.engine_bot import EngineBot
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = peak()
try:
    EngineBot([sys.executable, sys.argv[1]]).choose(make("spread").start(), None)
except PlayerFailed as error:
    assert "has failed: 2 yyy" in str(error), error
    assert len(str(error)) < 4000
    print(peak() - before)
"""


def test_a_bot_with_endless_output_does_not_fill_our_memory(tmp_path: Path) -> None:
    path = tmp_path / "flood.py"
    path.write_text(FLOOD)
    heard = subprocess.run([sys.executable, "-c", HEAR, path], capture_output=True, text=True, check=True)
    assert int(heard.stdout) * 1024 < 50 << 20
