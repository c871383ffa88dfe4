"""The command ``dataset``: what it prints, what it refuses, and what a kill or Ctrl-C costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gridlock.cli.dataset import _progress_text
from gridlock.datasets import Plan, Step, load, make_dataset
from gridlock.datasets.parts import Parts
from gridlock.errors import GridlockError
from gridlock.files import Lock
from gridlock.installation import how_to_install
from gridlock.rules import make
from terminal import gridlock, spawn

TRAIL = make("trail", 3, 3)


def test_it_says_what_it_has_made(tmp_path: Path) -> None:
    out = tmp_path / "x.npz"
    ran = gridlock("dataset", "trail", "--size", "3x3", "--out", str(out), "--jobs", "1")
    positions, classes = 439, 65  # as the judge counts in test_datasets.py
    assert ran == (
        0, f"{positions} positions in {classes} symmetry classes.\nWritten: {out}. About it: {out}.md.\n", "",
    )  # fmt: skip
    assert len(load(out)) == positions


def test_a_sample_that_is_smaller_than_asked_for(tmp_path: Path) -> None:
    ran = gridlock(
        "dataset", "trail", "--size", "1x2", "--sample", "99", "--out", f"{tmp_path}/x.npz", "--jobs", "1"
    )
    assert ran.out.startswith("Only 5 different positions turned up.\n5 positions in 3 symmetry classes.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "--out", "x.npz"], "There is no game 'chess'"),
        (["trail"], "Missing option '--out'."),
        (
            ["trail", "--out", "x.csv"],
            "A dataset is a file that ends in .parquet or .npz, or a folder, not 'x.csv'.",
        ),
        (["trail", "--size", "3", "--out", "x.npz"], "A size is rows x columns"),
        (["trail", "--out", "x.npz", "--sample", "0"], "Invalid value for '--sample'"),
        (
            ["trail", "--out", "x.npz", "--sample", "9", "--limit", "8"],
            "9 positions are more than the limit of 8",
        ),
        (["trail", "--out", "x.npz", "--limit", "100"], "There are more than 100 positions ("),
        (["trail", "--out", "x.npz", "--sample", "9", "--play", "gredy"], "There is no player 'gredy'."),
        (["trail", "--out", "x.npz", "--sample", "9", "--play", "human"], "Only built-in bots can play"),
        (["trail", "--out", "x.npz", "--sample", "9", "--play", "python:x.py"], "'python:x.py' is a program"),
        (["trail", "--out", "no/x.npz"], "There is no folder "),
    ],
)
def test_invalid_arguments_give_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = gridlock("dataset", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"gridlock: {sentence}")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "x.npz"
    out.write_text("precious")
    ran = gridlock("dataset", "trail", "--out", str(out))
    assert (ran.status, ran.err) == (
        2,
        f"gridlock: {out} already exists: delete it or choose another name.\n",
    )
    assert out.read_text() == "precious"


def test_a_folder_in_the_way_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "x.npz.parts").mkdir()
    (tmp_path / "x.npz.parts" / "mine").touch()
    with pytest.raises(GridlockError, match=r"x\.npz\.parts is in the way"):
        make_dataset(Plan(TRAIL), tmp_path / "x.npz")
    assert (tmp_path / "x.npz.parts" / "mine").exists()


def test_two_programs_do_not_make_the_same_file(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "x.npz")
    lock.take()
    try:
        with pytest.raises(OSError, match="In use by this program"):
            make_dataset(Plan(TRAIL), tmp_path / "x.npz")
    finally:
        lock.release()


def test_without_pyarrow_a_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    for name in ("x.parquet", "folder"):
        ran = gridlock("dataset", "trail", "--out", str(tmp_path / name))
        assert (ran.status, ran.err) == (
            2,
            f"gridlock: A dataset that isn't an .npz file needs more packages. {how_to_install('data')}.\n",
        )
    assert list(tmp_path.iterdir()) == []


def test_progress() -> None:
    assert _progress_text(Step("finding", 12345, None)) == "Finding positions: 12,345"
    assert (
        _progress_text(Step("valuing", 1500, 3000))
        == f"[{'#' * 15}{' ' * 15}] valuing positions, 1,500 of 3,000"
    )


# Interruptions --------------------------------------------------------------------------------------


def test_parts_of_another_plan_are_not_used(tmp_path: Path) -> None:
    out = tmp_path / "x.npz"
    parts = Parts(out)
    parts.open(Plan(make("trail", 2, 3)).fingerprint)
    (parts.folder / "rows-000000.npy").write_bytes(b"stale")
    make_dataset(Plan(TRAIL), out)
    assert len(load(out)) == 439
    assert not parts.folder.exists()


def test_damaged_parts_are_made_again(tmp_path: Path) -> None:
    make_dataset(Plan(TRAIL), tmp_path / "x.npz")
    parts = Parts(tmp_path / "y.npz")
    parts.open(Plan(TRAIL).fingerprint)
    (parts.folder / "rows-000000.npy").write_bytes(b"\x93NUMPY damaged")
    make_dataset(Plan(TRAIL), tmp_path / "y.npz")
    assert (tmp_path / "y.npz").read_bytes() == (tmp_path / "x.npz").read_bytes()


KILLED = """
import os, signal, sys
from pathlib import Path
import gridlock.datasets.make as making
from gridlock.datasets import Plan, make_dataset
from gridlock.rules import make

