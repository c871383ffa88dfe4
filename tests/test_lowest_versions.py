"""The lowest versions that pyproject.toml allows: with them, people can play, solve and serve."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pexpect
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from websockets.sync.client import connect

from boards import judge_of, make, state_of
from gridlock.records import read_records
from minimax import Minimax
from servers import WebServer
from terminal import spawn_app
from test_docs import ROOT, blocks

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OLDEST = tuple(map(int, PROJECT["requires-python"].removeprefix(">=").split(".")))
TRAIL_2X2 = ("1,1", "1,2", "2,2", "2,1")
"""A whole game: every move but the first two is forced, and Player 2 makes the last one."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.version_info[:2] != OLDEST, reason="the lowest versions run on the oldest Python"),
]


def uv(*arguments: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "uv", "--quiet", *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def install_lowest(folder: Path, extra: str = "") -> str:
    """Install the project with the lowest versions it allows; the Python that has them."""
    python = str(folder / "env" / "bin" / "python")
    uv("venv", "--python", sys.executable, str(folder / "env"))
    uv("pip", "install", "--python", python, "--resolution", "lowest-direct", f"{ROOT}{extra}")
    return python


def assert_lowest(python: str, requirements: list[str]) -> None:
    """Check that each of these packages is installed at its lower bound."""
    code = "import importlib.metadata, sys; print(*map(importlib.metadata.version, sys.argv[1:]))"
    named = [Requirement(text) for text in requirements]
    names = [requirement.name for requirement in named]
    installed = subprocess.check_output([python, "-c", code, *names], text=True).split()
    for requirement, version in zip(named, installed, strict=True):
        (bound,) = requirement.specifier
        assert (bound.operator, Version(bound.version)) == (">=", Version(version)), requirement.name


def test_the_terminal_and_the_solver(tmp_path: Path) -> None:
    python = install_lowest(tmp_path)
    assert_lowest(python, PROJECT["dependencies"])
    folders = {"GRIDLOCK_DATA": str(tmp_path / "data"), "GRIDLOCK_CACHE": str(tmp_path / "cache")}

    def gridlock(*arguments: str, typed: str = "") -> str:
        return subprocess.run(
            [python, "-W", "error", "-m", "gridlock", *arguments],
            env=os.environ | folders,
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    played = gridlock("play", "trail", "--size", "2x2", typed="\n".join(TRAIL_2X2) + "\n")
    assert "Player 2 (O) wins the game!" in played

    blockade = make("blockade", 3, 3)
    winner, moves = Minimax(judge_of(blockade)).value(state_of(blockade.start()))
    assert f"Player {winner} wins in {moves} moves" in gridlock("solve", "blockade", "--size", "3x3")

    app = spawn_app(tmp_path, python)
    app.expect("Light Cycle")
    app.send("t")
    app.expect("Goes first")
    app.send("\r")
    app.expect("Choose a cell")
    app.send("33")
    app.expect("1\\..*3,3")
    app.send("q")
    app.expect("Light Cycle")
    app.send("q")
    app.expect(pexpect.EOF)
    app.close()
    assert app.exitstatus == 0
    (file,) = (tmp_path / "matches").glob("*.txt")
    assert [str(move) for move in read_records(file)[0].moves] == ["3,3"]


def test_the_server(tmp_path: Path) -> None:
    python = install_lowest(tmp_path, "[web]")
    assert_lowest(python, PROJECT["optional-dependencies"]["web"])
    program = tmp_path / "whole_game.py"
    (block,) = blocks(ROOT / "docs" / "http.md", "python")
    server = WebServer(
        tmp_path / "data",
        "--workers",
        "1",
        python=python,
        environment={"GRIDLOCK_CACHE": str(tmp_path / "cache")},
    )
    server.start()
    try:
        server.wait("/healthz")
        program.write_text(block.replace("http://127.0.0.1:8000", server.url) + "print(state['id'])\n")
        played = subprocess.check_output([sys.executable, str(program)], text=True)
        outcome, match = played.splitlines()
        assert re.match(r"Player [12] wins", outcome)
        with connect(f"{server.url.replace('http', 'ws')}/api/matches/{match}/socket") as socket:
            socket.send(json.dumps({"type": "hello"}))
            welcome = json.loads(socket.recv())
        assert (welcome["type"], welcome["state"]["status"]) == ("welcome", "over")
    finally:
        server.stop()
