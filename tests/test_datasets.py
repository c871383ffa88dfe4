"""Datasets: every position, exact values, splits without leaks, and files that others can read."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from boards import KINDS, comparable, judge_of, make, playable, state_of
from gridlock import Game, GridlockError, Limits, Value, analyze
from gridlock.datasets import SPLITS, Dataset, Plan, load, make_dataset
from gridlock.datasets.formats import regroup
from gridlock.datasets.rows import COLUMNS
from gridlock.rules.registry import FILES
from gridlock.search.answers import question, value_of
from gridlock.search.reachable import PositionSet
from judge import State
from minimax import Minimax

EXAMPLES = Path(__file__).parent.parent / "examples"
BOARDS = {("lightcycle", 5, 5): 75_177, ("trail", 4, 4): 13_717, ("spread", 4, 4): 28_521}
"""Boards with their number of reachable positions, counted by a program that isn't part of this project."""
SMALL = [(1, 1), (1, 2), (2, 2), (1, 5), (3, 2), (3, 3)]


def made(game: Game, folder: Path, name: str = "all", **options: Any) -> Dataset:
    path = folder / f"{game.id}-{game.size_text}-{name}.npz"
    make_dataset(Plan(game, **options), path)
    return load(path)


@pytest.fixture(scope="module", params=BOARDS, ids=lambda board: board[0])
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Every position of a board."""
    return made(make(*request.param), tmp_path_factory.mktemp("dataset"))


# Positions ------------------------------------------------------------------------------------------


def test_every_position_is_there_once(dataset: Dataset) -> None:
    game = dataset.game
    assert len(dataset) == BOARDS[game.id, game.rows, game.cols]
    keys = zip(dataset.own, dataset.opp, dataset.extra, dataset.turn, strict=True)
    assert len(set(keys)) == len(dataset)
    assert dataset.position(0) == game.start()


def states_of(game: Game) -> set[State]:
    """Every state that can be reached, by the judge."""
    judge = judge_of(game)
    seen = {judge.start()}
    frontier = seen
    while frontier:
        frontier = {judge.play(state, move) for state in frontier for move in judge.legal(state)} - seen
        seen |= frontier
    return {comparable(game, state) for state in seen}


@pytest.mark.parametrize("kind", KINDS)
def test_positions_are_those_of_the_judge(kind: str, tmp_path: Path) -> None:
    for rows, cols in SMALL:
        if playable(kind, rows, cols):
            game = make(kind, rows, cols)
            dataset = made(game, tmp_path)
            positions = [dataset.position(row) for row in range(len(dataset))]
            assert {state_of(position) for position in positions} == states_of(game)
            assert len(dataset) == len(set(positions))
            assert [position.legal for position in positions] == dataset.legal.tolist()


def test_a_set_grows_and_refuses_more_than_its_limit() -> None:
    positions = PositionSet(make("trail", 8, 8))
    counts: list[int] = []
    assert not positions.add_reachable(200_000, counts.append)
    assert len(positions) > 200_000
    assert counts == sorted(counts)
    keys = {(*words, turn) for words, turn in zip(positions.words.tolist(), positions.turns, strict=True)}
    assert len(keys) == len(positions)


def test_too_many_positions_are_refused_with_the_count_so_far(tmp_path: Path) -> None:
    with pytest.raises(
        GridlockError, match=r"more than 1,000 positions \([0-9,]+ so far\).*--sample N.*--limit N"
    ):
        made(make("trail"), tmp_path, limit=1000)
    assert [path.name for path in tmp_path.iterdir()] == []


# Values ---------------------------------------------------------------------------------------------


def signed(winner: int, moves: int, turn: int) -> int:
    return moves if winner == turn else -moves


def test_values_are_those_of_the_positions_after_each_move(dataset: Dataset) -> None:
    """By induction from the end, this makes every value exact, without a search."""
    game = dataset.game
    best = [
        signed(*value)
        for value in zip(
            dataset.winner.tolist(), dataset.distance.tolist(), dataset.turn.tolist(), strict=True
        )
    ]
    words = zip(dataset.own.tolist(), dataset.opp.tolist(), dataset.extra.tolist(), strict=True)
    rows = {key: row for row, key in enumerate(zip(words, dataset.turn.tolist(), strict=True))}
    for row, values in enumerate(dataset.values.tolist()):
        position = dataset.position(row)
        moves = position.legal_moves()
        assert [action for action, value in enumerate(values) if value] == [*map(int, moves)]
        for move in moves:
            after = position.words_after(move)
            if not game.legal_word(game.board, *after):
                assert values[move] == 1
            else:
                child = best[rows[after, 3 - position.turn]]
                assert values[move] == (-child - 1 if child > 0 else -child + 1)
        wins = [value for value in values if value > 0]
        assert best[row] == (min(wins) if wins else min(values))
        assert dataset.winner[row] == (position.turn if wins else 3 - position.turn)


@pytest.mark.slow
def test_values_are_those_of_the_solver(dataset: Dataset) -> None:
    with question(dataset.game, Limits(threads=1)) as solver:
        for row in range(len(dataset)):
            position = dataset.position(row)
            value = Value(int(dataset.winner[row]), int(dataset.distance[row]))
            assert value_of(solver, position.words, position.turn) == value
    for row in Random(1).sample(range(len(dataset)), 300):
        position = dataset.position(row)
        moves = {
            int(move): signed(value.winner, (value.moves or 0) + 1, position.turn)
            for move, value in analyze(position)
        }
        assert {action: value for action, value in enumerate(dataset.values[row].tolist()) if value} == moves


@pytest.mark.parametrize("kind", KINDS)
def test_values_are_those_of_minimax(kind: str, tmp_path: Path) -> None:
    for rows, cols in (*SMALL, (2, 5), (4, 3)):
        if playable(kind, rows, cols):
            dataset = made(make(kind, rows, cols), tmp_path)
            minimax = Minimax(judge_of(dataset.game))
            for row in Random(1).sample(range(len(dataset)), min(300, len(dataset))):
                state = state_of(dataset.position(row))
                turn = state.turn
                assert minimax.value(state) == (dataset.winner[row], dataset.distance[row])
                values = {
                    action: signed(winner, moves + 1, turn)
                    for action, (winner, moves) in minimax.children(state).items()
                }
                shown = enumerate(dataset.values[row].tolist())
                assert values == {action: value for action, value in shown if value}


def test_moves_that_take_long_are_searched_with_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled loop gives up on a hard move, and the solver's other search takes over."""
    from gridlock.search import solver as module

    game = make("blockade", 4, 4)
    positions = PositionSet(game)
    positions.add_reachable(3000)
    words = positions.words[:64]
    values = module.Solver(game, Limits(threads=1, memory=1 << 24)).move_values(words)
    monkeypatch.setattr(module, "_SINGLE_THREADED", 1)
    hard = module.Solver(game, Limits(threads=2, memory=1 << 24))
    slow: list[int] = []
    score_moves = hard._score_moves

    def noted(words: Any, scores: Any) -> None:
        slow.append(1)
        score_moves(words, scores)

    monkeypatch.setattr(hard, "_score_moves", noted)
    assert np.array_equal(hard.move_values(words), values)
    assert slow