CHANGES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir"}
folder, name, sample = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) or None
making._CHUNK = 100

def run(kill_at=None):
    "Make the dataset in a process of its own, and kill it just before this change to the file system."
    pid = os.fork()
    if pid == 0:
        changes = 0
        def watch(event, arguments):
            nonlocal changes
            if event in CHANGES:
                changes += 1
                if changes == kill_at:
                    os.kill(os.getpid(), signal.SIGKILL)
        sys.addaudithook(watch)
        make_dataset(Plan(make("trail", 3, 3), sample), folder / name)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

def content():
    files = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    return {path: data for path, data in files.items() if path.suffix != ".lock"}

make_dataset(Plan(make("trail", 3, 3), sample), folder / "first.npz")  # loads the code for all processes
content()
assert run() == 0
whole = content()
points = 1
while run(points) == -signal.SIGKILL:
    if points % 3 == 0:
        run(points // 2)  # killed again
    complete = (folder / name).exists() and not (folder / f"{name}.parts").exists()
    assert complete or run() == 0, points
    assert content() == whole, points
    points += 1
assert content() == whole
print(points, sorted(map(str, whole)))
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sample"), [("x.npz", 0), ("x.parquet", 0), ("x.npz", 300), ("folder", 0)])
def test_killed_at_any_point_it_makes_the_same_file(name: str, sample: int, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", KILLED, str(folder), name, str(sample)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    points, _, files = ran.stdout.partition(" ")
    assert int(points) > 15
    assert name in files


@pytest.mark.slow
def test_ctrl_c_prints_the_command_to_resume(tmp_path: Path) -> None:
    out = tmp_path / "x.npz"
    arguments = ("dataset", "spread", "--size", "4x5", "--out", str(out), "--jobs", "2")
    child = spawn(*arguments, columns=200)
    child.expect("valuing positions, [1-9]")  # one part is done
    child.sendintr()
    child.expect(f"Run this again to continue: gridlock dataset spread --size 4x5 --out {out} --jobs 2")
    child.expect("Interrupted")
    child.wait()
    assert child.exitstatus == 130
    assert not out.exists()
    assert any((tmp_path / "x.npz.parts").glob("rows-*.npy"))
    assert gridlock(*arguments).status == 0
    make_dataset(Plan(make("spread", 4, 5)), tmp_path / "y.npz")
    assert out.read_bytes() == (tmp_path / "y.npz").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["x.npz", "x.npz.md", "y.npz", "y.npz.md"]
