"""The atlas as users see it: pages, pictures, the check and the command."""

from __future__ import annotations

import inspect
import io
import itertools
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gridlock.atlas.picture as pictures
import gridlock.atlas.survey as surveys
from atlases import BLOCKADE, SMALL, TRAIL, by_minimax, entry_of, run, surveyed
from gridlock import Limits, Status
from gridlock.atlas import Atlas, Entry, open_atlas, open_atlases
from gridlock.atlas.check import AGAIN, OUT_OF_REACH, WITHOUT, Check, check, sample
from gridlock.atlas.document import _DEFAULT_TIME, document
from gridlock.atlas.entries import Shape
from gridlock.atlas.fingerprint import fingerprint
from gridlock.atlas.page import page, sizes_text
from gridlock.atlas.solve import solve_board
from gridlock.cli.atlas import atlas as atlas_command
from gridlock.errors import GridlockError
from gridlock.rules.variant import Variant, variants

# Pages ------------------------------------------------------------------------------------------

TRAIL_PAGE = """# Trail (Grid Lock)

Put a marker on an empty cell up, down, left or right of the last one, no matter whose it is.

| rows x columns | 1 | 2 | 3 | 4 | 5 | 6 |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | 1 in 1 | 2 in 2 | 1 in 3 | 2 in 4 | 1 in 3 | 2 in 6 |
| 2 | = | 2 in 4 | 2 in 6 |  |  |  |

`=`: the same as the board with rows and columns swapped, as is every board with more rows than columns.

- Boards: 8, up to 6 cells.
- Won by Player 1: 3.
- Won by Player 2: 5.
- Decided by: matching 8.
- Open: 0. Largest solved: 1x6, 2x3.
- Searched: 96 nodes in 12.0 seconds.
"""


def test_the_page_of_a_game(tmp_path: Path) -> None:
    atlas = surveyed(tmp_path, TRAIL, 6)
    for shape, entry in atlas.entries.items():  # times aren't reproducible
        atlas.entries[shape] = entry._replace(nodes=12, seconds=1.5)
    assert page(atlas) == TRAIL_PAGE
    grid = [line.split(" | ") for line in TRAIL_PAGE.splitlines() if line.startswith(("| 1 |", "| 2 |"))]
    for rows, (_, *cells) in enumerate(grid, start=1):
        for cols, cell in enumerate(cells, start=1):
            if " in " in cell:
                assert cell.strip(" |").split(" in ") == [*map(str, by_minimax(TRAIL, rows, cols))]


LIGHTCYCLE_PAGE = """# Light Cycle Duel

Step one cell up, down, left or right onto an empty cell; the cell you leave is blocked.

| rows x columns | 1 | 2 | 3 |
| --- | --- | --- | --- |
| 1 |  | 2 in 0 |  |
| 2 |  |  | 1 |
| 3 |  | open |  |

Longer boards, N rows or columns long:

| N | 1xN | 2xN | Nx3 |
| --- | --- | --- | --- |
| 11 | 1 in 9 |  |  |
| 12 |  | open | 2 in 30 |

- Boards: 6, up to 36 cells.
- Won by Player 1: 2.
- Won by Player 2: 2.
- Decided by: search 4.
- Open: 2. Largest solved: 12x3.
- Searched: 72 nodes in 3.0 seconds, and 4.0 more on what is still open.
"""


def scattered(folder: Path) -> Atlas:
    """An atlas with an entry of every sort; its values needn't be true."""
    atlas = open_atlas(folder, Variant("lightcycle"))
    values: list[tuple[int, ...]] = [(1, 2, 2, 0), (2, 3, 1), (3, 2), (1, 11, 1, 9), (2, 12), (12, 3, 2, 30)]
    for value in values:
        atlas.add(entry_of(atlas.variant, *value))
    return atlas


def test_the_page_shows_open_and_long_boards(tmp_path: Path) -> None:
    assert page(scattered(tmp_path)) == LIGHTCYCLE_PAGE