# Splits ---------------------------------------------------------------------------------------------


def test_no_symmetry_class_is_in_two_splits(dataset: Dataset) -> None:
    """Neither by the column, nor by turning positions by hand."""
    split_of: dict[Any, Any] = {}
    for row in range(0, len(dataset), 7):
        position, split = dataset.position(row), dataset.split[row]
        images = {position.transform(symmetry).words for symmetry in dataset.game.symmetries}
        for key in (int(dataset.symmetry[row]), *images):
            assert split_of.setdefault(key, split) == split
    assert set(np.unique(dataset.split)) == {0, 1, 2}


def test_a_symmetry_class_is_a_position_and_its_images(dataset: Dataset) -> None:
    first_image: dict[Any, set[int]] = {}
    for row in Random(1).sample(range(len(dataset)), 3000):
        position = dataset.position(row)
        least = min(position.transform(symmetry).words for symmetry in dataset.game.symmetries)
        first_image.setdefault(least, set()).add(int(dataset.symmetry[row]))
    assert all(len(numbers) == 1 for numbers in first_image.values())
    assert len({min(numbers) for numbers in first_image.values()}) == len(first_image)


def test_splits_are_8_to_1_to_1(dataset: Dataset) -> None:
    classes = {name: len(np.unique(dataset.only(name).symmetry)) for name in SPLITS}
    whole = sum(classes.values())
    assert whole == len(np.unique(dataset.symmetry))
    for name, share in zip(SPLITS, (0.8, 0.1, 0.1), strict=True):
        assert abs(classes[name] / whole - share) < 0.03
    assert sum(len(dataset.only(name)) for name in SPLITS) == len(dataset)


def test_there_is_no_other_split(dataset: Dataset) -> None:
    with pytest.raises(GridlockError, match="The splits are train, validation, test, not 'dev'"):
        dataset.only("dev")


