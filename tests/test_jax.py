"""The tests that use JAX, each file in a process of its own: JAX starts threads, and other tests fork."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("file", ["jax_agreement.py", "jax_envs.py"])
def test_in_a_process_of_its_own(file: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", str(Path(__file__).with_name(file))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
