"""The page's scripts without a browser: unit tests in Node, and the types of the API."""

from __future__ import annotations

import runpy
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "src" / "gridlock" / "web" / "page"


def test_node_tests_pass() -> None:
    tests = sorted((ROOT / "tests" / "page").glob("*.test.mjs"))
    assert tests
    done = subprocess.run(["node", "--test", *tests], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_types_match_the_api() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "page_types.py"))
    fresh: str = script["page_types"]()
    current = (PAGE / "js" / "schema.d.ts").read_text(encoding="utf-8")
    assert fresh == current, "run python scripts/page_types.py"
