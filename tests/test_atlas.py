"""The atlas: its values against minimax, its files, and what happens when it is stopped."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import gridlock.atlas.survey as surveys
from atlases import BLOCKADE, LIMITS, SMALL, TRAIL, by_minimax, entry_of, run, surveyed
from gridlock import Limits, OutOfTime
from gridlock.atlas import Entry, open_atlas
from gridlock.atlas.boards import Shape, boards
from gridlock.atlas.entries import better
from gridlock.atlas.page import page
from gridlock.atlas.survey import Asked, Step, solve_board, survey
from gridlock.rules.variant import Variant, variants
from gridlock.search.kinds import theorems_of
from gridlock.search.solver import Solver

# Values -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_every_small_board_is_as_naive_minimax_has_it(tmp_path: Path, variant: Variant) -> None:
    kept = surveyed(tmp_path, variant, SMALL)
    assert list(kept.entries) == boards(variant, SMALL)
    for entry in kept.entries.values():
        assert (entry.winner, entry.moves) == by_minimax(variant, *entry.shape), entry
        assert entry.game_variant == variant
        assert entry.proof in ("search", *theorems_of(variant.on(*entry.shape)))
        assert entry.nodes > 0
        assert entry.tried == 0
    assert open_atlas(tmp_path, variant) == kept


def test_the_boards_come_by_cells_then_rows() -> None:
    wide = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (1, 6), (2, 3)]
    assert boards(Variant("spread"), 6) == boards(Variant("crossfire", "all"), 6) == boards(TRAIL, 6) == wide
    assert boards(BLOCKADE, 6) == wide[1:]
    assert boards(Variant("crossfire", "main"), 4) == [
        *[(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (2, 2), (4, 1)]
    ]
    assert boards(Variant("lightcycle"), 6) == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 2),
        (1, 5),
        (1, 6),
        (2, 3),
        (3, 2),
    ]
    assert len(boards(Variant("crossfire", "main"))) == sum(
        r * c <= 64 for r in range(1, 65) for c in range(1, 65)
    )


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_swapping_rows_and_columns_keeps_the_value_of_just_these_games(variant: Variant) -> None:
    shapes = [shape for shape in product(range(1, SMALL), repeat=2) if shape[0] * shape[1] < SMALL]
    values = {shape: by_minimax(variant, *shape) for shape in shapes if variant.can_be_on(*shape)}
    same = all(values.get((cols, rows)) == value for (rows, cols), value in values.items())
    assert same == variant.transposable


# Files ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_entries_come_back_from_their_file(tmp_path: Path, variant: Variant) -> None:
    kept = open_atlas(tmp_path, variant)
    assert kept.entries == {}
    kept.keep(Entry(*variant, 4, 5, 2, None, 123_456_789, 4.5, 10.0, "search"))
    kept.keep(Entry(*variant, 2, 2, 1, 3, 7, 0.001, 0.0, "mirror"))
    kept.keep(Entry(*variant, 8, 8, None, None, 0, 0.0, 12.345, "none"))
    again = open_atlas(tmp_path, variant)
    assert again == kept
    assert [entry.size_text for entry in again.in_order()] == ["2x2", "4x5", "8x8"]
    assert [entry.value for entry in again.in_order()] == ["1 in 3", "2", "open"]
    assert [entry.size_text for entry in again.solved()] == ["2x2", "4x5"]


def test_the_file_is_plain_csv(tmp_path: Path) -> None:
    kept = open_atlas(tmp_path, Variant("crossfire", "all"))
    kept.keep(Entry("crossfire", "all", 5, 6, None, None, 0, 0.0, 10.0, "none"))
    kept.keep(Entry("crossfire", "all", 1, 1, 1, 1, 2, 0.25, 0.0, "search"))
    assert (tmp_path / "crossfire-all.csv").read_text() == (
        "game,variant,rows,cols,winner,moves,nodes,seconds,tried,proof\n"
        "crossfire,all,1,1,1,1,2,0.25,0.0,search\n"
        "crossfire,all,5,6,,,0,0.0,10.0,none\n"
    )


GOOD = "game,variant,rows,cols,winner,moves,nodes,seconds,tried,proof\ntrail,,1,2,2,2,3,0.0,0.0,matching\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "trail.csv is not an atlas"),
        ("\xff", "trail.csv is not an atlas"),
        ('"', "trail.csv is not an atlas"),
        ("a,b\n1,2\n", "its first line is not game,variant,rows,cols,winner"),
        (
            GOOD + "trail,,1,2,2,2,3,0.0,0.0,matching\n",
            "line 3, is no entry of Trail .Grid Lock., or the second",
        ),
        (GOOD + "\n", "line 3"),
        *[
            (GOOD.replace("trail,,1,2,2,2,3,0.0,0.0,matching", line), "line 2, is no entry")
            for line in [
                "trail,,1,2,2,2,3,0.0,0.0",
                "trail,,1,2,2,2,3,0.0,matching",
                "spread,,1,2,2,2,3,0.0,0.0,mirror",
                "chess,,1,2,2,2,3,0.0,0.0,search",
                "trail,all,1,2,2,2,3,0.0,0.0,matching",
                "trail,,0,2,2,2,3,0.0,0.0,matching",
                "trail,,9,9,2,2,3,0.0,0.0,matching",
                "trail,,1,2,3,2,3,0.0,0.0,matching",
                "trail,,1,2,x,2,3,0.0,0.0,matching",
                "trail,,1,2,2,3,3,0.0,0.0,matching",
                "trail,,1,2,,2,3,0.0,0.0,none",
                "trail,,1,2,,,3,0.0,0.0,matching",
                "trail,,1,2,2,2,3,0.0,0.0,none",
                "trail,,1,2,2,2,-3,0.0,0.0,matching",
                "trail,,1,2,2,2,3,nan,0.0,matching",
                "trail,,1,2,2,2,3,-1,0.0,matching",
                "trail,,1,2,2,,3,0.0,inf,matching",
                "trail,,1,2,2,2,3,0.0,5.0,matching",
            ]
        ],
    ],
)
def test_a_spoilt_file_is_refused_and_left_alone(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "trail.csv"
    file.write_bytes(text.encode("latin-1"))
    for arguments in (["trail"], ["--check"], ["--page", tmp_path / "page.md"]):
        ran = run(*arguments, "--out", tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert re.search(words, ran.err)
    assert [path.name for path in tmp_path.iterdir()] == ["trail.csv"]
    assert file.read_bytes() == text.encode("latin-1")


# Going on ---------------------------------------------------------------------------------------


class Spy:
    """Stands in for the search: notes the boards, and says what it is told to say of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Callable[[Entry], Entry]) -> None:
        self.solved: list[tuple[Shape, float | None]] = []
        self.answer = answer
        monkeypatch.setattr(surveys, "solve_board", self.solve)
        monkeypatch.setattr(surveys, "warm_up", lambda variant: None)

    def solve(
        self, variant: Variant, shape: Shape, limits: Limits, *, distance: bool, known: Entry | None
    ) -> Entry:
        self.solved.append((shape, limits.seconds))
        self.known = known
        entry = Entry(*variant, *shape, 1, 1 if distance else None, 5, 0.25, 0.0, "search")
        return self.answer(entry)

    def run(self, folder: Path, **asked: Any) -> list[Shape]:
        """The boards that a survey of trail solves now."""
        self.solved.clear()
        limits = Limits(threads=1, seconds=asked.pop("seconds", 10.0))
        survey(open_atlas(folder, TRAIL), Asked(limits, **asked))
        return [shape for shape, _ in self.solved]


