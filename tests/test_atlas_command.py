"""The atlas as users see it: the check and the command."""

from __future__ import annotations

import io
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

import gridlock.atlas.survey as surveys
from atlases import BLOCKADE, SMALL, TRAIL, entry_of, run, scattered, surveyed
from gridlock import Limits, Status
from gridlock.atlas import Entry, open_atlas, open_atlases
from gridlock.atlas.check import AGAIN, OUT_OF_REACH, WITHOUT, Check, check, sample
from gridlock.atlas.entries import Shape
from gridlock.atlas.solve import fingerprint, solve_board
from gridlock.cli.atlas import atlas as atlas_command
from gridlock.errors import GridlockError
from gridlock.rules.variant import Variant, variants

# Checking ---------------------------------------------------------------------------------------


def test_a_sample_is_reproducible_and_has_only_solved_boards(tmp_path: Path) -> None:
    scattered(tmp_path)
    surveyed(tmp_path, TRAIL, 4)
    atlases = open_atlases(tmp_path)
    solved = [entry for atlas in atlases for entry in atlas.solved()]
    assert len(solved) == 9
    assert sample(atlases, 40, 1) == solved
    assert sample(atlases, 4, 1) == sample(atlases, 4, 1)
    assert len({tuple(sample(atlases, 4, seed)) for seed in range(9)}) > 1
    assert all(entry in solved for entry in sample(atlases, 4, 2))


def test_the_check_agrees(tmp_path: Path) -> None:
    for variant in variants():
        surveyed(tmp_path, variant, SMALL)
    ran = run("--check", "--out", tmp_path, "--threads", 1)
    *lines, total, last = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert len(lines) == 40
    assert all(", without theorems" in line for line in lines)
    assert (total, last) == ("40 boards: 40 without theorems.", "No disagreement.")
    assert len(run("--check", "--out", tmp_path, "--threads", 1, "--sample", 3).out.splitlines()) == 5


@pytest.mark.parametrize(
    ("right", "wrong", "found"),
    [
        ("trail,,2,2,2,4,", "trail,,2,2,1,4,", "the atlas says 1 in 4, but it is 2 in 4, without theorems"),
        ("trail,,2,2,2,4,", "trail,,2,2,1,,", "the atlas says 1, but it is 2, without theorems"),
        ("trail,,2,2,2,4,", "trail,,2,2,2,2,", "the atlas says 2 in 2, but it is 2 in 4, without theorems"),
    ],
)
def test_the_check_finds_wrong_entries(tmp_path: Path, right: str, wrong: str, found: str) -> None:
    surveyed(tmp_path, TRAIL, 4)
    file = tmp_path / "trail.csv"
    text = file.read_text()
    assert right in text
    file.write_text(text.replace(right, wrong))
    ran = run("--check", "--out", tmp_path, "--threads", 1)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        f"trail 2x2: {found}.",
        "gridlock: The atlas and the search disagree on 1 of 5 boards.",
    ]
    assert ran.out.endswith("trail 1x4: 2 in 4, without theorems, as 4x1\n5 boards: 5 without theorems.\n")


def test_boards_that_need_a_theorem_are_solved_with_it() -> None:
    fingerprint(Variant("spread"))  # compiles the search, which takes processor time
    fingerprint(BLOCKADE)
    limits = Limits(threads=1, seconds=0.1, memory=1 << 24)
    theorem = solve_board(Variant("spread"), (6, 6), limits, distance=False)
    assert theorem.proof == "mirror"
    (again,) = check([theorem], limits)
    assert (again.method, again.result.winner, again.agrees) == (AGAIN, 2, True)
    (wrong,) = check([theorem._replace(winner=1)], limits)
    assert (wrong.method, wrong.agrees) == (AGAIN, False)
    (far,) = check([entry_of(BLOCKADE, 6, 6, 1)], limits)
    assert (far.method, far.result.winner, far.agrees) == (OUT_OF_REACH, None, True)


def test_moves_are_compared_where_both_are_known() -> None:
    known, winner = entry_of(TRAIL, 2, 3, 2, 6), entry_of(TRAIL, 3, 2, 2)
    assert Check(known, winner, WITHOUT).agrees
    assert Check(known, winner, WITHOUT).description == "without theorems, as 3x2, only the winner"
    assert Check(winner, known, WITHOUT).agrees
    assert Check(known, known, AGAIN).description == "again"
    assert not Check(known, known._replace(moves=4), WITHOUT).agrees


def test_checking_an_atlas_without_solved_boards_is_an_error(tmp_path: Path) -> None:
    open_atlas(tmp_path, TRAIL).add(entry_of(TRAIL, 8, 8))
    ran = run("--check", "--out", tmp_path)
    assert ran == (2, "", f"gridlock: The atlas in {tmp_path} has no solved boards.\n")


# The command ------------------------------------------------------------------------------------


