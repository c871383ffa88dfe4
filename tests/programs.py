"""Programs that play, as tests write them, and what became of their processes."""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gridlock import Position, make
from gridlock.clock import Clock
from gridlock.players import PlayerFailed
from gridlock.players.process import EngineBot
from gridlock.players.python_file import python_bot

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
from gridlock.players.process import EngineBot
bot = EngineBot([sys.executable, sys.argv[1]])
bot.choose(make("spread").start(), None)
print("chosen", flush=True)
"""

Write = Callable[..., EngineBot]


@pytest.fixture(name="write")
def engine_writer(tmp_path: Path) -> Iterator[Write]:
    """Write an engine, the common part and then this, and take it as a player."""
    bots: list[EngineBot] = []

    def written(code: str = "", *, listen: bool = True, **limits: float) -> EngineBot:
        path = tmp_path / f"engine{len(bots)}.py"
        path.write_text(ENGINE + textwrap.dedent(code) + ("\nlisten()\n" if listen else ""))
        bots.append(EngineBot([sys.executable, str(path)], name="engine:it", **limits))  # type: ignore[arg-type]
        return bots[-1]

    yield written
    for bot in bots:
        bot.close()


def started(folder: Path) -> list[int]:
    """The processes of the engines, as they have noted them."""
    return [int(line) for path in folder.glob("*.pid") for line in path.read_text().split()]


def runs(pid: int) -> bool:
    """Whether a process is there; one that waits for its parent to notice its end is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):  # gone before, or while it was read
        return False
    return state != "Z"


def gone(pid: int, seconds: float = 10.0) -> bool:
    """Whether a process is gone, or goes soon."""
    end = time.monotonic() + seconds
    while runs(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not runs(pid)


def heard(folder: Path) -> list[str]:
    return (folder / "engine0.py.heard").read_text().splitlines()


def failure(bot: EngineBot, position: Position | None = None, clock: Clock | None = None) -> str:
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(position or make("spread").start(), clock)
    return str(caught.value)


def bot_file(folder: Path, code: str) -> str:
    path = folder / "mybot.py"
    path.write_text(textwrap.dedent(code))
    return str(path)


def told_by(folder: Path, code: str, **limits: float) -> str:
    bot = python_bot(bot_file(folder, code), **limits)
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(make("spread").start(), None)
    return str(caught.value).replace(str(folder) + os.sep, "")
