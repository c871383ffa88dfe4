"""The atlas: its values against minimax, its files, and interruptions."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import gridlock.atlas.solve as solving
import gridlock.atlas.survey as surveys
from atlases import BLOCKADE, LIMITS, SMALL, TRAIL, by_minimax, entry_of, run, surveyed
from gridlock import Limits, OutOfTime, Status
from gridlock.atlas import Entry, open_atlas
from gridlock.atlas.entries import Shape, better, boards
from gridlock.atlas.solve import fingerprint, solve_board
from gridlock.atlas.survey import Step, SurveyOptions, survey
from gridlock.errors import GridlockError
from gridlock.rules.variant import Variant, variants
from gridlock.search.dispatch import theorems_of
from gridlock.search.solver import Solver

# Values -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_every_small_board_agrees_with_minimax(tmp_path: Path, variant: Variant) -> None:
    atlas = surveyed(tmp_path, variant, SMALL)
    assert list(atlas.entries) == boards(variant, SMALL)
    for entry in atlas.entries.values():
        assert (entry.winner, entry.moves) == by_minimax(variant, *entry.shape), entry
        assert entry.game_variant == variant
        assert entry.proof in ("search", *theorems_of(variant.on(*entry.shape)))
        assert entry.nodes > 0
        assert (entry.time, entry.solved_by, entry.tried_by) == (10, fingerprint(variant), "")
    assert open_atlas(tmp_path, variant) == atlas


def test_boards_are_sorted_by_cells_then_rows() -> None:
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
def test_exactly_these_games_are_transposable(variant: Variant) -> None:
    shapes = [shape for shape in product(range(1, SMALL), repeat=2) if shape[0] * shape[1] < SMALL]
    values = {shape: by_minimax(variant, *shape) for shape in shapes if variant.can_be_on(*shape)}
    same = all(values.get((cols, rows)) == value for (rows, cols), value in values.items())
    assert same == variant.transposable


# Files ------------------------------------------------------------------------------------------

SEARCH, OTHER = "0123abcd", "4567cdef"  # fingerprints of two searches


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.stem)
def test_entries_survive_saving_and_loading(tmp_path: Path, variant: Variant) -> None:
    atlas = open_atlas(tmp_path, variant)
    assert atlas.entries == {}
    atlas.add(Entry(*variant, 4, 5, 2, None, 123_456_789, 4.5, 10.0, "search", SEARCH, OTHER))
    atlas.add(Entry(*variant, 2, 2, 1, 3, 7, 0.001, 10.0, "mirror", SEARCH, ""))
    atlas.add(Entry(*variant, 8, 8, None, None, 0, 0.0, 12.345, "none", "", SEARCH))
    again = open_atlas(tmp_path, variant)
    assert again == atlas
    assert [entry.size_text for entry in again.in_order()] == ["2x2", "4x5", "8x8"]
    assert [entry.value for entry in again.in_order()] == ["1 in 3", "2", "open"]
    assert [entry.size_text for entry in again.solved()] == ["2x2", "4x5"]


def test_the_file_is_plain_csv(tmp_path: Path) -> None:
    atlas = open_atlas(tmp_path, Variant("crossfire", "all"))
    atlas.add(Entry("crossfire", "all", 5, 6, None, None, 0, 0.0, 10.0, "none", "", SEARCH))
    atlas.add(Entry("crossfire", "all", 1, 1, 1, 1, 2, 0.25, 10.0, "search", SEARCH, ""))
    assert (tmp_path / "crossfire-all.csv").read_text() == (
        "game,variant,rows,cols,winner,moves,nodes,seconds,time,proof,solved_by,tried_by\n"
        "crossfire,all,1,1,1,1,2,0.25,10.0,search,0123abcd,\n"
        "crossfire,all,5,6,,,0,0.0,10.0,none,,0123abcd\n"
    )


LINE = "trail,,1,2,2,2,3,0.0,10.0,matching,0123abcd,"
GOOD = f"game,variant,rows,cols,winner,moves,nodes,seconds,time,proof,solved_by,tried_by\n{LINE}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "trail.csv is not an atlas"),
        ("\xff", "trail.csv is not an atlas"),
        ('"', "trail.csv is not an atlas"),
        ("a,b\n1,2\n", "its first line is not game,variant,rows,cols,winner"),
        (f"{GOOD}{LINE}\n", "line 3, isn't an entry of Trail .Grid Lock., or repeats"),
        (GOOD + "\n", "line 3"),
        *[
            (GOOD.replace(LINE, line), "line 2, isn't an entry")
            for line in [
                "trail,,1,2,2,2,3,0.0,10.0,matching,0123abcd",
                "trail,,1,2,2,2,3,0.0,matching,0123abcd,",
                "spread,,1,2,2,2,3,0.0,10.0,mirror,0123abcd,",
                "chess,,1,2,2,2,3,0.0,10.0,search,0123abcd,",
                "trail,all,1,2,2,2,3,0.0,10.0,matching,0123abcd,",
                "trail,,0,2,2,2,3,0.0,10.0,matching,0123abcd,",
                "trail,,9,9,2,2,3,0.0,10.0,matching,0123abcd,",
                "trail,,1,2,3,2,3,0.0,10.0,matching,0123abcd,",
                "trail,,1,2,x,2,3,0.0,10.0,matching,0123abcd,",
                "trail,,1,2,2,3,3,0.0,10.0,matching,0123abcd,",
                "trail,,1,2,,2,3,0.0,10.0,none,,0123abcd",
                "trail,,1,2,,,3,0.0,10.0,matching,,0123abcd",
                "trail,,1,2,2,2,3,0.0,10.0,none,0123abcd,",
                "trail,,1,2,2,2,-3,0.0,10.0,matching,0123abcd,",
                "trail,,1,2,2,2,3,nan,10.0,matching,0123abcd,",
                "trail,,1,2,2,2,3,-1,10.0,matching,0123abcd,",
                "trail,,1,2,2,,3,0.0,inf,matching,0123abcd,0123abcd",
                "trail,,1,2,2,2,3,0.0,10.0,matching,0123abcd,0123abcd",  # nothing is open
                "trail,,1,2,2,2,3,0.0,10.0,matching,,",  # solved by nothing
                "trail,,1,2,,,3,0.0,10.0,none,0123abcd,0123abcd",  # nothing was solved
                "trail,,1,2,,,3,0.0,10.0,none,,",  # and nothing was tried
                "trail,,1,2,2,2,3,0.0,10.0,matching,0123ABCD,",
                "trail,,1,2,2,2,3,0.0,10.0,matching,0123abc,",
                "trail,,1,2,2,,3,0.0,10.0,matching,0123abcd,=SUM(A1)",
            ]
        ],
    ],
)
def test_a_damaged_file_is_rejected_and_left_unchanged(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "trail.csv"
    file.write_bytes(text.encode("latin-1"))
    for arguments in (["trail"], ["--check"]):
        ran = run(*arguments, "--out", tmp_path)
        assert (ran.status, ran.out) == (2, "")
        assert re.search(words, ran.err)
    assert [path.name for path in tmp_path.iterdir()] == ["trail.csv"]
    assert file.read_bytes() == text.encode("latin-1")


# Resuming ------------------------------------------------------------------------------------------


class Spy:
    """A fake search that notes the boards and returns prepared results."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Callable[[Entry], Entry]) -> None:
        self.solved: list[Shape] = []
        self.answer = answer
        self.fingerprint = SEARCH
        monkeypatch.setattr(surveys, "solve_board", self.solve)
        monkeypatch.setattr(surveys, "fingerprint", lambda variant: self.fingerprint)

    def solve(
        self, variant: Variant, shape: Shape, limits: Limits, *, distance: bool, fingerprint: str
    ) -> Entry:
        self.solved.append(shape)
        self.limits = limits
        moves, time = 1 if distance else None, limits.seconds or 0.0
        return self.answer(Entry(*variant, *shape, 1, moves, 5, 0.25, time, "search", fingerprint, ""))

    def run(self, folder: Path, **options: Any) -> list[Shape]:
        """The boards that a survey of trail solves now."""
        self.solved.clear()
        limits = Limits(threads=1, seconds=options.pop("seconds", 10.0))
        survey(open_atlas(folder, TRAIL), SurveyOptions(limits, **options))
        return [*self.solved]


