"""The table of blockade: every position of small boards against the judge, and what happens to files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

import gridlock
import gridlock.games.blockade.table_file as table_files
from boards import cells_of, every_set_up
from gridlock.errors import GridlockError, InvalidGame, InvalidPosition
from gridlock.files import cache_folder
from gridlock.games.blockade.table import (
    BlockadeTable,
    LayerStats,
    open_table,
    table_for,
    table_path,
    table_stats,
)
from gridlock.games.blockade.table_building import build_table
from gridlock.games.blockade.table_kernel import transpose
from gridlock.search.complete import UnusableTable
from gridlock.search.solver import Solver
from judge import BlockadeJudge, Cells, State
from table_samples import BLOCK, MARK, cache_elsewhere, inverted  # noqa: F401  (a fixture)

SMALL = [(1, 2), (2, 1), (1, 6), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (1, 11), (3, 4)]


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


def test_the_statistics_of_a_table_of_many_blocks() -> None:
    size = 16
    path = build_table(4, 4)
    words = np.frombuffer(path.read_bytes(), dtype=np.uint32, count=size << size, offset=MARK)
    lost = np.bitwise_count(words).astype(np.int64).reshape(1 << size, size).sum(axis=1)
    blocks = np.bitwise_count(np.arange(1 << size))
    with opened(path) as table:
        assert [layer.lost for layer in table_stats(table)] == [
            lost[blocks == layer].sum() for layer in range(size - 1)
        ]


# Questions that have no answer ------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *[(0, 1, 0), (1, 0, 0), (1, 1, 0), (3, 4, 0), (1, 6, 0), (1, 2, 1), (1, 2, 2)],
        *[(1, 64, 0), (1, 2, 64), (1 << 40, 1, 0), (-1, 2, 0), (1, -2, 0), (1, 2, -4)],
    ],
)
def test_words_that_are_no_position_are_refused(file: Path, words: tuple[int, int, int]) -> None:
    with opened(file) as table, pytest.raises(InvalidPosition, match="not a position of 2x3"):
        table.wins(*words)


@pytest.mark.parametrize(
    "game", [gridlock.make("blockade", 3, 2), gridlock.make("blockade"), gridlock.make("lightcycle", 2, 3)]
)
def test_positions_of_other_games_and_boards_are_refused(file: Path, game: gridlock.Game) -> None:
    with opened(file) as table, pytest.raises(InvalidGame, match=r"a table of blockade 2x3, not of"):
        table.winner(game.start())


def test_a_closed_table_does_not_answer(file: Path) -> None:
    table = opened(file)
    table.wins(1, 2, 0)
    table.close()
    table.close()
    with pytest.raises(ValueError, match="The table is closed"):
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


def draft_names(folder: Path) -> set[str]:
    return {name for name in os.listdir(folder) if name.endswith(".tmp")}


@contextmanager
def other_builder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that is in the middle of building a table at this path."""
    code = (
        "import sys; from pathlib import Path; from gridlock.files import Lock, draft_of\n"
        "with Lock(Path(sys.argv[1])), draft_of(Path(sys.argv[1])):\n"
        "    print('ready', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        try:
            yield program
        finally:
            program.kill()


def test_two_programs_do_not_build_the_same_table(file: Path) -> None:
    before = file.read_bytes()
    with (
        other_builder(file) as program,
        pytest.raises(GridlockError, match=rf"already\. {file}: In use .* \(process {program.pid}\)\.$"),
    ):
        build_table(2, 3, file)
    assert file.read_bytes() == before


def test_a_build_lets_no_second_one_begin(file: Path) -> None:
    def build_again(done: float) -> None:
        build_table(2, 3, file)

    with pytest.raises(GridlockError, match=r"already\. .*: In use by this program\.$"):
        build_table(2, 3, file, build_again)
    assert os.listdir(file.parent) == [file.name]


def test_a_build_removes_the_draft_of_one_that_was_killed(file: Path) -> None:
    with other_builder(file):
        assert len(draft_names(file.parent)) == 1
    assert len(draft_names(file.parent)) == 1
    build_table(2, 3, file)
    assert os.listdir(file.parent) == [file.name]


def test_a_build_leaves_the_draft_of_one_at_work(file: Path) -> None:
    with other_builder(file.with_name("other.table")):
        drafts = draft_names(file.parent)
        assert len(drafts) == 1
        build_table(2, 3, file)
        assert draft_names(file.parent) == drafts


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


def make_folder(path: Path) -> None:
    path.mkdir()


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [make_folder, make_fifo, make_device])
@pytest.mark.parametrize("use", [open_table, partial(build_table, 2, 3)])
@pytest.mark.skipif(os.name == "nt", reason="this system has no such files")
def test_what_is_no_file_is_no_table(
    tmp_path: Path, use: Callable[[Path], object], make: Callable[[Path], None]
) -> None:
    path = tmp_path / "odd.table"
    make(path)
    with pytest.raises(GridlockError, match=r"odd\.table is not a file\.$"):
        use(path)
    assert os.listdir(tmp_path) == [path.name]


