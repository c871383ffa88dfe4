"""The table of blockade: every position of small boards against the judge, and what happens to files."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import gridlock
import gridlock.search.table as tables
from boards import cells_of, every_set_up
from gridlock.cli.table import app
from gridlock.errors import GridlockError, InvalidGame, InvalidPosition
from gridlock.files import cache_folder
from gridlock.search.table import (
    BlockadeTable,
    LayerStats,
    build_table,
    open_table,
    table_path,
    table_stats,
)
from gridlock.search.table_kernel import transpose
from judge import BlockadeJudge, Cells, State

SMALL = [(1, 2), (2, 1), (1, 6), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (3, 4)]


@pytest.fixture(autouse=True)
def cache_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good table of 2x3."""
    return build_table(2, 3, tmp_path / "good.table")


def opened(path: Path) -> BlockadeTable:
    table = open_table(path)
    assert table is not None
    return table


def built(rows: int, cols: int) -> BlockadeTable:
    return opened(build_table(rows, cols))


# Against the judge ------------------------------------------------------------------------------


def minimax(rows: int, cols: int) -> Callable[[Cells, Cells, Cells], bool]:
    """Whether the side to move wins, by trying everything."""
    judge = BlockadeJudge(rows, cols)

    @cache
    def wins(mine: Cells, theirs: Cells, blocked: Cells) -> bool:
        state = State(1, mine, theirs, blocked, None)
        children = (judge.play(state, action) for action in judge.legal(state))
        return any(not wins(child.two, child.one, child.blocked) for child in children)

    return wins


def every_position(size: int) -> Iterator[tuple[int, int, int]]:
    """The words of every position, seen from the side to move."""
    for blocked in range(1 << size):
        free = [1 << cell for cell in range(size) if not blocked >> cell & 1]
        yield from ((own, opp, blocked) for own in free for opp in free if own != opp)


@pytest.mark.parametrize(("rows", "cols"), SMALL)
def test_every_position_is_as_naive_minimax_has_it(rows: int, cols: int) -> None:
    game = gridlock.make("blockade", rows, cols)
    wins = minimax(rows, cols)
    count = 0
    with built(rows, cols) as table:
        for words in every_position(rows * cols):
            count += 1
            assert table.wins(*words) == wins(*(cells_of(game, word) for word in words)), words
    assert count == rows * cols * (rows * cols - 1) * 2 ** (rows * cols - 2)


@pytest.mark.parametrize(("rows", "cols"), [(4, 5), (5, 4), (1, 20)])
def test_late_positions_of_larger_boards_are_as_naive_minimax_has_them(rows: int, cols: int) -> None:
    game = gridlock.make("blockade", rows, cols)
    wins = minimax(rows, cols)
    random = Random(rows)
    with built(rows, cols) as table:
        for _ in range(200):
            own, opp, *blocks = (1 << cell for cell in random.sample(range(rows * cols), 13))
            words = own, opp, sum(blocks)
            assert table.wins(*words) == wins(*(cells_of(game, word) for word in words)), words


def test_a_position_has_the_winner_that_play_has() -> None:
    game = gridlock.make("blockade", 2, 3)
    with built(2, 3) as table:
        for position in every_set_up(game):
            outcome = position.outcome()
            if outcome is None:
                children = {table.winner(position.play(move)) for move in position.legal_moves()}
                assert (table.winner(position) == position.turn) == (position.turn in children)
            else:
                assert table.winner(position) == outcome.winner


def test_transposing_swaps_rows_and_columns() -> None:
    random = Random(1)
    rows = [random.getrandbits(32) for _ in range(32)]
    matrix = np.array(rows, dtype=np.uint32)
    transpose(matrix)
    assert matrix.tolist() == [sum((rows[p] >> r & 1) << p for p in range(32)) for r in range(32)]


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 3), (3, 3)])
def test_the_statistics_count_every_position(rows: int, cols: int) -> None:
    layers = {blocks: [0, 0] for blocks in range(rows * cols - 1)}
    with built(rows, cols) as table:
        for own, opp, blocked in every_position(rows * cols):
            layers[blocked.bit_count()][table.wins(own, opp, blocked)] += 1
        expected = [LayerStats(blocks, sum(pair), pair[1], pair[0]) for blocks, pair in layers.items()]
        assert table_stats(table) == expected