# Samples --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["random", "level:3", "perfect"])
def test_a_sample_has_different_positions_with_exact_values(play: str, tmp_path: Path) -> None:
    game = make("lightcycle", 4, 4)
    whole, sample = made(game, tmp_path), made(game, tmp_path, "sample", sample=300, play=play)
    rows = {whole.position(row): row for row in range(len(whole))}
    places = [rows[sample.position(row)] for row in range(len(sample))]
    assert len(set(places)) == len(sample) == 300
    for name in ("values", "winner", "distance", "symmetry", "split", "legal"):
        assert np.array_equal(getattr(sample, name), getattr(whole, name)[places])


def test_a_sample_is_reproducible_with_any_number_of_workers(tmp_path: Path) -> None:
    def sample(name: str, seed: int, workers: int) -> bytes:
        path = tmp_path / f"{name}.npz"
        make_dataset(Plan(make("trail", 5, 5), sample=2000, seed=seed), path, workers=workers)
        return path.read_bytes()

    one = sample("one", 1, 1)
    assert sample("two", 1, 2) == one
    assert sample("other", 2, 1) != one


def test_perfect_play_keeps_every_win(tmp_path: Path) -> None:
    """After the random moves, only best moves are made: the last positions of long games are well played."""
    sample = made(make("trail", 4, 4), tmp_path, sample=200, play="perfect", after=9)
    assert all(position.extra for position in map(sample.position, range(len(sample))))
    assert {int(word).bit_count() for word in sample.own | sample.opp} <= set(range(9, 17))


def test_a_sample_can_leave_out_the_opening(tmp_path: Path) -> None:
    sample = made(make("spread", 6, 6), tmp_path, sample=500, after=7)
    assert len(sample) == 500
    assert min(int(word).bit_count() for word in sample.own | sample.opp) == 7


def test_a_sample_of_more_than_there_is_has_what_there_is(tmp_path: Path) -> None:
    game = make("trail", 2, 2)
    assert len(made(game, tmp_path, "sample", sample=5000)) == len(made(game, tmp_path))


# Files ----------------------------------------------------------------------------------------------

TRAIL = make("trail", 3, 3)


def test_formats_have_the_same_content(tmp_path: Path) -> None:
    arrays = []
    for name in ("x.npz", "x.parquet"):
        make_dataset(Plan(TRAIL), tmp_path / name)
        arrays.append(load(tmp_path / name))
    assert arrays[0].game is arrays[1].game is TRAIL
    for name in COLUMNS:
        one, two = (getattr(dataset, name) for dataset in arrays)
        assert one.dtype == two.dtype
        assert np.array_equal(one, two)


def test_a_folder_has_a_file_for_each_split(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.datasets.formats._SHARD", 150)
    make_dataset(Plan(TRAIL), tmp_path / "folder")
    make_dataset(Plan(TRAIL), tmp_path / "x.npz")
    whole, sharded = load(tmp_path / "x.npz"), load(tmp_path / "folder")
    names = sorted(path.name for path in (tmp_path / "folder").glob("*.parquet"))
    assert names[0] == "test-00000-of-00001.parquet"
    assert names[1:4] == [f"train-{number:05}-of-00003.parquet" for number in range(3)]
    for split in SPLITS:
        assert np.array_equal(sharded.only(split).values, whole.only(split).values)
    assert np.array_equal(load(tmp_path / "folder", "test").own, whole.only("test").own)


def test_other_programs_can_read_it(tmp_path: Path) -> None:
    """With plain columns and types: no extension, no index."""
    import pyarrow.parquet as parquet

    make_dataset(Plan(TRAIL), tmp_path / "x.parquet")
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table.column_names == list(COLUMNS)
    kinds = {name: str(table.schema.field(name).type) for name in table.column_names}
    assert kinds["own"] == kinds["symmetry"] == "uint64"
    values = table.schema.field("values").type
    assert (str(values.value_type), values.list_size) == ("int8", 9)
    assert {kinds[name] for name in ("turn", "winner", "distance", "split")} == {"uint8"}
    assert table.to_pylist()[0]["values"] == load(tmp_path / "x.parquet").values[0].tolist()


def test_npz_files_need_only_numpy_and_say_nothing_of_the_machine(tmp_path: Path) -> None:
    make_dataset(Plan(TRAIL), tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz", allow_pickle=False) as archive:
        assert set(archive.files) == {*COLUMNS, "about"}
        assert json.loads(str(archive["about"])) == {"game": "trail", "size": "3x3", "options": {}}
    with zipfile.ZipFile(tmp_path / "x.npz") as archive:
        entries = archive.infolist()
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {(entry.create_system, entry.external_attr) for entry in entries} == {(3, 0o644 << 16)}


@pytest.mark.parametrize("name", ["x.npz", "x.parquet", "folder"])
def test_the_same_bytes_every_time(name: str, tmp_path: Path) -> None:
    for folder, workers in (("one", 1), ("two", 2)):
        (tmp_path / folder).mkdir()
        make_dataset(Plan(TRAIL), tmp_path / folder / name, workers=workers)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).rglob("*") if path.is_file()}
        for folder in ("one", "two")
    )
    assert one == two