def changed(data: bytes, at: int, byte: int) -> bytes:
    at %= len(data)
    return data[:at] + bytes([byte]) + data[at + 1 :]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"", "no table of blockade"),
        (lambda data: data[:50], "no table of blockade"),
        (lambda data: b"\x93NUMPY" + data[6:], "no table of blockade"),
        (lambda data: inverted(data, 0, len(data)), "no table of blockade"),
        (lambda data: changed(data, 20, 1), "another version"),
        (lambda data: changed(data, 20, 3), "another version"),
        (lambda data: changed(data, 23, 1), "another version"),
        (lambda data: changed(data, 18, 1), "damaged"),
        (lambda data: changed(data, 24, 9), "damaged"),
        (lambda data: changed(data, 24, 0), "damaged"),
        (lambda data: changed(data, 63, 1), "damaged"),
        (lambda data: changed(data, 28, 2), "1668 bytes instead of 388"),
        (lambda data: data[:-1], "1667 bytes instead of 1668"),
        (lambda data: data + b"\0", "1669 bytes instead of 1668"),
        (lambda data: data[:800], "800 bytes instead of 1668"),
        (lambda data: data[:-64] + bytes(64), "only a part"),
        (lambda data: changed(data, -40, 3), "only a part"),
        (lambda data: inverted(data, -68, -64), "damaged"),
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


def overwrite(file: Path, at: int, byte: int) -> None:
    with open(file, "r+b") as stream:
        stream.seek(at)
        stream.write(bytes([byte]))


def test_one_wrong_bit_anywhere_is_found(file: Path) -> None:
    data = file.read_bytes()
    for at, byte in enumerate(data):
        overwrite(file, at, byte ^ 1 << at % 8)
        with pytest.raises(UnusableTable, match="builds a new one"), opened(file) as table:
            table.check()
        overwrite(file, at, byte)
    assert file.read_bytes() == data


@pytest.mark.parametrize("use", [lambda table: table.wins(1, 2, 0), table_stats, BlockadeTable.check])
def test_wrong_words_are_found_when_they_are_read(file: Path, use: Callable[[BlockadeTable], object]) -> None:
    file.write_bytes(inverted(file.read_bytes(), MARK, -MARK - 4))
    with opened(file) as table, pytest.raises(UnusableTable, match=r"good\.table is a damaged table: "):
        use(table)


FIRST, LAST = (
    (1, 2, 0),
    (1, 2, 0b111111111100),
)  # positions of 3x4 in the first block of words and in the last


def test_damage_in_one_block_leaves_the_others(tmp_path: Path) -> None:
    file = build_table(3, 4, tmp_path / "good.table")
    with opened(file) as table:
        right = table.wins(*FIRST)
    file.write_bytes(changed(file.read_bytes(), MARK + 3 * BLOCK - 1, 255))
    with opened(file) as table:
        assert table.wins(*FIRST) == right
        for _ in range(2):
            with pytest.raises(UnusableTable, match="damaged"):
                table.wins(*LAST)


@pytest.mark.skipif(os.name == "nt", reason="this system lets nobody change a file that is open")
@pytest.mark.parametrize("length", [0, 1, MARK, MARK + BLOCK, MARK + 2 * BLOCK + 1])
@pytest.mark.parametrize("filled", [False, True])
def test_a_table_may_shrink_while_it_is_open(tmp_path: Path, length: int, filled: bool) -> None:
    file = build_table(3, 4, tmp_path / "good.table")
    whole = file.stat().st_size
    with opened(file) as table:
        right = table.wins(*FIRST)
        os.truncate(file, length)
        if filled:
            os.truncate(file, whole)
        assert table.wins(*FIRST) == right  # remembered
        with pytest.raises(UnusableTable, match="damaged"):
            table.wins(*LAST)
        with pytest.raises(UnusableTable, match="damaged"):
            table_stats(table)