# Questions that have no answer ------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *[(0, 1, 0), (1, 0, 0), (1, 1, 0), (3, 4, 0), (1, 6, 0), (1, 2, 1), (1, 2, 2)],
        *[(1, 64, 0), (1, 2, 64), (1 << 40, 1, 0), (-1, 2, 0), (1, -2, 0), (1, 2, -4)],
    ],
)
def test_words_that_are_no_position_are_refused(file: Path, words: tuple[int, int, int]) -> None:
    with opened(file) as table, pytest.raises(InvalidPosition, match="no position of 2x3"):
        table.wins(*words)


@pytest.mark.parametrize(
    "game", [gridlock.make("blockade", 3, 2), gridlock.make("blockade"), gridlock.make("lightcycle", 2, 3)]
)
def test_positions_of_other_games_and_boards_are_refused(file: Path, game: gridlock.Game) -> None:
    with opened(file) as table, pytest.raises(InvalidGame, match=r"a table of blockade 2x3, not of"):
        table.winner(game.start())


def test_a_closed_table_does_not_answer(file: Path) -> None:
    table = opened(file)
    table.close()
    table.close()
    with pytest.raises(ValueError, match="released"):
        table.wins(1, 2, 0)


@pytest.mark.parametrize(("rows", "cols"), [(2, 13), (8, 8), (1, 1), (0, 5), (9, 9)])
def test_boards_without_a_table_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(InvalidGame):
        build_table(rows, cols)
    assert not cache_folder().exists()


# Files ------------------------------------------------------------------------------------------


def test_the_kept_table_is_in_the_cache_folder(tmp_path: Path) -> None:
    assert table_path() == tmp_path / "cache" / "blockade-5x5.table"
    assert open_table() is None
    assert build_table(2, 2) == table_path(2, 2)
    assert os.listdir(cache_folder()) == ["blockade-2x2.table"]


def test_progress_goes_from_nothing_to_all(tmp_path: Path) -> None:
    seen: list[float] = []
    build_table(3, 3, tmp_path / "new.table", seen.append)
    assert seen == sorted(seen)
    assert 0 < seen[0] < 0.01
    assert seen[-1] == 1.0


@pytest.mark.parametrize("error", [KeyboardInterrupt, GridlockError])
def test_a_build_that_is_stopped_leaves_the_old_table(file: Path, error: type[BaseException]) -> None:
    before = file.read_bytes()

    def stop(done: float) -> None:
        if done > 0.5:
            raise error

    with pytest.raises(error):
        build_table(2, 3, file, stop)
    with pytest.raises(error):
        build_table(2, 3, file.with_name("other.table"), stop)
    assert os.listdir(file.parent) == [file.name]
    assert file.read_bytes() == before


def test_a_new_build_replaces_the_old_table_and_follows_links(file: Path) -> None:
    before = file.read_bytes()
    link = file.with_name("link.table")
    link.symlink_to(file.name)
    file.write_bytes(b"old")
    assert build_table(2, 3, link) == link
    assert link.is_symlink()
    assert file.read_bytes() == before


def test_drafts_of_builds_killed_long_ago_are_removed(file: Path) -> None:
    old, new = (file.with_name(f".{file.name}.{number}.tmp") for number in (1, 2))
    old.write_bytes(b"")
    new.write_bytes(b"")
    os.utime(old, (0, 0))
    build_table(2, 3, file)
    assert sorted(os.listdir(file.parent)) == sorted([file.name, new.name])


