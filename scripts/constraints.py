"""Write constraints.txt: the newest version of every package that works on all supported Pythons.

Run ``make test`` with it before you commit it: everyone gets these versions.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
HEADER = "# The versions that set-up and CI install. Written by scripts/constraints.py\n"
COMPILE = (
    *("-m", "uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--fork-strategy", "fewest"),
    *("--no-header", "--no-annotate", "--all-extras", "--group", "dev"),
)


def oldest_python() -> str:
    """Return the lowest Python version that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    bound: str = project["requires-python"]
    return bound.removeprefix(">=")


def resolve() -> str:
    """Return a line with a version, and where needed a marker, for every package."""
    command = [sys.executable, *COMPILE, "--python-version", oldest_python(), "pyproject.toml"]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    CONSTRAINTS.write_text(HEADER + resolve())
