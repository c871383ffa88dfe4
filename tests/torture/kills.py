"""Programs that are killed or interrupted at any moment: what was acknowledged is there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from gridlock.records import read_records
from torture.campaign import Campaign

_PROGRAM = (sys.executable, "-m", "gridlock")


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
    )


def _nothing_left(folder: Path) -> None:
    """Drafts go with the next start, and no lock keeps anybody out."""
    ran = subprocess.run(
        [*_PROGRAM, "matches"], cwd=folder, env=_environment(folder), capture_output=True, check=False
    )
    assert ran.returncode == 0, ran
    assert not list((folder / "data").rglob(".gridlock-*.tmp"))


def recording(random: Random, folder: Path) -> None:
    """A program that records its matches: each that it has said to be over is in the file, whole."""
    given = ("watch", "trail", "--p1", "random", "--p2", "random", "--delay", "0", "--rounds", "1000")
    child = _start(folder, *_PROGRAM, *given, "--record", "o.txt", "--seed", str(random.randrange(10**6)))
    time.sleep(random.uniform(0.1, 0.9))
    child.kill()
    out, _ = child.communicate()
    rounds = out.count(b"\nWins: ")
    there = read_records(folder / "o.txt") if (folder / "o.txt").exists() else []
    assert len([record for record in there if record.winner is not None]) >= rounds
    child = _start(folder, *_PROGRAM, "play", "trail", "--record", "o.txt")
    child.communicate(b"2 2\nresign\n", timeout=60)
    assert child.returncode == 0
    assert len(read_records(folder / "o.txt")) == len(there) + 1
    assert not list(folder.glob(".gridlock-*.tmp"))


_SOLVING = """
from datetime import date
from gridlock.puzzles import Progress, daily
progress = Progress.load()
for number in range(1, 200):
    progress.tried(daily(date.fromordinal(number)), True)
    print(number, flush=True)
"""


def progress(random: Random, folder: Path) -> None:
    """A program that keeps progress: whatever it has acknowledged is there."""
    child = _start(folder, sys.executable, "-c", _SOLVING)
    time.sleep(random.uniform(0.1, 0.7))
    child.kill()
    out, _ = child.communicate()
    last = max([0, *map(int, out.split())])
    asked = "from gridlock.puzzles import Progress; p = Progress.load(); print(p.remark); print(p.counts())"
    ran = subprocess.run(
        [sys.executable, "-c", asked], env=_environment(folder), capture_output=True, text=True, check=True
    )
    remark, counts = ran.stdout.splitlines()
    assert remark == ""
    assert eval(counts).get("daily", {"first": 0})["first"] >= last
    _nothing_left(folder)


def at_once(random: Random, folder: Path) -> None:
    """Several programs record to one file, and one of them is killed: the others lose nothing."""
    given = ("watch", "trail", "--p1", "random", "--p2", "random", "--delay", "0", "--rounds", "6")
    children = [
        _start(folder, *_PROGRAM, *given, "--record", "o.txt", "--seed", str(random.randrange(10**6)))
        for _ in range(3)
    ]
    time.sleep(random.uniform(0.1, 0.6))
    children[0].kill()
    rounds = [child.communicate(timeout=120)[0].count(b"\nWins: ") for child in children]
    assert rounds[1:] == [6, 6]
    finished = [record for record in read_records(folder / "o.txt") if record.winner is not None]
    assert len(finished) >= sum(rounds)


def interrupts(random: Random, folder: Path) -> None:
    """Signals at any moment: no traceback once our first line has run, and the right exit status."""
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
    time.sleep(random.uniform(0.05, 1.0))
    child.send_signal(number)
    _, errors = child.communicate(timeout=60)
    ours = b"Traceback" in errors and b"runpy" not in errors and b"<frozen site>" not in errors
    assert not ours, errors.decode()
    assert b"Exception ignored" not in errors, errors.decode()


KILLS = Campaign("kills", {shot.__name__: shot for shot in (recording, progress, at_once, interrupts)})