def test_too_little_disk_space_is_said_beforehand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage(NamedTuple):
        free: int

    monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(1_000_000_000))
    with pytest.raises(
        GridlockError, match=r"needs 3\.36 GB of disk space, and in .* only 1\.00 GB are free"
    ):
        build_table(path=tmp_path / "new.table")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "posix_fallocate"), reason="this system cannot reserve disk space")
def test_disk_space_that_runs_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(GridlockError, match=r"no room for the table: No space left on device\."):
        build_table(2, 3, tmp_path / "new.table")
    assert os.listdir(tmp_path) == []


def test_a_folder_is_not_a_table(tmp_path: Path) -> None:
    for use in (open_table, partial(build_table, 2, 3)):
        with pytest.raises(GridlockError, match="is not a file"):
            use(tmp_path)


def changed(data: bytes, at: int, byte: int) -> bytes:
    at %= len(data)
    return data[:at] + bytes([byte]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"", "no table of blockade"),
        (lambda data: data[:50], "no table of blockade"),
        (lambda data: b"\x93NUMPY" + data[6:], "no table of blockade"),
        (lambda data: changed(data, 20, 2), "another version"),
        (lambda data: changed(data, 23, 1), "another version"),
        (lambda data: changed(data, 18, 1), "damaged"),
        (lambda data: changed(data, 24, 9), "damaged"),
        (lambda data: changed(data, 24, 0), "damaged"),
        (lambda data: changed(data, 63, 1), "damaged"),
        (lambda data: changed(data, 28, 2), "1664 bytes instead of 384"),
        (lambda data: data[:-1], "1663 bytes instead of 1664"),
        (lambda data: data + b"\0", "1665 bytes instead of 1664"),
        (lambda data: data[:-64] + bytes(64), "without its end"),
        (lambda data: changed(data, -40, 3), "without its end"),
    ],
)
def test_a_spoilt_file_is_refused(file: Path, spoil: Callable[[bytes], bytes], words: str) -> None:
    file.write_bytes(spoil(file.read_bytes()))
    with pytest.raises(GridlockError, match=rf"{words}.*: 'gridlock table build blockade --force' builds"):
        open_table(file)


def test_the_kept_table_must_be_one_of_5x5(file: Path) -> None:
    cache_folder().mkdir()
    shutil.copy(file, table_path())
    with pytest.raises(GridlockError, match="is a table of 2x3"):
        open_table()


# Commands ---------------------------------------------------------------------------------------


@pytest.fixture
def on_3x3(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands take 3x3 for the standard board, as 5x5 takes too long for a test."""
    monkeypatch.setattr(tables, "_STANDARD", (3, 3))
    monkeypatch.setattr(tables, "table_path", partial(table_path, 3, 3))
    monkeypatch.setattr(tables, "build_table", lambda progress: build_table(3, 3, table_path(3, 3), progress))


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


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("on_3x3")
def test_a_terminal_sees_progress_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run("build", "blockade")
    *shown, blank, end = terminal.getvalue().split("\r")
    assert shown[1] == f"[{' ' * 40}]   0%"
    assert shown[-1] == f"[{'#' * 40}] 100%"
    assert (blank, end) == (" " * len(shown[-1]), "")


def test_without_a_table_there_are_no_statistics() -> None:
    with pytest.raises(GridlockError, match=r"no table yet: 'gridlock table build blockade' builds it\."):
        run("stats")


@pytest.mark.parametrize("name", ["spread", "Blockade", ""])
def test_other_games_have_no_table(name: str) -> None:
    with pytest.raises(GridlockError, match=f"a table of blockade only, not of '{name}'"):
        run("build", name)
    assert not cache_folder().exists()


@pytest.mark.parametrize("command", ["build", "stats"])
def test_the_commands_have_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    run(command, "--help")
    assert f"gridlock table {command}" in capsys.readouterr().out.partition("Examples:")[2]


def test_the_commands_load_no_number_library() -> None:
    code = "import sys, gridlock.cli.table; sys.exit(bool({'numpy', 'numba'} & {*sys.modules}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
