"""The page's scripts without a browser: the unit tests of its pure modules, and the types of the API."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "src" / "gridlock" / "web" / "page"


def test_pure_modules_pass_their_own_tests() -> None:
    tests = sorted((ROOT / "tests" / "page").glob("*.test.mjs"))
    assert tests
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_types_are_those_of_the_api() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "page_types.py"))
    fresh: str = script["page_types"]()
    current = (PAGE / "js" / "schema.d.ts").read_text(encoding="utf-8")
    assert fresh == current, "run python scripts/page_types.py"
