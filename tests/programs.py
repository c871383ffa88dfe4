"""Engines and bots written by tests, and their processes."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gridlock import Position, make
from gridlock.clock import Clock
from gridlock.players import PlayerFailed, subprocess_lines, ugi
from gridlock.players.engine_bot import EngineBot, python_bot
from waiting import DEADLINE, read_if_there, until

# What every engine here begins with: words of each line that it is sent go to `hear`.
ENGINE = """
import os, signal, subprocess, sys, time
def say(text):
    print(text, flush=True)
def hear(words):
    if words[0] == "ugi":
        say("id name test"); say("option name Game type string"); say("ugiok")
    if words[0] == "isready":
        say("readyok")
    if words[0] == "go":
        go(words)
    if words[0] == "quit":
        sys.exit()
def go(words):
    say("bestmove 1,1")
def listen():
    with open(__file__ + ".heard", "a") as heard:
        for line in sys.stdin:
            print(line, end="", file=heard, flush=True)
            hear(line.split())
def note(pid):
    open(__file__ + ".pid", "a").write(f"{pid}\\n")
note(os.getpid())
"""

USE = """
import sys
from gridlock import make
from gridlock.players.engine_bot import EngineBot
bot = EngineBot([sys.executable, sys.argv[1]], start_limit=600, move_limit=600)
bot.choose(make("spread").start(), None)
print("chosen", flush=True)
"""

Write = Callable[..., EngineBot]


@pytest.fixture(name="write")
def engine_writer(tmp_path: Path) -> Iterator[Write]:
    """Yield a function that writes an engine (common code plus its own) and returns it as a player."""
    bots: list[EngineBot] = []

    def written(code: str = "", *, listen: bool = True, **limits: float) -> EngineBot:
        path = tmp_path / f"engine{len(bots)}.py"
        path.write_text(ENGINE + textwrap.dedent(code) + ("\nlisten()\n" if listen else ""))
        generous = {"start_limit": DEADLINE, "move_limit": DEADLINE}
        command = [sys.executable, str(path)]
        bots.append(EngineBot(command, name="engine:it", **generous | limits))  # type: ignore[arg-type]
        return bots[-1]

    yield written
    for bot in bots:
        bot.close()


def let_time_run_out(patch: pytest.MonkeyPatch, when: Callable[[], object]) -> None:
    """Stop clocks and time limits until something happens; then let days pass at every reading."""
    passed = 0.0

    def now() -> float:
        nonlocal passed
        passed += 1e6 if when() else 0.0
        return passed

    for module in (subprocess_lines, ugi):
        patch.setattr(module, "monotonic", now)
    stop_clocks(patch, now)


def stop_clocks(patch: pytest.MonkeyPatch, now: Callable[[], float]) -> None:
    """Make the clocks of matches read this time."""
    patch.setattr(Clock.__init__, "__kwdefaults__", {"now": now})


def printed(line: str) -> bool:
    """Return whether we have read a line from a running program."""
    return any(line in running.last_lines for running in tuple(subprocess_lines._running))


def started(folder: Path) -> list[int]:
    """Return the process ids recorded by the engines."""
    return [int(line) for path in folder.glob("*.pid") for line in path.read_text().split()]


def runs(pid: int) -> bool:
    """Return whether a process is running; zombies are not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # gone before, or while it was read
        return False
    return state != "Z"


def gone(pid: int) -> bool:
    """Wait until a process is gone; return whether it is."""
    return until(lambda: not runs(pid))


def heard(folder: Path) -> list[str]:
    """Return the lines that the first engine has read so far."""
    return read_if_there(folder / "engine0.py.heard").splitlines()


def failure(bot: EngineBot, position: Position | None = None, clock: Clock | None = None) -> str:
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(position or make("spread").start(), clock)
    return str(caught.value)


def bot_file(folder: Path, code: str) -> str:
    path = folder / "mybot.py"
    path.write_text(textwrap.dedent(code))
    return str(path)


def told_by(folder: Path, code: str, **limits: float) -> str:
    bot = python_bot(bot_file(folder, code), **{"start_limit": DEADLINE, "move_limit": DEADLINE} | limits)
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(make("spread").start(), None)
    return str(caught.value).replace(str(folder) + os.sep, "")