def test_the_document(tmp_path: Path) -> None:
    scattered(tmp_path)
    surveyed(tmp_path, Variant("crossfire", "all"), 4)
    atlas = open_atlas(tmp_path, TRAIL)
    atlas.add(entry_of(TRAIL, 1, 1, 1))
    text = document(open_atlases(tmp_path))
    assert text.startswith("# Atlas of solved boards\n")
    assert re.findall("^## (.*)", text, re.MULTILINE) == [
        *["What the tables show", "How to read the tables", "How it was made", "What is open"],
        *["Crossfire (GridLock, diagonals all)", "Light Cycle Duel", "Trail (Grid Lock)"],
    ]
    assert LIGHTCYCLE_PAGE in text.replace("\n## ", "\n# ")
    assert re.findall("^```(.*)", text, re.MULTILINE) == ["sh", ""]
    assert text.partition("```sh\n")[2].partition("```")[0].splitlines() == [
        "gridlock atlas crossfire --variant diagonals=all --max-cells 4",
        "gridlock atlas lightcycle --max-cells 36 --time 1.5",
        "gridlock atlas trail --max-cells 1 --time 1.5 --winner-only",
        "gridlock atlas --page atlas.md",
    ]
    assert text.partition("## What is open\n\n")[2].splitlines()[:5] == [
        "| game | open | seconds given | boards |",
        "| --- | --- | --- | --- |",
        "| Light Cycle Duel | who wins | 1.5 | 2x12, 3x2 |",
        "| Light Cycle Duel | how many moves | 1.5 | 2x3 |",
        "| Trail (Grid Lock) | how many moves | 1.5 | 1x1 |",
    ]
    assert "earlier version of the search:" not in text
    assert "![" not in text
    assert max(map(len, text.splitlines())) <= 120


def test_a_document_with_different_time_limits(tmp_path: Path) -> None:
    atlas = open_atlas(tmp_path, TRAIL)
    for entry in (entry_of(TRAIL, 4, 4, 2), entry_of(TRAIL, 6, 6), entry_of(TRAIL, 8, 8)):
        atlas.add(entry._replace(time=60.0 if entry.cells == 36 else 10.0))
    atlas.add(entry_of(TRAIL, 5, 5, 1, 17)._replace(time=200.0, seconds=130.0))
    atlas.add(
        entry_of(TRAIL, 5, 6, 2, 22)._replace(time=200.0, seconds=9.0)
    )  # solved just as soon in the first run
    atlas.add(entry_of(TRAIL, 3, 3, 1)._replace(time=10.0, tried_by=""))
    atlas.add(entry_of(TRAIL, 4, 5, 2)._replace(time=10.0, seconds=70.0))
    text = document(open_atlases(tmp_path))
    assert text.partition("```sh\n")[2].splitlines()[:4] == [
        "gridlock atlas trail --max-cells 64",
        "gridlock atlas trail --size 6x6 --time 60",
        "gridlock atlas trail --size 5x5 --time 200",
        "gridlock atlas --page atlas.md",
    ]
    assert "\nThese took longer, in a run that gave them more time: Trail (Grid Lock) 4x5.\n" in text
    assert text.partition("## What is open\n\n")[2].splitlines()[2:6] == [
        "| Trail (Grid Lock) | who wins | 10 | 8x8 |",
        "| Trail (Grid Lock) | who wins | 60 | 6x6 |",
        "| Trail (Grid Lock) | how many moves | not asked | 3x3 |",
        "| Trail (Grid Lock) | how many moves | 10 | 4x4, 4x5 |",
    ]


def test_values_of_an_earlier_search_are_named(tmp_path: Path) -> None:
    atlas = surveyed(tmp_path, TRAIL, 4)
    for entry in (entry_of(TRAIL, 4, 4, 2, 12), entry_of(TRAIL, 4, 5, 2), entry_of(TRAIL, 4, 6, 2, 18)):
        atlas.add(entry._replace(solved_by="0123abcd", seconds=700.0, time=600.0))
    assert page(atlas).endswith("- Nodes and seconds of an earlier version of the search: 4x4 to 4x6.\n")
    text = document(open_atlases(tmp_path))
    assert (
        "\nThese values were found by an earlier version of the search, so their nodes and seconds can't be "
        "compared with the others: Trail (Grid Lock) 4x4 to 4x6.\n"
    ) in text
    assert "These took longer" not in text
    assert text.partition("```sh\n")[2].splitlines()[:2] == [
        "gridlock atlas trail --max-cells 24",
        "gridlock atlas trail --size 4x5 --time 600",  # this search tried to find its moves
    ]


def test_sizes_are_listed_by_rows() -> None:
    shapes = [(2, 5), (1, 9), (2, 4), (3, 1), (3, 2), (3, 3), (2, 7), (3, 4), (4, 5)]
    entries = [entry_of(TRAIL, *shape) for shape in shapes]
    assert sizes_text(entries) == "1x9, 2x4, 2x5, 2x7, 3x1 to 3x4, 4x5"


def test_the_printed_commands_reproduce_the_atlas(tmp_path: Path) -> None:
    first, again = tmp_path / "made", tmp_path / "again"
    assert run("crossfire", "--variant", "diagonals=all", "--max-cells", 6, "--out", first).status == 0
    assert run("crossfire", "--max-cells", 4, "--out", first, "--time", 20).status == 0
    run("trail", "--max-cells", 4, "--winner-only", "--out", first)
    text = document(open_atlases(first))
    *commands, last = text.partition("```sh\n")[2].partition("```")[0].splitlines()
    assert last == "gridlock atlas --page atlas.md"
    for command in commands:
        assert run(*command.split()[2:], "--out", again).status == 0
    for one, two in zip(open_atlases(first), open_atlases(again), strict=True):
        assert [entry._replace(seconds=0.0) for entry in one.in_order()] == [
            entry._replace(seconds=0.0) for entry in two.in_order()
        ]


