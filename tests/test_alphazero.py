"""The example that learns by self-play learns something."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from itertools import count, repeat
from pathlib import Path
from types import SimpleNamespace

import pytest

import gridlock

SCRIPT = Path(__file__).parent.parent / "examples" / "alphazero.py"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_it_learns_to_keep_the_win(tmp_path: Path) -> None:
    ran = run(tmp_path, "trail", "--size", "4x4", "--epochs", "2", "--seed", "1")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    won = [int(number) for number in re.findall(r"(\d+) of 100 won", ran.stdout)]
    kept = [float(share) for share in re.findall(r"([\d.]+)% kept", ran.stdout)]
    untrained, _, trained, searching, _ = kept
    assert trained > untrained + 15
    assert searching > 90
    assert won[3] > won[0]
    assert [line.split()[0] for line in lines] == ["epoch"] * 3 + ["With", "With", "The"]
    assert (tmp_path / "alphazero.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_it_stops_after_the_epoch_in_which_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    example = SimpleNamespace(**runpy.run_path(str(SCRIPT)))
    names, clock = example.learn.__globals__, count(0, 50)  # 50 seconds an epoch
    monkeypatch.setitem(names, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setitem(names, "networks", lambda env, seed: repeat({}))
    monkeypatch.setitem(names, "play_match", lambda *arguments: example.Match(1, 1, 1))
    game = gridlock.make("trail", 2, 2)
    assert len(example.learn(game, epochs=9, minutes=2, seed=1)) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess'"),
        (["trail", "--size", "big"], "'big'"),
        (["spread", "--size", "6x6"], "spread on 6x6 needs words of 64 bits"),
    ],
)
def test_wrong_input_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    ran = run(tmp_path, *arguments)
    assert ran.returncode == 1
    assert sentence in ran.stderr
    assert ran.stderr.count("\n") == 1