def without_result(entry: Entry) -> Entry:
    return entry._replace(winner=None, moves=None, proof="none", solved_by="", tried_by=entry.solved_by)


def without_moves(entry: Entry) -> Entry:
    return entry._replace(moves=None, tried_by=entry.solved_by)


def test_a_later_run_keeps_the_entries_and_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    assert spy.run(tmp_path, max_cells=4) == boards(TRAIL, 4)
    assert spy.run(tmp_path, max_cells=4) == []
    assert spy.run(tmp_path, max_cells=6) == [(1, 5), (1, 6), (2, 3)]
    assert spy.run(tmp_path, max_cells=2, seconds=100.0) == []
    assert list(open_atlas(tmp_path, TRAIL).entries) == boards(TRAIL, 6)


def test_a_run_can_be_limited_to_some_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    assert spy.run(tmp_path, max_cells=2, shapes=((5, 5), (1, 2))) == [(5, 5), (1, 2)]
    assert spy.run(tmp_path, max_cells=2, shapes=((5, 5), (1, 3))) == [(1, 3)]


@pytest.mark.parametrize("give_up", [without_result, without_moves])
def test_open_boards_are_tried_again_with_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, give_up: Callable[[Entry], Entry]
) -> None:
    spy = Spy(monkeypatch, lambda entry: give_up(entry) if entry.shape == (1, 3) else entry)
    assert spy.run(tmp_path, max_cells=3) == [(1, 1), (1, 2), (1, 3)]
    assert not open_atlas(tmp_path, TRAIL).entries[1, 3].complete
    assert spy.run(tmp_path, max_cells=3) == []
    assert spy.run(tmp_path, max_cells=3, seconds=9.0) == []
    assert spy.run(tmp_path, max_cells=3, seconds=11.0) == [(1, 3)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 3].time == 11.0
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=3, seconds=12.0) == [(1, 3)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 3].value == "1 in 1"


