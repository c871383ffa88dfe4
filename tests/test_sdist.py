"""The source distribution: what is in it suffices to run the tests, wherever it is unpacked."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent

FOLDERS = ("src", "tests", "docs", "scripts", "bench", "examples")
MADE = {"__pycache__", "build", ".hypothesis"}  # folders that programs have made
PROBES = ("tests/test_docs.py", "tests/test_perft.py")
QUICK = "links or changelog or guides or 2x3 or 1x6"  # what reads files, and takes no time


def run_python(folder: Path, *arguments: str) -> str:
    """Run Python in a folder that has the package in src, and return what it prints."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    env["PYTHONPATH"] = str(folder / "src")
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


def files_in(root: Path) -> dict[str, bytes]:
    """Every file of the folders that make up the project, with what it holds."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for folder in FOLDERS
        for path in (root / folder).rglob("*")
        if path.is_file() and not MADE & set(path.parts)
    }


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in the source distribution of what is here."""
    place = tmp_path_factory.mktemp("sdist")
    run_python(ROOT, "-m", "hatchling", "build", "-t", "sdist", "-d", str(place))
    (packed,) = place.iterdir()
    with tarfile.open(packed) as archive:
        archive.extractall(place, filter="data")
    return place / packed.name.removesuffix(".tar.gz")


def test_the_unpacked_package_is_the_one_that_is_imported(unpacked: Path) -> None:
    where = run_python(unpacked, "-c", "import gridlock; print(gridlock.__file__)").strip()
    assert Path(where).samefile(unpacked / "src" / "gridlock" / "__init__.py")


def test_it_has_every_file(unpacked: Path) -> None:
    here, there = files_in(ROOT), files_in(unpacked)
    assert len(here) > 300
    assert there == here


def test_the_wheel_has_every_file_of_the_package(tmp_path: Path) -> None:
    run_python(ROOT, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    (packed,) = tmp_path.iterdir()
    with zipfile.ZipFile(packed) as wheel:
        there = {name: wheel.read(name) for name in wheel.namelist() if ".dist-info/" not in name}
    here = {
        name.removeprefix("src/"): held for name, held in files_in(ROOT).items() if name.startswith("src/")
    }
    assert there == here
    for part in ("page/index.html", "page/js/main.js", "page/css/tokens.css", "store/migrations/"):
        assert any(name.startswith(f"gridlock/web/{part}") for name in there), part


def test_its_tests_pass(unpacked: Path) -> None:
    told = run_python(
        unpacked, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", QUICK, *PROBES
    ).splitlines()
    assert "passed" in told[-1]
