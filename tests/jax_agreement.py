"""Batch, JAX, positions and the naive judge agree move by move."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from agreement import check_agreement
from boards import KINDS, make, playable
from gridlock.rules.registry import FILES

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"
ODD = [
    (kind, rows, cols)
    for rows, cols in [(1, 64), (64, 1), (8, 8), (1, 32), (32, 1)]
    for kind in KINDS
    if playable(kind, rows, cols)
]


@pytest.mark.parametrize("kind", KINDS)
def test_fifty_thousand_moves(kind: str) -> None:
    check_agreement(make(kind), 250, 200, seed=1)


@pytest.mark.parametrize(("kind", "rows", "cols"), ODD)
def test_long_and_large_boards(kind: str, rows: int, cols: int) -> None:
    check_agreement(make(kind, rows, cols), 8, 70, seed=2)


CODE = """
from agreement import check_agreement
from gridlock import make
check_agreement(make("kayles"), 250, 200, seed=1)
check_agreement(make("domineering"), 250, 200, seed=1)
check_agreement(make("domineering", 32, 1), 5, 40, seed=1)
"""


def test_games_of_plug_ins() -> None:
    files = os.pathsep.join(str(EXAMPLES / name / f"{name}.py") for name in ("kayles", "domineering"))
    environment = os.environ | {FILES: files, "PYTHONPATH": str(TESTS)}
    subprocess.run([sys.executable, "-c", CODE], env=environment, check=True)