@pytest.mark.parametrize("give_up", [without_result, without_moves])
def test_open_boards_are_tried_again_by_another_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, give_up: Callable[[Entry], Entry]
) -> None:
    spy = Spy(monkeypatch, lambda entry: give_up(entry) if entry.shape == (1, 3) else entry)
    spy.run(tmp_path, max_cells=3)
    spy.fingerprint = OTHER
    assert spy.run(tmp_path, max_cells=3) == [(1, 3)]
    atlas = open_atlas(tmp_path, TRAIL).entries
    assert atlas[1, 3].tried_by == OTHER
    assert atlas[1, 2].solved_by == SEARCH  # a value stays true
    assert spy.run(tmp_path, max_cells=3) == []
    spy.fingerprint = SEARCH
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=3, seconds=1.0) == [(1, 3)]  # even with less time
    assert open_atlas(tmp_path, TRAIL).entries[1, 3].value == "1 in 1"


def test_refresh_solves_boards_of_another_search_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    spy.run(tmp_path, max_cells=2)
    assert spy.run(tmp_path, max_cells=3, refresh=True) == [(1, 3)]
    spy.fingerprint = OTHER
    assert spy.run(tmp_path, max_cells=3) == []
    spy.answer = lambda entry: without_result(entry) if entry.shape == (1, 3) else entry
    assert spy.run(tmp_path, max_cells=3, refresh=True) == [(1, 1), (1, 2), (1, 3)]
    atlas = open_atlas(tmp_path, TRAIL).entries
    assert [entry.solved_by for entry in atlas.values()] == [OTHER, OTHER, SEARCH]
    assert [entry.value for entry in atlas.values()] == ["1 in 1"] * 3


