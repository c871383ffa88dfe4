"""Checks docs/http.md: plays its game and sends its requests to a real server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx

from gridlock.players.level import LEVELS
from gridlock.web.guard.bodies import MAX_BODY
from gridlock.web.settings import Allowance
from servers import WebServer
from test_docs import ROOT, blocks
from waiting import DEADLINE

pytest_plugins = ["guests"]

PAGE = ROOT / "docs" / "http.md"
SHOWN = "http://127.0.0.1:8000"
REFUSED = '"detail":'  # only problems have it


def test_the_whole_game_is_played(server: WebServer, tmp_path: Path) -> None:
    (block,) = blocks(PAGE, "python")
    program = tmp_path / "whole_game.py"
    program.write_text(block.replace(SHOWN, server.url))
    ran = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False, timeout=DEADLINE
    )
    assert ran.stderr == ""
    assert re.fullmatch(r"Player [12] wins.*\n", ran.stdout)


def test_the_curl_commands_work(server: WebServer, tmp_path: Path) -> None:
    (block,) = blocks(PAGE, "sh")
    assert SHOWN in block
    script = "set -eu\n" + block.replace(SHOWN, server.url)
    ran = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=DEADLINE
    )
    assert ran.returncode == 0, ran.stderr
    assert REFUSED not in ran.stdout
    assert '"move":"2,2"' in ran.stdout


def test_every_request_in_the_table_is_in_the_schema(server: WebServer) -> None:
    described = httpx.get(f"{server.url}/api/openapi.json", timeout=DEADLINE).json()["paths"]
    for method, path in re.findall(r"^\| `(GET|POST) ([^`?]+)[^`]*` \|", PAGE.read_text(), re.MULTILINE):
        assert (
            method.lower()
            in described[path.replace("/ID", "/{id}").replace("/games/spread/", "/games/{game}/")]
        ), path


def test_the_messages_are_valid() -> None:
    (block,) = blocks(PAGE, "json")
    assert all(json.loads(line)["type"] for line in block.splitlines())


def test_the_limits_and_levels_are_correct() -> None:
    page, allowed = " ".join(PAGE.read_text().split()), Allowance()
    assert f"`level:1` to `level:{len(LEVELS)}`" in page
    assert f"create {allowed.matches} matches a minute, perform {allowed.moves} actions" in page
    assert f"make {allowed.requests} requests and run {allowed.searches} searches" in page
    assert f"{allowed.sockets} sockets and {allowed.connections} connections open" in page
    assert f"send {allowed.frames:,} socket frames a minute" in page
    assert f"A request may have {MAX_BODY >> 10} kB" in page