def test_the_command_solves_and_reports(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    ran = run("crossfire", "--variant", "diagonals=all", "--max-cells", 4, "--out", folder, "--threads", 1)
    assert ran.status == 0
    assert ran.out == (
        "Crossfire (GridLock, diagonals all): 5 boards, 5 won by Player 1, 0 by Player 2, 0 open.\n"
        f"Written: {folder}/crossfire-all.csv.\n"
    )
    assert ran.err == ""
    ran = run("crossfire", "--max-cells", 1, "--out", folder, "--threads", 1, "--winner-only")
    assert ran.out.startswith("Crossfire (GridLock, diagonals main): 1 board, 1 won by Player 1, ")
    assert open_atlas(folder, Variant("crossfire", "main")).entries[1, 1].value == "1"
    nothing = " 0 boards, 0 won by Player 1, 0 by Player 2, 0 open.\n"
    assert run("lightcycle", "--max-cells", 1, "--out", folder).out.endswith(nothing)
    assert {path.stem for path in folder.iterdir()} == {"crossfire", "crossfire-all"}


def test_the_command_solves_some_boards_only(tmp_path: Path) -> None:
    ran = run("trail", "--size", "3x2", "--size", "2x4", "--out", tmp_path)
    assert ran.out.startswith(
        "Trail (Grid Lock): 2 boards, 0 won by Player 1, 2 by Player 2, 0 open.\nWritten"
    )
    assert list(open_atlas(tmp_path, TRAIL).entries) == [(2, 3), (2, 4)]
    ran = run("lightcycle", "--size", "3x2", "--out", tmp_path)
    assert list(open_atlas(tmp_path, Variant("lightcycle")).entries) == [(3, 2)]


def test_the_command_reports_boards_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = itertools.count(step=3600)
    monkeypatch.setattr(surveys, "monotonic", lambda: next(hours))
    ran = run("trail", "--max-cells", 3, "--out", tmp_path, "--total", 60)
    assert ran.out == (
        "Trail (Grid Lock): 0 boards, 0 won by Player 1, 0 by Player 2, 0 open.\n"
        "Time ran out: 3 boards not tried yet.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Give either a game or --check."),
        (["trail", "--check"], "Give either a game or --check."),
        (["chess"], "There is no game 'chess': choose one of "),
        (["trail", "--variant", "diagonals=all"], "trail has no option 'diagonals'; it has none."),
        (["crossfire", "--variant", "diagonals=x"], "diagonals is main or all, not 'x'."),
        (["--check", "--variant", "diagonals=all"], "--variant needs a game."),
        (["trail", "--max-cells", "65"], "Invalid value for '--max-cells'"),
        (["trail", "--max-cells", "0"], "Invalid value for '--max-cells'"),
        (["trail", "--size", "9x9"], "A board has at most 64 cells"),
        (["trail", "--size", "big"], "A size is rows x columns, such as 5x5, not 'big'."),
        (["trail", "--time", "0"], "Give a time in seconds above 0, not 0."),
        (["trail", "--time", "nan"], "Give a time in seconds above 0, not nan."),
        (["trail", "--total", "inf"], "Give a time in seconds above 0, not inf."),
        (["trail", "--memory", "much"], "Write a memory size as a number with K, M or G"),
        (["trail", "--threads", "0"], "Invalid value for '--threads'"),
        (["--check", "--sample", "0"], "Invalid value for '--sample'"),
        (["--check"], "There is no atlas in atlas. Create one with 'gridlock atlas ID --out atlas'."),
        (["trail", "--out", "/dev/null"], "/dev/null: File exists."),
    ],
)
def test_a_wrong_argument_gets_a_one_sentence_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"gridlock: {sentence}")
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "trail.csv").mkdir()
    ran = run("trail", "--out", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal_is_erased(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(variant: Variant, shape: Shape, limits: Limits, *, distance: bool, fingerprint: str) -> Entry:
        if limits.progress is not None and shape == (1, 2):
            limits.progress(Status(2_500_000, 1.0, 0.5))
        return entry_of(variant, *shape, 1)

    monkeypatch.setattr(surveys, "solve_board", solve)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    atlas_command("trail", max_cells=2, out=tmp_path)
    *shown, blank, end = terminal.getvalue().split("\r")
    empty, half = f"[{' ' * 30}]", f"[{'#' * 15}{' ' * 15}]"
    lines = [f"{empty} 0/2, getting ready", f"{empty} 0/2, 1x1", f"{half} 1/2, 1x2"]
    assert [line.rstrip() for line in shown] == ["", *lines, f"{half} 1/2, 1x2, 2.5 million nodes"]
    assert (blank, end) == (" " * len(shown[-1]), "")


def test_the_help_has_examples() -> None:
    assert "gridlock atlas --check" in run("--help").out


def test_the_command_does_not_import_numpy() -> None:
    code = "import sys, gridlock.cli.atlas; sys.exit(bool({'numpy', 'numba'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_errors_are_sentences() -> None:
    with pytest.raises(GridlockError, match=r"\.$"):
        open_atlases(Path("nowhere"))
