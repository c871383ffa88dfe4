"""Numba's environment variables: a value it can't use gives a one-sentence error everywhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

SOLVE = ("solve", "trail", "--size", "2x2")
COMMANDS = [SOLVE, ("watch", "trail", "--size", "2x2", "--p1", "mcts:5", "--p2", "random", "--delay", "0")]


def run(command: tuple[str, ...], **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, "-m", "gridlock", *command],
        env=environment | {"PYTHONPATH": os.pathsep.join(sys.path)} | settings,
        capture_output=True,
        text=True,
        check=False,
    )


REFUSED = [
    (
        {"NUMBA_NUM_THREADS": "0"},
        "Numba, which compiles the search, can't be loaded: Number of threads specified must be > 0. "
        "Check or unset NUMBA_NUM_THREADS=0.",
    ),
    (
        {"NUMBA_DISABLE_JIT": "1"},
        "NUMBA_DISABLE_JIT is set, but the search only runs as compiled code: unset it.",
    ),
    (
        {"NUMBA_CPU_FEATURES": "+sse2,nonsense"},
        "NUMBA_CPU_FEATURES is a list such as +avx2,-avx512f, without 'nonsense': unset it.",
    ),
]


@pytest.mark.parametrize(("settings", "sentence"), REFUSED)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_setting_that_breaks_numba_is_reported(
    command: tuple[str, ...], settings: dict[str, str], sentence: str
) -> None:
    ran = run(command, **settings)
    assert "Traceback" not in ran.stdout + ran.stderr
    assert sentence in (ran.stdout if command[0] == "watch" else ran.stderr)
    if command == SOLVE:
        assert (ran.returncode, ran.stderr) == (2, f"gridlock: {sentence}\n")


@pytest.mark.parametrize("name", ["NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS", "NUMBA_OPT"])
def test_a_setting_that_numba_ignores_is_reported(name: str) -> None:
    """On 2x2, Player 2 goes next to the first marker, and so does Player 1, and so on: 4 moves."""
    ran = run(SOLVE, **{name: "x"})
    assert ran.returncode == 0
    assert (
        ran.stderr
        == f"gridlock: {name} is 'x', which Numba can't use, so it is ignored: correct or unset it.\n"
    )
    assert re.search("Player 2 wins.* in 4 moves", ran.stdout)
