"""Programs killed or interrupted at random moments: whatever was confirmed is saved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random

from gridlock.records import read_records
from terminal import PATIENT_PROGRAM
from torture.campaign import Campaign
from waiting import DEADLINE

_PROGRAM = (sys.executable, "-m", "gridlock")
_ROUND = b"Wins: "
_JITTER = 0.05  # maximum seconds between an event and the kill


def _environment(folder: Path) -> dict[str, str]:
    return os.environ | {"GRIDLOCK_DATA": str(folder / "data"), "PYTHONUNBUFFERED": "1"}


def _start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        arguments,
        cwd=folder,
        env=_environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        bufsize=0,  # or communicate() would miss buffered output
    )


def _read_lines(child: subprocess.Popen[bytes], sign: bytes, count: int) -> int:
    """Read a program's output until a sign has appeared this often, and return the count."""
    assert child.stdout is not None
    for seen in range(count):
        while sign not in (line := child.stdout.readline()):
            if not line:
                return seen
    return count


@cache
def _start_time() -> float:
    """Return the seconds that the program takes to run."""
    began = time.monotonic()
    subprocess.run([*_PROGRAM, "games"], capture_output=True, check=True)
    return time.monotonic() - began


def _nothing_left(folder: Path) -> None:
    """Check that temporary files are cleaned up and no lock is left."""
    for command in ("matches", "stats"):
        ran = subprocess.run(
            [*_PROGRAM, command], cwd=folder, env=_environment(folder), capture_output=True, check=False
        )
        assert ran.returncode == 0, ran
    assert not list((folder / "data").rglob(".gridlock-*.tmp"))


def recording(random: Random, folder: Path) -> None:
    """Kill a program that records matches: every match it reported as over is in the file."""
    arguments = ("watch", "trail", "--p1", "random", "--p2", "random", "--delay", "0", "--rounds", "1000")
    child = _start(folder, *_PROGRAM, *arguments, "--record", "o.txt", "--seed", str(random.randrange(10**6)))
    rounds = _read_lines(child, _ROUND, random.randrange(6))
    time.sleep(random.uniform(0, _JITTER))
    child.kill()
    out, _ = child.communicate()
    rounds += out.count(_ROUND)
    there = read_records(folder / "o.txt") if (folder / "o.txt").exists() else []
    assert len([record for record in there if record.winner is not None]) >= rounds
    child = _start(folder, *_PROGRAM, "play", "trail", "--record", "o.txt")
    child.communicate(b"2 2\nresign\n", timeout=DEADLINE)
    assert child.returncode == 0
    assert len(read_records(folder / "o.txt")) == len(there) + 1
    assert not list(folder.glob(".gridlock-*.tmp"))


_SOLVING = """
from datetime import date
from gridlock.puzzles import Progress, daily
progress = Progress.load()
for number in range(1, 200):
    progress.add_attempt(daily(date.fromordinal(number)), True)
    print(number, flush=True)
"""


def progress(random: Random, folder: Path) -> None:
    """Kill a program that saves progress: everything it confirmed is saved."""
    child = _start(folder, sys.executable, "-c", _SOLVING)
    last = _read_lines(child, b"\n", random.randrange(60))
    time.sleep(random.uniform(0, _JITTER))
    child.kill()
    out, _ = child.communicate()
    last += out.count(b"\n")
    code = "from gridlock.puzzles import Progress; p = Progress.load(); print(p.remark); print(p.counts())"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=_environment(folder), capture_output=True, text=True, check=True
    )
    remark, counts = ran.stdout.splitlines()
    assert remark == ""
    assert eval(counts).get("daily", {"first": 0})["first"] >= last
    _nothing_left(folder)


def at_once(random: Random, folder: Path) -> None:
    """Kill one of several programs that record to one file: the others lose nothing."""
    arguments = ("watch", "trail", "--p1", "random", "--p2", "random", "--delay", "0", "--rounds", "6")
    children = [
        _start(
            folder, *PATIENT_PROGRAM, *arguments, "--record", "o.txt", "--seed", str(random.randrange(10**6))
        )
        for _ in range(3)
    ]
    killed = _read_lines(children[0], _ROUND, random.randrange(6))
    time.sleep(random.uniform(0, _JITTER))
    children[0].kill()
    rounds = [child.communicate(timeout=DEADLINE)[0].count(_ROUND) for child in children]
    rounds[0] += killed
    assert rounds[1:] == [6, 6]
    finished = [record for record in read_records(folder / "o.txt") if record.winner is not None]
    assert len(finished) >= sum(rounds)


def interrupts(random: Random, folder: Path) -> None:
    """Send signals at any moment: no traceback, and the right exit status."""
    number = random.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    commands = (
        ("play", "trail"),
        ("play", "trail", "--p2", "level:2"),
        ("watch", "spread", "--p1", "random", "--p2", "greedy"),
        ("solve", "trail"),
        ("solve", "spread", "--size", "8x8"),
        ("puzzle", "trail-easy-1"),
        ("engine",),
        ("bot", "check", "random"),
    )
    child = _start(folder, *_PROGRAM, *random.choice(commands))
    time.sleep(random.uniform(0, 2 * _start_time()))
    child.send_signal(number)
    _, errors = child.communicate(timeout=DEADLINE)
    ours = b"Traceback" in errors and b"runpy" not in errors and b"<frozen site>" not in errors
    assert not ours, errors.decode()
    assert b"Exception ignored" not in errors, errors.decode()


KILLS = Campaign("kills", {shot.__name__: shot for shot in (recording, progress, at_once, interrupts)})
