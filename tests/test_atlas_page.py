"""The page docs/atlas.md."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from atlas_page import _DEFAULT_TIME, document
from atlas_tables import page, sizes_text
from atlases import TRAIL, by_minimax, entry_of, run, scattered, surveyed
from gridlock.atlas import open_atlas, open_atlases
from gridlock.cli.atlas import atlas as atlas_command
from gridlock.rules.variant import Variant

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


def test_the_page_shows_open_and_long_boards(tmp_path: Path) -> None:
    assert page(scattered(tmp_path)) == LIGHTCYCLE_PAGE


def test_sizes_are_listed_by_rows() -> None:
    shapes = [(2, 5), (1, 9), (2, 4), (3, 1), (3, 2), (3, 3), (2, 7), (3, 4), (4, 5)]
    entries = [entry_of(TRAIL, *shape) for shape in shapes]
    assert sizes_text(entries) == "1x9, 2x4, 2x5, 2x7, 3x1 to 3x4, 4x5"


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
    assert re.findall("^```(.*)", text, re.MULTILINE) == ["sh", ""]
    assert text.partition("```sh\n")[2].partition("```")[0].splitlines() == [
        "gridlock atlas crossfire --variant diagonals=all --max-cells 4",
        "gridlock atlas lightcycle --max-cells 36 --time 1.5",
        "gridlock atlas trail --max-cells 1 --time 1.5 --winner-only",
        "python scripts/docs.py",
    ]
    assert text.partition("## What is open\n\n")[2].splitlines()[:5] == [
        "| game | open | seconds given | boards |",
        "| --- | --- | --- | --- |",
        "| Light Cycle Duel | who wins | 1.5 | 2x12, 3x2 |",
        "| Light Cycle Duel | how many moves | 1.5 | 2x3 |",
        "| Trail (Grid Lock) | how many moves | 1.5 | 1x1 |",
    ]
    assert "earlier version of the search:" not in text
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
        "python scripts/docs.py",
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


def test_the_printed_commands_reproduce_the_atlas(tmp_path: Path) -> None:
    first, again = tmp_path / "made", tmp_path / "again"
    assert run("crossfire", "--variant", "diagonals=all", "--max-cells", 6, "--out", first).status == 0
    assert run("crossfire", "--max-cells", 4, "--out", first, "--time", 20).status == 0
    run("trail", "--max-cells", 4, "--winner-only", "--out", first)
    text = document(open_atlases(first))
    *commands, last = text.partition("```sh\n")[2].partition("```")[0].splitlines()
    assert last == "python scripts/docs.py"
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
