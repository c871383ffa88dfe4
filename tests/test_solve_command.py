"""The solve command, and hints in the dialogue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from terminal import ended, gridlock, spawn

pytestmark = pytest.mark.slow


def test_solve_draws_the_board_with_every_move_marked() -> None:
    ran = gridlock("solve", "lightcycle")
    assert ran.status == 0
    assert ran.out.startswith(
        "Light Cycle Duel 5x5, Player 1 to move\n\n"
        "     1    2    3    4    5\n"
        "  1  .    .    .    .    .\n"
        "  2 -L20  .    .    .    .\n"
        "  3  1   +W15  .    .    2\n"
        "  4 -L20  .    .    .    .\n"
        "  5  .    .    .    .    .\n\n"
        "Player 1 wins (by the theorem 'facing'), in 15 moves (by search).\n\n"
        "+W15  right\n-L20  up\n-L20  down\n\n"
        "+W wins and -L loses, in this many moves of both sides, counting this one.\n\n"
    )
    assert "\x1b" not in ran.out


def test_without_counts_the_legend_does_not_explain_them() -> None:
    ran = gridlock("solve", "trail", "--size", "1x3", "--winner-only")
    assert "\n\n+W wins and -L loses.\n\n" in ran.out


def test_solve_as_json() -> None:
    ran = gridlock("solve", "crossfire", "--moves", "3,3 1,2", "--json")
    payload = json.loads(ran.out)
    assert payload["game"] == "crossfire"
    assert payload["size"] == "5x5"
    assert payload["diagonals"] == "main"
    assert payload["position"] == ".O.../...../..X../...../..... 1"
    assert payload["positionValue"] == "win"
    assert payload["remoteness"] == 3
    assert payload["winner"] == 1
    assert payload["proof"] == "mirror"  # Player 1 goes on by the half turn
    assert payload["complete"] is True
    assert payload["nodes"] > 0
    assert payload["seconds"] >= 0
    first, last = payload["moves"][0], payload["moves"][-1]
    assert first == {"move": "2,4", "moveValue": "win", "remoteness": 2, "deltaRemoteness": 0}
    assert last["deltaRemoteness"] == last["remoteness"] - 2


def test_solve_as_json_for_the_side_that_loses() -> None:
    payload = json.loads(gridlock("solve", "spread", "--json").out)
    assert (payload["positionValue"], payload["remoteness"], payload["winner"]) == ("lose", 14, 2)
    assert {move["moveValue"] for move in payload["moves"]} == {"lose"}
    assert payload["moves"][0]["remoteness"] == 13  # the longest resistance first
    assert [move["deltaRemoteness"] for move in payload["moves"] if move["move"] == "3,3"] == [2]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["spread", "--size", "8x8", "--winner-only"], "Player 2 wins (by the theorem 'mirror')."),
        (["trail", "--size", "8x8", "--winner-only"], "Player 2 wins (by the theorem 'matching')."),
        (["crossfire", "--size", "6x6", "--winner-only"], "Player 1 wins."),
        (["lightcycle", "--size", "7x9", "--winner-only"], "Player 1 wins (by the theorem 'facing')."),
        (["blockade", "--size", "1x2"], "Player 2 wins: Player 1 cannot move."),
        (["crossfire", "--size", "1x1"], "Player 1 wins in 1 move."),
        (["trail", "--position", "xO../X.../..../.... 2"], "Player 1 wins: Player 2 cannot move."),
    ],
)
def test_solve_output(arguments: list[str], line: str) -> None:
    ran = gridlock("solve", *arguments)
    assert ran.status == 0
    assert f"\n\n{line}\n" in ran.out


def test_out_of_time_exits_with_3_and_partial_results() -> None:
    ran = gridlock("solve", "blockade", "--size", "8x8", "--time", "0.2", "--memory", "20M", "--threads", "1")
    assert ran.status == 3
    assert "Not solved: the winner is unknown." in ran.out
    ran = gridlock("solve", "spread", "--size", "8x8", "--time", "0.3", "--json", "--memory", "20M")
    payload = json.loads(ran.out)
    assert ran.status == 3
    assert (payload["winner"], payload["proof"], payload["complete"]) == (2, "mirror", False)
    assert payload["remoteness"] is None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["spread", "--moves", "3,3 3,3"], "Move 2, '3,3': (3,3) is already taken."),
        (["spread", "--moves", "nowhere"], "Move 1, 'nowhere': 'nowhere' is not a row and a column"),
        (["spread", "--position", "rubbish"], "A position of this game is 5 rows of 5"),
        (
            ["spread", "--memory", "lots"],
            "Write a memory size as a number with K, M or G, such as 2G, not 'lots'.",
        ),
        (["spread", "--threads", "0"], "Invalid value for '--threads'"),
        (["chess"], "There is no game 'chess'"),
    ],
)
def test_invalid_arguments(arguments: list[str], sentence: str) -> None:
    ran = gridlock("solve", *arguments)
    assert ran.status == 2
    assert ran.err.startswith(f"gridlock: {sentence}")
    assert ran.err.count("\n") == 1


def test_hint_in_the_dialogue() -> None:
    ran = gridlock("play", "spread", typed=["hint", "3 3", "hint", "quit"])
    assert "Hint: 1,1 holds out longest; O wins in 14 moves.\n" in ran.out
    assert "wins in 11 moves.\n" in ran.out
    assert ran.status == 0


def test_search_shows_progress_and_stops_at_ctrl_c() -> None:
    child = spawn("solve", "blockade", "--size", "8x8", "--memory", "50M")
    child.expect(r"million nodes, [0-9.]+ a second, table [0-9]+%")
    child.sendcontrol("c")
    child.expect("Not solved")
    child.expect(r"[1-9][0-9,]* nodes, ")  # those that were searched so far
    assert ended(child) == 130


def test_second_process_uses_the_code_cache() -> None:
    """The second process reads the compiled code and doesn't change it."""
    question = [sys.executable, "-m", "gridlock", "solve", "trail"]
    subprocess.run(question, check=True, capture_output=True)
    code = "from gridlock.search.jit import code_folder; print(code_folder())"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    folder = Path(shown.stdout.strip())
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb?")}
    assert before
    subprocess.run(question, check=True, capture_output=True)
    after = {path: path.stat().st_mtime_ns for path in before}
    assert after == before


def test_without_a_code_cache_every_process_compiles(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    ran = subprocess.run(
        [sys.executable, "-m", "gridlock", "solve", "trail", "--size", "2x2", "--winner-only"],
        env=os.environ | {"GRIDLOCK_CACHE": str(tmp_path / "file"), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Player 2 wins (by the theorem 'matching')." in ran.stdout
    assert ran.stderr.startswith("gridlock: Compiled code can't be cached")
    assert ran.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == ["file"]
