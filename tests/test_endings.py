"""However the program is started, fed or ended: no traceback, and nothing of it stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from functools import partial
from pathlib import Path

import pytest

from programs import gone, started
from terminal import rest_of, spawn_app
from waiting import DEADLINE, until

pytestmark = pytest.mark.slow

PROGRAM = [sys.executable, "-m", "gridlock"]


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line in a shell, with ``gridlock`` as the program."""
    start = f'gridlock() {{ "{sys.executable}" -m gridlock "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", start],
        env=os.environ | environment,
        capture_output=True,
        timeout=DEADLINE,
        check=False,
    )


def assert_quiet(ran: subprocess.CompletedProcess[bytes]) -> None:
    for stream in (ran.stdout, ran.stderr):
        assert b"Traceback" not in stream
        assert b"Exception" not in stream


# Streams ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("gridlock games >&-", 0),
        ("gridlock games 2>&-", 0),
        ("gridlock play trail <&-", 1),
        ("gridlock play trail <&- >&-", 1),
        ("gridlock play trail <&- >&- 2>&-", 1),
        ("gridlock puzzle <&-", 1),
        ("gridlock engine <&-", 0),
        ("gridlock <&-", 1),
        ("gridlock >&- </dev/null", 1),
        ("gridlock games >/dev/full", 2),
        ("gridlock rules spread >/dev/full", 2),
        ("gridlock play chess 2>/dev/full", 2),
        ("printf '2 2\\nquit\\n' | gridlock play trail >/dev/full", 2),
    ],
)
def test_streams_that_are_closed_or_full(line: str, status: int) -> None:
    ran = shell(line)
    assert ran.returncode == status
    assert_quiet(ran)


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("ascii", b"Bj?rn"), ("latin-1", "Bjørn".encode("latin-1")), ("utf-8", "Bjørn".encode())],
)
def test_names_on_an_output_that_does_not_know_their_letters(encoding: str, shown: bytes) -> None:
    ran = shell("echo quit | gridlock play trail --names Ann,Bjørn --rounds 2", PYTHONIOENCODING=encoding)
    assert ran.returncode == 0
    assert b"Round 1 of 2: Ann is Player 1, " + shown + b" is Player 2." in ran.stdout
    assert_quiet(ran)
    ran = shell("gridlock replay 'nö such'", PYTHONIOENCODING=encoding)
    assert ran.returncode == 2
    assert_quiet(ran)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    record = tmp_path / "o.txt"
    ran = shell(
        f"printf '2 2\\nquit\\n' | gridlock play trail --names $'A\\xff',B --rounds 2 --record {record}"
    )
    assert ran.returncode == 0
    assert_quiet(ran)
    assert '[Player1 "A\N{REPLACEMENT CHARACTER}"]' in record.read_text()
    ran = shell(
        f"cd {tmp_path} && gridlock bot new $'x\\xffy.py' && gridlock bot check $'python:x\\xffy.py' trail"
    )
    assert ran.returncode == 0
    assert b"No problems found." in ran.stdout
    assert_quiet(ran)
    for line in (
        "gridlock play $'\\xff'",
        "gridlock replay $'\\xff'",
        "gridlock play trail --p2 $'engine:\\xff'",
    ):
        ran = shell(line)
        assert ran.returncode == 2
        assert_quiet(ran)


# Signals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module", ["gridlock.cli", "typer", "gridlock.rules", "gridlock.board", "gridlock.files"]
)
def test_ctrl_c_while_modules_are_loaded(module: str) -> None:
    program = textwrap.dedent(
        """
        import os, signal, sys

        class Interrupt:
            def find_spec(self, name, path=None, target=None):
                if name == wanted:
                    os.kill(os.getpid(), signal.SIGINT)

        wanted = sys.argv.pop(1)
        from gridlock.__main__ import main
        assert wanted not in sys.modules
        sys.meta_path.insert(0, Interrupt())
        main()
        """
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, module, "games"], capture_output=True, timeout=DEADLINE, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_ctrl_c_is_left_alone_where_it_is_to_be_ignored() -> None:
    """As under nohup, or in the background of a script."""
    with subprocess.Popen(
        [*PROGRAM, "play", "trail"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_IGN),
    ) as child:
        assert child.stdout is not None
        child.send_signal(signal.SIGINT)
        shown = b""
        while b"Enter row" not in shown:
            piece = os.read(child.stdout.fileno(), 4096)
            assert piece, "the program has ended"
            shown += piece
            child.send_signal(signal.SIGINT)
        out, errors = child.communicate(b"2 2\nquit\n", timeout=DEADLINE)
    assert (child.returncode, errors) == (0, b"")
    assert out.endswith(b"The game is left unfinished.\n")


SLEEPER = """
    import os, subprocess, sys, time
    def choose(position):
        child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        with open(__file__ + ".pid", "w") as out:
            print(os.getpid(), child.pid, file=out)
        time.sleep(1000)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_the_program_ends_its_bots(tmp_path: Path, number: signal.Signals) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(textwrap.dedent(SLEEPER))
    arguments = ["watch", "trail", "--p1", f"python:{bot}", "--p2", "random"]
    with subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        until(lambda: len(started(tmp_path)) == 2)
        pids = started(tmp_path)
        child.send_signal(number)
        _, errors = child.communicate(timeout=DEADLINE)
    assert b"Traceback" not in errors
    assert child.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert all(gone(pid) for pid in pids)


def test_ctrl_c_over_and_over_again() -> None:
    for pause in (0.0, 0.001, 0.003, 0.01):
        with subprocess.Popen(
            [*PROGRAM, "engine", "trail"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(b"ugi\n")
            child.stdin.flush()
            child.stdout.readline()
            for _ in range(3):
                child.send_signal(signal.SIGINT)
                time.sleep(pause)
            _, errors = child.communicate(timeout=DEADLINE)
        assert b"Traceback" not in errors


@pytest.mark.parametrize("variables", [{}, {"COMP_WORDS": "gridlock p", "COMP_CWORD": "abc"}])
def test_a_shell_that_asks_for_completions_in_a_wrong_way(variables: dict[str, str]) -> None:
    for kind in ("complete_bash", "complete_zsh", "complete_fish", "source_x", "nonsense"):
        ran = shell("gridlock", _GRIDLOCK_COMPLETE=kind, **variables)
        assert_quiet(ran)


@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "closed"])
def test_the_app_ends_in_an_orderly_way(tmp_path: Path, how: str) -> None:
    child = spawn_app(tmp_path)
    child.expect("Light Cycle")
    if how == "closed":
        os.close(child.child_fd)  # the terminal's window is closed
        child.closed = True
        assert gone(child.pid)
        return
    child.kill(getattr(signal, how))
    shown = rest_of(child)
    assert "Traceback" not in shown
    assert "\x1b[?1049l" in shown, "the terminal is as it was"
    assert child.exitstatus == 128 + getattr(signal, how)