def test_the_card_says_what_is_in_it(tmp_path: Path) -> None:
    out = tmp_path / "x.npz"
    make_dataset(Plan(make("crossfire all", 3, 4), sample=50, after=2, seed=7), out)
    card = (tmp_path / "x.npz.md").read_text()
    dataset = load(out)
    assert "- Positions: 50, of which the side to move wins " in card
    assert f"wins {int((dataset.winner == dataset.turn).sum())}." in card
    assert f"- Symmetry classes: {len(np.unique(dataset.symmetry))}." in card
    for name in SPLITS:
        assert f"{name} {len(dataset.only(name))}" in card
    assert f"{hashlib.sha256(out.read_bytes()).hexdigest()}  x.npz" in card
    assert "Licence: MIT" in card
    assert (
        "gridlock dataset crossfire --size 3x4 --variant diagonals=all --sample 50 --play random --seed 7 "
        "--after 2 --out x.npz\n"
    ) in card
    assert all(f"| `{name}` |" in card for name in COLUMNS)


def test_rows_are_regrouped_without_losing_any() -> None:
    rows = np.arange(100)
    for size in (1, 7, 30, 99, 100, 101):
        chunks = list(regroup(iter(np.array_split(rows, 9)), size))
        assert np.array_equal(np.concatenate(chunks), rows)
        assert {len(chunk) for chunk in chunks[:-1]} <= {size}
    assert list(regroup(iter([]), 5)) == []


@pytest.mark.parametrize("name", ["x.npz", "x.parquet"])
@pytest.mark.parametrize("content", [b"", b"PK", b"not a dataset", bytes(range(256)) * 10])
def test_other_files_are_refused(name: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(GridlockError, match=r"is not a dataset made by 'gridlock dataset'"):
        load(path)


def test_files_with_other_columns_are_refused(tmp_path: Path) -> None:
    make_dataset(Plan(TRAIL), tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as archive:
        arrays = dict(archive)
    changes: list[dict[str, Any]] = [
        {"values": arrays["values"][:, 1:]},
        {"own": arrays["own"].astype(np.int64)},
        {"turn": arrays["turn"][1:]},
        {"about": np.array("7")},
        {"about": np.array("{")},
        {"about": np.array([{}], dtype=object)},
    ]
    for change in changes:
        np.savez(tmp_path / "y.npz", **(arrays | change))
        with pytest.raises(GridlockError):
            load(tmp_path / "y.npz")


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"x\.parquet"):
        load(tmp_path / "x.parquet")


# Games of other packages ------------------------------------------------------------------------------

PLUG_IN = """
import sys
import gridlock
from gridlock.datasets import Plan, load, make_dataset
from pathlib import Path

if __name__ == "__main__":
    for name, size in (("kayles", (3, 3)), ("domineering", (4, 4))):
        out = Path(sys.argv[1]) / f"{name}.npz"
        make_dataset(Plan(gridlock.make(name, *size)), out, workers=2)
        dataset = load(out)
        seen = {dataset.position(row): row for row in range(len(dataset))}
        assert len(seen) == len(dataset)
        for position, row in seen.items():
            value = gridlock.solve(position)
            assert (value.winner, value.moves) == (dataset.winner[row], dataset.distance[row]), position.text
            assert all(position.play(move) in seen for move in position.legal_moves())
        print(name, len(dataset))
"""


@pytest.mark.slow
def test_games_of_plug_ins(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(PLUG_IN)
    files = [EXAMPLES / name / f"{name}.py" for name in ("kayles", "domineering")]
    ran = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        env=os.environ | {FILES: os.pathsep.join(map(str, files))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert [line.split()[0] for line in ran.stdout.splitlines()] == ["kayles", "domineering"]


def test_importing_it_loads_no_pyarrow() -> None:
    code = "import sys, gridlock.datasets; sys.exit('pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