def test_a_later_run_keeps_what_is_there_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    assert spy.run(tmp_path, max_cells=4) == boards(TRAIL, 4)
    assert spy.run(tmp_path, max_cells=4) == []
    assert spy.run(tmp_path, max_cells=6) == [(1, 5), (1, 6), (2, 3)]
    assert spy.run(tmp_path, max_cells=2, seconds=100.0) == []
    assert list(open_atlas(tmp_path, TRAIL).entries) == boards(TRAIL, 6)


def test_open_boards_are_tried_again_only_with_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(entry: Entry) -> Entry:
        seconds = spy.solved[-1][1] or 0.0
        return entry._replace(winner=None, moves=None, tried=seconds, proof="none")

    spy = Spy(monkeypatch, lambda entry: give_up(entry) if entry.shape == (1, 3) else entry)
    assert spy.run(tmp_path, max_cells=3) == [(1, 1), (1, 2), (1, 3)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 3].value == "open"
    assert spy.run(tmp_path, max_cells=3) == []
    assert spy.run(tmp_path, max_cells=3, seconds=9.0) == []
    assert spy.run(tmp_path, max_cells=3, seconds=11.0) == [(1, 3)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 3].tried == 11.0
    assert spy.run(tmp_path, max_cells=3, seconds=12.0, total=5.0) == []
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=3, seconds=12.0) == [(1, 3)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 3].value == "1 in 1"


