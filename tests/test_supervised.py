"""The example that learns from a dataset learns something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "examples" / "supervised.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_it_learns_a_board_and_is_measured_on_a_larger_one() -> None:
    ran = run("trail", "--train", "4x4", "--test", "4x5", "--steps", "200", "--sample", "300")
    assert ran.returncode == 0, ran.stderr
    *steps, header, _, test, larger = ran.stdout.splitlines()
    losses = [float(line.split()[-1]) for line in steps]
    assert len(losses) == 10
    assert losses[-1] < 0.5 * losses[0]
    assert header.split() == ["board", "positions", "decisions", "value", "accuracy", "blind"]
    value, accuracy, blind = (float(word.rstrip("%")) for word in test.split()[-3:])
    assert accuracy > blind + 20
    assert value > 65
    assert larger.startswith("4x5 ")


@pytest.mark.slow
def test_wrong_input_is_one_sentence() -> None:
    ran = run("chess")
    assert ran.returncode == 1
    assert ran.stderr.startswith("There is no game 'chess'")
    assert ran.stderr.count("\n") == 1