def test_a_search_that_contradicts_the_atlas_stops_the_survey(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    spy.run(tmp_path, max_cells=3)
    before = (tmp_path / "trail.csv").read_bytes()
    spy.fingerprint = OTHER
    for wrong in (lambda entry: entry._replace(winner=2), lambda entry: entry._replace(moves=3)):
        spy.answer = wrong
        with pytest.raises(GridlockError, match=r"1x1 is 1 in 1 in .*, but . in . by another search"):
            spy.run(tmp_path, max_cells=3, refresh=True)
        assert spy.solved == [(1, 1)]
        assert (tmp_path / "trail.csv").read_bytes() == before


def test_moves_are_added_to_winners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, lambda entry: entry)
    assert spy.run(tmp_path, max_cells=2, distance=False) == [(1, 1), (1, 2)]
    assert spy.run(tmp_path, max_cells=2, distance=False, seconds=99.0) == []
    spy.answer = without_moves
    assert spy.run(tmp_path, max_cells=1) == [(1, 1)]
    atlas = open_atlas(tmp_path, TRAIL).entries
    assert (atlas[1, 1].value, atlas[1, 1].tried_by, atlas[1, 2].tried_by) == ("1", SEARCH, "")
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=2) == [(1, 2)]
    assert open_atlas(tmp_path, TRAIL).entries[1, 2].value == "1 in 1"


def test_the_total_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    takes = {(1, 1): 4.0, (1, 2): 2.5, (1, 3): 60.0}

    def wait(entry: Entry) -> Entry:
        """Wait this long, or until stopped, like the solver."""
        for _ in range(int(takes[entry.shape])):
            now[0] += 1.0
            assert spy.limits.progress is not None
            spy.limits.progress(Status(1, 1.0, 0.5))
            assert spy.limits.cancelled is not None
            if spy.limits.cancelled.is_set():
                return entry._replace(winner=None, moves=None, proof="none", solved_by="")
        return entry

    monkeypatch.setattr(surveys, "monotonic", lambda: now[0])
    spy = Spy(monkeypatch, wait)
    assert spy.run(tmp_path, max_cells=9, total=7.0) == list(takes)
    assert now[0] == 107
    assert list(open_atlas(tmp_path, TRAIL).entries) == [(1, 1), (1, 2)]  # the third wasn't tried in full


def interrupt(entry: Entry) -> Entry:
    if entry.shape == (2, 2):
        raise KeyboardInterrupt
    return entry


def test_an_interrupted_survey_keeps_its_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy(monkeypatch, interrupt)
    with pytest.raises(KeyboardInterrupt):
        spy.run(tmp_path)
    atlas = open_atlas(tmp_path, TRAIL)
    assert list(atlas.entries) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    ran = run("trail", "--out", tmp_path)
    assert ran == (130, "\n", "gridlock: Interrupted.\n")
    assert open_atlas(tmp_path, TRAIL) == atlas
    spy.answer = lambda entry: entry
    assert spy.run(tmp_path, max_cells=5) == [(2, 2), (1, 5)]


def test_a_search_that_runs_out_of_time_leaves_an_open_entry() -> None:
    limits = Limits(threads=1, seconds=0.1, memory=1 << 24)
    entry = solve_board(BLOCKADE, (6, 6), limits, distance=True, fingerprint=SEARCH)
    assert entry == Entry("blockade", "", 6, 6, None, None, 0, 0.0, 0.1, "none", "", SEARCH)