def test_a_disk_that_cannot_be_read_makes_a_damaged_table(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: int) -> bytes:
        raise OSError(5, "Input/output error")

    with opened(file) as table:
        monkeypatch.setattr(table_files, "_read_at", fail)
        with pytest.raises(UnusableTable, match="damaged"):
            table.wins(1, 2, 0)


def test_a_file_may_be_read_in_small_pieces(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_at = table_files._read_at
    monkeypatch.setattr(table_files, "_read_at", lambda fd, place, count: read_at(fd, place, min(count, 7)))
    with opened(file) as table:
        table.check()


# Searches with a table that cannot be used ------------------------------------------------------


def answers(solver: Solver) -> list[bool]:
    """Whether the side to move wins, at the start and after each first move."""
    start = solver.game.start()
    positions = [start, *(start.play(move) for move in start.legal_moves())]
    return [solver.wins(position.words) for position in positions]


def check_search_without_table(spoil: Callable[[bytes], bytes], words: str) -> None:
    """A search with a table that is spoilt warns once, and finds the same as one without a table."""
    game = gridlock.make("blockade", 3, 4)
    path = build_table(3, 4)
    path.write_bytes(spoil(path.read_bytes()))
    told = rf"3x4\.table is {words}.* The search goes on without it\.$"
    with pytest.warns(UserWarning, match=told) as warned:
        found = answers(Solver(game, gridlock.Limits()))
    assert len(warned) == 1
    assert found == answers(Solver(game, gridlock.Limits(tables=False)))
    assert table_for(game) is None
    assert answers(Solver(game, gridlock.Limits())) == found  # a second warning would be an error


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"", "no table"),
        (lambda data: b"garbage" * 100, "no table"),
        (lambda data: data[:-1], "a table of 196747 bytes instead of 196748"),
        (lambda data: inverted(data, 0, len(data)), "no table"),
        (lambda data: changed(data, 20, 1), "a table of another version"),
        (lambda data: inverted(data, -MARK - 4, -MARK), "a damaged table"),
    ],
)
def test_a_search_goes_on_without_a_table_that_cannot_be_opened(
    spoil: Callable[[bytes], bytes], words: str
) -> None:
    check_search_without_table(spoil, words)


def test_a_search_goes_on_without_a_table_whose_words_are_damaged() -> None:
    check_search_without_table(lambda data: inverted(data, MARK, MARK + 3 * BLOCK), "a damaged table")


def test_a_search_does_not_take_the_table_of_another_board_of_that_size() -> None:
    other = build_table(4, 3).read_bytes()
    check_search_without_table(lambda data: other, "a table of 4x3")


@pytest.mark.skipif(os.name == "nt", reason="this system lets nobody change a file that is open")
def test_a_search_goes_on_when_its_table_shrinks() -> None:
    game = gridlock.make("blockade", 3, 4)
    path = build_table(3, 4)
    solvers = [Solver(game, gridlock.Limits()) for _ in range(2)]
    assert solvers[0].proof(game.first_words()) == "table"
    os.truncate(path, 1000)
    with pytest.warns(UserWarning, match="damaged table") as told:
        found = [answers(solver) for solver in solvers]
    assert len(told) == 1
    assert found == [answers(Solver(game, gridlock.Limits(tables=False)))] * 2
    assert {solver.proof(game.first_words()) for solver in solvers} == {"search"}


def test_a_search_goes_on_without_a_table_that_may_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    path = build_table(3, 3)

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(table_files, "_File", refuse)
    with pytest.warns(UserWarning, match=rf"^{path}: Permission denied\. The search goes on without it\."):
        assert table_for(gridlock.make("blockade", 3, 3)) is None
    assert table_for(gridlock.make("blockade", 3, 3)) is None


@pytest.mark.parametrize("make", [make_folder, make_fifo])
@pytest.mark.skipif(os.name == "nt", reason="this system has no such files")
def test_a_search_goes_on_without_a_table_that_is_no_file(make: Callable[[Path], None]) -> None:
    cache_folder().mkdir()
    make(table_path(3, 3))
    with pytest.warns(UserWarning, match=r"is not a file\. The search goes on without it\.$"):
        solver = Solver(gridlock.make("blockade", 3, 3), gridlock.Limits())
    assert answers(solver) == answers(Solver(solver.game, gridlock.Limits(tables=False)))


def test_a_search_needs_no_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    for name in ("GRIDLOCK_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert table_for(gridlock.make("blockade")) is None
