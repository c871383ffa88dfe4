"""The commands about tables: what they build, print and refuse."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from functools import partial

import pytest

import gridlock.games.blockade.table as tables
import gridlock.games.blockade.tables as commanded
from gridlock.cli.table import app
from gridlock.errors import GridlockError
from gridlock.files import cache_folder
from gridlock.games.blockade.table import table_path
from gridlock.games.blockade.table_building import build_table
from gridlock.printing import guarded
from table_samples import MARK, cache_elsewhere, inverted  # noqa: F401  (a fixture)
from terminal import gridlock as run_program


@pytest.fixture
def on_3x3(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands take 3x3 for the standard board, as 5x5 takes too long for a test."""
    monkeypatch.setattr(tables, "STANDARD", (3, 3))
    for module in (tables, commanded):
        monkeypatch.setattr(module, "table_path", partial(table_path, 3, 3))
    monkeypatch.setattr(
        commanded, "build_table", lambda progress: build_table(3, 3, table_path(3, 3), progress)
    )


def run(*arguments: str) -> None:
    app(list(arguments), standalone_mode=False)


@pytest.mark.usefixtures("on_3x3")
def test_build_and_stats(capsys: pytest.CaptureFixture[str]) -> None:
    run("build", "blockade")
    path = cache_folder() / "blockade-3x3.table"
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"The table is built: {re.escape(str(path))}, 0\.00 GB, in \d+ seconds\.\n", out)
    assert err == ""
    before = path.stat().st_mtime_ns
    run("build", "blockade")
    assert capsys.readouterr().out.startswith(f"The table is there already: {path}, ")
    assert path.stat().st_mtime_ns == before
    path.write_bytes(b"spoilt")
    with pytest.raises(GridlockError, match="--force"):
        run("build", "blockade")
    run("build", "blockade", "--force")
    assert capsys.readouterr().out.startswith("The table is built: ")
    run("stats")
    lines = capsys.readouterr().out.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[0].split() == ["blocks", "positions", "won", "lost"]
    assert [line.split()[0] for line in lines[1:]] == [*"01234567", "all"]
    positions, won, lost = (int(text.replace(",", "")) for text in lines[-1].split()[1:])
    assert (positions, won + lost) == (9 * 8 * 2**7, positions)


@pytest.mark.usefixtures("on_3x3")
@pytest.mark.parametrize("arguments", [("stats",), ("build", "blockade")])
@pytest.mark.parametrize("part", [(0, 1), (20, 21), (MARK, MARK + 1), (-MARK - 1, -MARK), (-1, -1)])
def test_the_commands_refuse_a_bad_table(arguments: tuple[str, ...], part: tuple[int, int]) -> None:
    path = build_table(3, 3, table_path(3, 3))
    bad = inverted(path.read_bytes(), *part)[: part[1] if part == (-1, -1) else None]
    path.write_bytes(bad)
    ran = run_program("table", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(rf"gridlock: {path} is .*: 'gridlock table build .*' builds a new one\.\n", ran.err)
    assert path.read_bytes() == bad


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("on_3x3")
def test_a_terminal_sees_progress_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with guarded():
        run("build", "blockade")
    *shown, blank, end = terminal.getvalue().split("\r")
    assert shown[1] == f"[{' ' * 30}]   0%"
    assert shown[-1] == f"[{'#' * 30}] 100%"
    assert (blank, end) == (" " * len(shown[-1]), "")


def test_without_a_table_there_are_no_statistics() -> None:
    with pytest.raises(GridlockError, match=r"no table yet: 'gridlock table build blockade' builds it\."):
        run("stats")


@pytest.mark.parametrize("name", ["spread", "Blockade", ""])
def test_other_games_have_no_table(name: str) -> None:
    with pytest.raises(GridlockError, match=f"There is no table of '{name}'"):
        run("build", name)
    assert not cache_folder().exists()


@pytest.mark.parametrize("command", ["build", "stats"])
def test_the_commands_have_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    run(command, "--help")
    assert f"gridlock table {command}" in capsys.readouterr().out.partition("Examples:")[2]


def test_the_commands_load_no_number_library() -> None:
    code = "import sys, gridlock.cli.table; sys.exit(bool({'numpy', 'numba'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