def test_a_cancelled_search_does_not_count_as_tried() -> None:
    stop = threading.Event()
    limits = Limits(threads=1, memory=1 << 24, cancelled=stop, progress=lambda status: stop.set())
    entry = solve_board(BLOCKADE, (6, 6), limits, distance=True, fingerprint=SEARCH)
    assert (entry.winner, entry.solved_by, entry.tried_by) == (None, "", "")


def test_seconds_are_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search loses no time waiting for a busy machine, only computing."""
    clock = [5.0]
    monkeypatch.setattr(solving, "process_time", lambda: clock[0])

    def wins(solver: Solver, words: object) -> bool:
        assert solver.limits.seconds is None  # wall-clock time stops nothing
        for _ in range(3):
            clock[0] += 2.0
            assert solver.limits.progress is not None
            solver.limits.progress(Status(1, 1000.0, 0.5))
        solver._check_limits()
        return True

    monkeypatch.setattr(Solver, "wins", wins)
    limits = Limits(threads=1, seconds=6.0, memory=1 << 24)
    entry = solve_board(TRAIL, (3, 3), limits, distance=False, fingerprint=SEARCH)
    assert (entry.winner, entry.seconds, entry.time) == (1, 6, 6)
    entry = solve_board(TRAIL, (3, 3), replace(limits, seconds=5.9), distance=False, fingerprint=SEARCH)
    assert (entry.winner, entry.seconds, entry.time) == (None, 0, 5.9)


def test_the_winner_is_saved_if_the_distance_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*arguments: object) -> int:
        raise OutOfTime("Not done.")

    monkeypatch.setattr(Solver, "distance", give_up)
    entry = solve_board(TRAIL, (3, 3), LIMITS, distance=True, fingerprint=SEARCH)
    assert (entry.winner, entry.moves, entry.time, entry.proof) == (1, None, LIMITS.seconds, "matching")
    assert (entry.solved_by, entry.tried_by) == (SEARCH, SEARCH)
    entry = solve_board(TRAIL, (3, 3), LIMITS, distance=False, fingerprint=SEARCH)
    assert (entry.winner, entry.moves, entry.solved_by, entry.tried_by) == (1, None, SEARCH, "")


def test_the_entry_that_knows_more_wins() -> None:
    nothing, winner, all_known = entry_of(TRAIL, 2, 3), entry_of(TRAIL, 2, 3, 2), entry_of(TRAIL, 2, 3, 2, 6)
    for less, more in [(nothing, all_known), (winner, all_known)]:
        assert better(less._replace(time=99.0), more) == better(more, less._replace(time=99.0)) == more
    longer = winner._replace(time=99.0)
    assert (
        better(nothing._replace(time=99.0), winner) == better(winner, nothing._replace(time=99.0)) == longer
    )
    assert better(winner._replace(time=1.0), winner._replace(time=8.0)).time == 8
    assert better(nothing, None) == nothing


def test_what_is_open_was_last_tried_by_the_newer_search() -> None:
    old = entry_of(TRAIL, 2, 3, 2)._replace(time=99.0, solved_by=SEARCH, tried_by=SEARCH)
    new = entry_of(TRAIL, 2, 3)._replace(time=7.0, tried_by=OTHER)
    assert better(new, old) == old._replace(time=7.0, tried_by=OTHER)
    assert better(new._replace(tried_by=""), old) == old
    winner = new._replace(winner=2, nodes=77, proof="search", solved_by=OTHER)
    assert better(winner, old) == winner


def test_boards_are_solved_independently() -> None:
    spread = Variant("spread")
    first, second = (solve_board(spread, (3, 4), LIMITS, distance=True) for _ in range(2))
    assert first.nodes == second.nodes > 1


def test_a_survey_reports_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Spy(monkeypatch, lambda entry: entry)
    seen: list[Step] = []
    survey(open_atlas(tmp_path, TRAIL), SurveyOptions(LIMITS, 2), seen.append)
    assert seen == [(0, 2, "getting ready", 0), (0, 2, "1x1", 0), (1, 2, "1x2", 0)]