def test_a_document_with_nothing_open(tmp_path: Path) -> None:
    surveyed(tmp_path, TRAIL, 4)
    assert "Of the boards that were tried, nothing." in document(open_atlases(tmp_path))


def test_the_document_uses_the_default_time_of_the_command() -> None:
    assert inspect.signature(atlas_command).parameters["time"].default == _DEFAULT_TIME


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


# Pictures ---------------------------------------------------------------------------------------


def test_a_picture_of_one_game_and_of_several(tmp_path: Path) -> None:
    scattered(tmp_path)
    ran = run("trail", "--max-cells", 4, "--out", tmp_path, "--threads", 1, "--plot", tmp_path / "trail.png")
    assert ran.out.endswith(f"Written: {tmp_path}/trail.csv, {tmp_path}/trail.md, {tmp_path}/trail.png.\n")
    assert (tmp_path / "trail.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    surveyed(tmp_path, Variant("crossfire", "all"), 4)
    (tmp_path / "docs").mkdir()
    arguments = ["--page", tmp_path / "docs" / "atlas.md", "--out", tmp_path, "--plot", tmp_path / "all.svg"]
    assert run(*arguments).status == 0
    assert "![Who wins on each board](../all.svg)\n" in (tmp_path / "docs" / "atlas.md").read_text()
    drawn = (tmp_path / "all.svg").read_bytes()
    for text in (b"Trail (Grid Lock)", b"(longer boards not drawn: 3)", b">in 4<", b">open<", b">=<"):
        assert text in drawn
    assert run(*arguments).status == 0
    assert (tmp_path / "all.svg").read_bytes() == drawn


def test_a_missing_matplotlib_is_reported_before_solving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    ran = run("trail", "--out", tmp_path / "new", "--plot", "trail.png")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "gridlock: A picture needs matplotlib: install it with: pip install 'gridlock-games[plot]'.\n"
    )
    assert not (tmp_path / "new").exists()


# The command ------------------------------------------------------------------------------------


def test_the_command_solves_and_reports(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    ran = run("crossfire", "--variant", "diagonals=all", "--max-cells", 4, "--out", folder, "--threads", 1)
    assert ran.status == 0
    assert ran.out == (
        "Crossfire (GridLock, diagonals all): 5 boards, 5 won by Player 1, 0 by Player 2, 0 open.\n"
        f"Written: {folder}/crossfire-all.csv, {folder}/crossfire-all.md.\n"
    )
    assert ran.err == ""
    ran = run("crossfire", "--max-cells", 1, "--out", folder, "--threads", 1, "--winner-only")
    assert ran.out.startswith("Crossfire (GridLock, diagonals main): 1 board, 1 won by Player 1, ")
    assert open_atlas(folder, Variant("crossfire", "main")).entries[1, 1].value == "1"
    nothing = " 0 boards, 0 won by Player 1, 0 by Player 2, 0 open.\n"
    ran = run("lightcycle", "--max-cells", 1, "--out", folder, "--plot", folder / "none.png")
    assert ran.out.endswith(nothing)
    assert {path.stem for path in folder.iterdir()} == {"crossfire", "crossfire-all"}
    assert run("--page", tmp_path / "page.md", "--out", folder).out == f"Written: {tmp_path}/page.md.\n"


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
        ([], "Give exactly one of these: a game, --page or --check."),
        (["trail", "--check"], "Give exactly one of these: a game, --page or --check."),
        (["--page", "a.md", "--check"], "Give exactly one of these: a game, --page or --check."),
        (["chess"], "There is no game 'chess': choose one of "),
        (["trail", "--variant", "diagonals=all"], "trail has no option 'diagonals'; it has none."),
        (["crossfire", "--variant", "diagonals=x"], "diagonals is main or all, not 'x'."),
        (["--check", "--variant", "diagonals=all"], "--variant needs a game."),
        (["--check", "--plot", "a.png"], "--plot goes with a game or with --page, not with --check."),
        (["trail", "--plot", "a.jpg"], "A picture is a file that ends in .png or .svg, not 'a.jpg'."),
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
        (["--page", "a.md"], "There is no atlas in atlas. Create one with 'gridlock atlas ID --out atlas'."),
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
    code = "import sys, gridlock.cli.atlas; sys.exit(bool({'numpy', 'numba', 'matplotlib'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_errors_are_sentences() -> None:
    with pytest.raises(GridlockError, match=r"\.$"):
        open_atlases(Path("nowhere"))