def test_moves_are_added_to_winners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    assert spy.run(tmp_path, max_cells=2, distance=False) == [(1, 1), (1, 2)]
    assert spy.run(tmp_path, max_cells=2, distance=False, seconds=99.0) == []
    spy.answer = lambda entry: entry._replace(moves=None, tried=10.0)
    assert spy.run(tmp_path, max_cells=1) == [(1, 1)]
    assert spy.known is not None
    assert spy.known.value == "1"  # so that only the moves are asked for
    kept = open_atlas(tmp_path, TRAIL).entries
    assert (kept[1, 1].value, kept[1, 1].tried) == ("1", 10.0)
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=2) == [(1, 2)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 2].value == "1 in 1"


def test_the_time_for_the_whole_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    takes = {(1, 1): 4.0, (1, 2): 2.5, (1, 3): 0.5}

    def wait(entry: Entry) -> Entry:
        now[0] += takes[entry.shape]
        return entry

    monkeypatch.setattr(surveys, "monotonic", lambda: now[0])
    spy = Spy(monkeypatch, wait)
    assert spy.run(tmp_path, max_cells=9, total=7.0, seconds=5.0) == list(takes)
    assert [seconds for _, seconds in spy.solved] == [5.0, 3.0, 0.5]


def interrupt(entry: Entry) -> Entry:
    if entry.shape == (2, 2):
        raise KeyboardInterrupt
    return entry


def test_an_interrupted_survey_keeps_what_it_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, interrupt)
    with pytest.raises(KeyboardInterrupt):
        spy.run(tmp_path)
    kept = open_atlas(tmp_path, TRAIL)
    assert list(kept.entries) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    ran = run("trail", "--out", tmp_path)
    assert ran == (130, "\n", "gridlock: Interrupted.\n")
    assert open_atlas(tmp_path, TRAIL) == kept
    assert (tmp_path / "trail.md").read_text() == page(kept)
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=5) == [(2, 2), (1, 5)]


def test_a_search_that_runs_out_of_time_leaves_an_open_entry() -> None:
    entry = solve_board(BLOCKADE, (6, 6), Limits(threads=1, seconds=0.1, memory=1 << 24), distance=True)
    assert entry[:6] == ("blockade", "", 6, 6, None, None)
    assert (entry.nodes, entry.seconds, entry.tried, entry.proof) == (0, 0.0, 0.1, "none")


def test_the_winner_is_kept_if_only_the_moves_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*arguments: object) -> int:
        raise OutOfTime("Not done.")

    monkeypatch.setattr(Solver, "distance", give_up)
    entry = solve_board(TRAIL, (3, 3), LIMITS, distance=True)
    assert (entry.winner, entry.moves, entry.tried, entry.proof) == (1, None, 10.0, "matching")
    assert entry.seconds < 10
    entry = solve_board(TRAIL, (3, 3), LIMITS, distance=False)
    assert (entry.winner, entry.moves, entry.tried) == (1, None, 0.0)


def test_only_the_moves_are_asked_for_where_the_winner_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = solve_board(TRAIL, (3, 3), LIMITS, distance=False)
    known = entry._replace(nodes=1000, seconds=20.0, tried=7.0, proof="search")
    monkeypatch.setattr(Solver, "wins", lambda *arguments: pytest.fail("asked who wins"))
    found = solve_board(TRAIL, (3, 3), LIMITS, distance=True, known=known)
    assert (found.winner, found.moves, found.tried, found.proof) == (1, 9, 0.0, "search")
    assert found.nodes > 1000  # what was spent before counts too
    assert found.seconds >= 20


def test_of_two_entries_the_one_that_knows_more() -> None:
    nothing, winner, all_known = entry_of(TRAIL, 2, 3), entry_of(TRAIL, 2, 3, 2), entry_of(TRAIL, 2, 3, 2, 6)
    for less, more in [(nothing, winner), (nothing, all_known), (winner, all_known)]:
        assert better(less._replace(tried=99.0), more) == better(more, less._replace(tried=99.0)) == more
    assert better(winner._replace(tried=0.0), winner._replace(tried=8.0)).tried == 8
    assert better(nothing, None) == nothing


def test_boards_know_nothing_of_each_other() -> None:
    spread = Variant("spread")
    first, second = (solve_board(spread, (3, 4), LIMITS, distance=True) for _ in range(2))
    assert first.nodes == second.nodes > 1


def test_a_survey_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Spy(monkeypatch, lambda entry: entry)
    seen: list[Step] = []
    survey(open_atlas(tmp_path, TRAIL), Asked(LIMITS, 2), seen.append)
    assert seen == [(0, 2, "getting ready", 0), (0, 2, "1x1", 0), (1, 2, "1x2", 0)]
