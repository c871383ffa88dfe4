"""Nothing that was acknowledged is lost, whoever else writes; and what is said of it is true."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gridlock import Limits, make
from gridlock.atlas.entries import Entry, open_atlas
from gridlock.atlas.survey import SurveyOptions, survey
from gridlock.match import Match
from gridlock.records import Ending, parse_records, read_records, record_file
from gridlock.rules.variant import Variant
from gridlock.saves import Autosave, resume_match, saved_matches, unfinished
from terminal import PATIENT_PROGRAM, ended, gridlock, rest_of, spawn

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def kept_match(*moves: str, specs: tuple[str, str] = ("human", "human")) -> Path:
    """A match that was left after these moves."""
    match = Match(make("trail"))
    autosave = Autosave(match, specs)
    for move in moves:
        match.play(move)
    autosave.close()
    assert autosave.path is not None
    return autosave.path


def moves_of(path: Path) -> list[list[str]]:
    return [[str(move) for move in record.moves] for record in read_records(path)]


# One file of records ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["o.txt", "./o.txt", "link.txt"])
def test_saving_to_the_file_that_is_recorded_to_keeps_the_rounds_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link.txt").symlink_to("o.txt")
    typed = ["1 1", "resign", "2 2", f"save {name}", "2 3", "resign"]
    ran = gridlock("play", "trail", "--rounds", "2", "--record", "o.txt", typed=typed)
    assert f"Saved to {name}." in ran.out
    assert moves_of(Path("o.txt")) == [["1,1"], ["2,2", "2,3"]]


def test_saving_twice_to_one_file_replaces_only_the_same_match(tmp_path: Path) -> None:
    file = tmp_path / "o.txt"
    typed = ["1 1", f"save {file}", "1 2", f"save {file}", "resign", "2 2", f"save {file}", "resign"]
    ran = gridlock("play", "trail", "--rounds", "2", typed=typed)
    assert ran.out.count(f"Saved to {file}.") == 3
    assert moves_of(file) == [["1,1", "1,2"], ["2,2"]]


def test_what_others_add_to_a_file_of_records_stays(tmp_path: Path) -> None:
    file = tmp_path / "o.txt"
    match, other = Match(make("trail")), '[Game "spread"]\n{ours}\n1. 3,3 *\n'
    match.play("2,2")
    record_file(file).save(match, match.record())
    file.write_text(other + "\n" + file.read_text() + "\n" + other)
    match.play("2,3")
    record_file(file).save(match, match.record())
    assert moves_of(file) == [["3,3"], ["2,2", "2,3"], ["3,3"]]
    file.write_text(other)  # somebody has thrown ours out: it comes back
    record_file(file).save(match, match.record())
    assert moves_of(file) == [["3,3"], ["2,2", "2,3"]]


def test_a_file_that_is_no_longer_one_of_records_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "o.txt"
    child = spawn("play", "trail", "--record", str(file))
    child.expect_exact("Enter row (1-4): ")
    child.sendline("2 2")
    child.expect_exact("Player 2's Turn")
    file.write_text("Dear diary,\n")
    child.sendline("2 3")
    child.expect_exact(f"The record couldn't be saved: {file}: Line 1: ")
    child.sendline("quit")
    assert ended(child) == 0
    assert file.read_text() == "Dear diary,\n"


def test_many_programs_record_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "o.txt"
    arguments = ["watch", "trail", "--p1", "random", "--p2", "random", "--delay", "0", "--rounds", "10"]
    programs = [
        subprocess.Popen(
            [*PATIENT_PROGRAM, *arguments, "--seed", str(seed), "--record", str(file)],
            stdout=subprocess.DEVNULL,
        )
        for seed in range(4)
    ]
    assert [program.wait() for program in programs] == [0] * 4
    records = read_records(file)
    assert len(records) == 40
    assert all(record.ending == Ending.STUCK for record in records)
    assert os.listdir(tmp_path) == ["o.txt"]


# One match --------------------------------------------------------------------------------------


def test_a_match_in_play_is_not_taken_up_by_a_second_program(tmp_path: Path) -> None:
    first = spawn("play", "trail")
    first.expect_exact("Enter row (1-4): ")
    first.sendline("2 2")
    first.expect_exact("Player 2's Turn")
    second = spawn("play", "--resume", "last")
    second.expect_exact(f"In use by another program (process {first.pid}).")
    second.expect_exact("Play a copy of it? (yes or no) ")
    second.sendline("yes")
    second.expect_exact("Player 2's Turn")
    second.sendline("1 2")
    second.expect_exact("Player 1's Turn")
    first.sendline("2 3")
    first.expect_exact("Player 1's Turn")
    for child in (first, second):
        child.sendline("quit")
        child.expect_exact("Resume it with: gridlock play --resume ")
        assert ended(child) == 0
    lines = {tuple(map(str, saved.record.moves)) for saved in saved_matches(pytest.fail)}
    assert lines == {("2,2", "2,3"), ("2,2", "1,2")}


def test_no_copy_is_played_if_nobody_wants_one() -> None:
    path = kept_match("2,2")
    taken = resume_match(path)
    child = spawn("play", "--resume", "last")
    child.expect_exact("Play a copy of it? (yes or no) ")
    child.sendline("no")
    assert ended(child) == 0
    taken.lock.release()
    assert len(saved_matches(pytest.fail)) == 1


def test_a_match_in_play_is_neither_offered_nor_discarded() -> None:
    older, newer = kept_match("2,2"), kept_match("3,3")
    taken = resume_match(newer)
    latest = unfinished(pytest.fail)
    assert latest is not None
    assert latest.path == older
    busy = saved_matches(pytest.fail)[0]
    assert busy.in_play
    assert busy.discard() == f"The match couldn't be deleted: {newer}: In use by this program."
    taken.lock.release()
    assert not busy.in_play
    assert busy.discard() == ""
    assert not newer.exists()


def test_the_lock_of_a_killed_program_locks_nothing() -> None:
    child = spawn("play", "trail")
    child.expect_exact("Enter row (1-4): ")
    child.sendline("2 2")
    child.expect_exact("Player 2's Turn")
    child.kill(9)
    ended(child)
    child = spawn("play", "--resume", "last")
    child.expect_exact("Player 2's Turn")
    child.sendline("2 3")
    child.expect_exact("Player 1's Turn")
    child.sendline("quit")
    assert ended(child) == 0
    (saved,) = saved_matches(pytest.fail)
    assert len(saved.record.moves) == 2


def test_a_kept_match_is_taken_up_as_it_is_now() -> None:
    path = kept_match("2,2")
    (saved,) = saved_matches(pytest.fail)
    path.write_text('[Game "trail"]\n1. 2,2 2. 2,3 *\n')
    taken = resume_match(saved.path)
    assert len(taken.record.moves) == 2
    taken.lock.release()


def test_a_kept_match_goes_on_in_its_own_file_when_its_file_is_named() -> None:
    path = kept_match("2,2")
    child = spawn("play", "--resume", str(path))
    child.expect_exact("Player 2's Turn")
    child.sendline("2 3")
    child.expect_exact("Player 1's Turn")
    child.sendline("quit")
    assert ended(child) == 0
    assert moves_of(path) == [["2,2", "2,3"]]
    assert len(saved_matches(pytest.fail)) == 1


# What is said about saving ----------------------------------------------------------------------


def test_a_match_that_cannot_be_saved_is_told_once_and_nothing_untrue_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "file"))
    child = spawn("play", "trail")
    said = ""
    for move in ("2 2", "2 3", "quit"):
        child.expect_exact("Enter row (1-4): ")
        said += child.before or ""
        assert said.count("The match couldn't be saved: ") == (move != "2 2")
        child.sendline(move)
    said = rest_of(child)
    assert f"It was not saved: {tmp_path / 'file'}" in said
    assert "--resume" not in said


def test_the_first_failure_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "file"))
    told: list[str] = []
    match = Match(make("trail"))
    autosave = Autosave(match, ("human", "human"), tell=told.append)
    for move in ("2,2", "2,3"):
        match.play(move)
        assert len(told) == 1
    assert not autosave.up_to_date
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "data"))
    match.play("2,4")
    assert autosave.up_to_date
    assert len(told) == 1
    autosave.close()


def test_a_game_without_a_move_promises_nothing() -> None:
    child = spawn("play", "trail")
    child.expect_exact("Enter row (1-4): ")
    child.sendline("quit")
    assert "--resume" not in rest_of(child)


# Comments and tags ------------------------------------------------------------------------------

REMARKED = (
    '[Game "trail"]\n[Event "The final"]\n[Date "2020-02-02"]\n'
    '[Time "5:00"]\n[Left1 "100.0"]\n[Left2 "99.5"]\n'
    "\n{begin} 1. 2,2 {good} 2. 2,3 {better} *\n"
)


def test_comments_and_foreign_tags_survive_going_on() -> None:
    (record,) = parse_records(REMARKED)
    match = Match.resume(record)
    match.play("2,4")
    again = match.record()
    assert again.comments == ((0, "begin"), (1, "good"), (2, "better"))
    assert again.tags["Event"] == "The final"
    assert again.date == "2020-02-02"
    match.undo()
    match.undo()
    match.play("1,2")  # another second move: the remark on the first one is no longer true
    assert match.record().comments == ((0, "begin"), (1, "good"))
    match.resign()
    assert match.record().tags == {"Event": "The final", "Undo": "2", "Time": "5:00"}


def test_they_survive_in_the_file_too(own_data: Path) -> None:
    file = own_data / "matches" / "20260101.txt"
    file.parent.mkdir(parents=True)
    file.write_text(REMARKED)
    child = spawn("play", "--resume", "last")
    child.expect_exact("Player 1's Turn")
    child.sendline("2 4")
    child.expect_exact("Player 2's Turn")
    child.sendline("quit")
    assert ended(child) == 0
    (record,) = read_records(file)
    assert len(record.moves) == 3
    assert record.comments == ((0, "begin"), (1, "good"), (2, "better"))
    assert record.tags["Event"] == "The final"


# Bad files among the good ones ------------------------------------------------------------------

BAD = {
    "variant-rows": '[Game "trail"][Variant "rows=5"] 1. 2,2 *',
    "variant-cols": '[Game "trail"][Variant "cols=5"] 1. 2,2 *',
    "variant-id": '[Game "trail"][Variant "id=5"] 1. 2,2 *',
    "garbage": "\x00\x01",
    "empty-tag": '[Game ""] *',
    "cut": '[Game "trail"',
}
STRANGE = {
    "left1": '[Game "trail"][Time "5:00"][Left1 "9e999"] 1. 2,2 *',
    "left2": '[Game "trail"][Time "5:00"][Left2 "1e300"] 1. 2,2 *',
    "hint": '[Game "trail"][Hint "9e999"] 1. 2,2 *',
    "analysis": '[Game "trail"][Analysis "' + "9" * 5000 + '"] 1. 2,2 *',
    "time": '[Game "trail"][Time "soon"][Left1 "-1"] 1. 2,2 *',
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_file_is_named_and_passed_over_and_left_alone(own_data: Path, bad: str) -> None:
    kept_match("2,2")
    file = own_data / "matches" / "99999999.txt"
    file.write_text(BAD[bad])
    for arguments in (["matches"], ["replay", "last"], ["review", "last"], ["play", "--resume", "last"]):
        ran = gridlock(*arguments, typed=["quit"])
        assert ran.status == 0, arguments
        assert ran.err.startswith(f"gridlock: Skipped: {file}: "), arguments
        assert ran.err.count("\n") == 1
        assert "Trail" in ran.out or "Player 2's Turn" in ran.out
    assert file.read_text() == BAD[bad]


@pytest.mark.parametrize("strange", STRANGE)
def test_a_match_with_strange_numbers_can_be_taken_up(own_data: Path, strange: str) -> None:
    (own_data / "matches").mkdir(parents=True)
    (own_data / "matches" / "1.txt").write_text(STRANGE[strange])
    ran = gridlock("play", "--resume", "last", "--p1", "random", typed=["2 3", "resign"])
    assert ran.status == 0
    assert ran.err == ""


# One atlas --------------------------------------------------------------------------------------

SEARCH = "0123abcd"  # the fingerprint of a search


def test_two_surveys_of_one_folder_keep_what_both_find(tmp_path: Path) -> None:
    kind = Variant("trail")
    asked = SurveyOptions(Limits(threads=1), max_cells=4)
    one, two = open_atlas(tmp_path, kind), open_atlas(tmp_path, kind)
    survey(one, asked)
    entry = Entry("trail", "", 1, 7, 1, 7, 3, 0.1, 10.0, "matching", SEARCH, "")
    two.add(entry)
    assert set(open_atlas(tmp_path, kind).entries) == {*one.entries, (1, 7)}
    assert set(two.entries) == {*one.entries, (1, 7)}, "what was merged is known here, too"


def test_whoever_knows_more_of_a_board_is_believed(tmp_path: Path) -> None:
    kind = Variant("trail")
    solved = Entry("trail", "", 2, 2, 2, 4, 3, 0.1, 10.0, "matching", SEARCH, "")
    winner = solved._replace(moves=None, tried_by=SEARCH)
    still_open = winner._replace(winner=None, proof="none", solved_by="")
    for first, second in ((solved, still_open), (solved, winner), (winner, still_open)):
        for order in ((first, second), (second, first)):
            folder = tmp_path / "".join(entry.value.replace(" ", "") for entry in order)
            folder.mkdir(exist_ok=True)
            for entry in order:  # each by a program that has not seen the other's
                fresh = open_atlas(folder, kind)
                fresh.entries.clear()
                fresh.add(entry)
            assert open_atlas(folder, kind).entries[2, 2].value == first.value


def test_an_atlas_that_names_nonsense_as_its_proof_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "trail.csv"
    columns = ",".join(Entry._fields)
    file.write_text(f"{columns}\ntrail,,1,2,2,2,3,0.0,10.0,\x1b[2J,{SEARCH},\n")
    ran = gridlock("atlas", "--check", "--out", str(tmp_path))
    assert ran.status == 2
    assert "line 2" in ran.err


# Files with more than one match -----------------------------------------------------------------

TWO = '[Game "trail"]\n[Player1 "Old"]\n\n1. 2,2 *\n\n[Game "trail"]\n\n1. 3,3 *\n'


@pytest.mark.parametrize("linked", [False, True])
def test_a_kept_file_with_several_matches_is_played_as_a_copy(
    own_data: Path, tmp_path: Path, linked: bool
) -> None:
    kept = own_data / "matches" / "20270101.txt"
    kept.parent.mkdir(parents=True)
    (tmp_path / "ours.txt").write_text(TWO if not linked else TWO.partition("\n\n[")[0] + "\n")
    if linked:
        kept.symlink_to(tmp_path / "ours.txt")
    else:
        kept.write_text(TWO)
    before = kept.read_text()
    child = spawn("play", "--resume", "last")
    child.expect_exact("You'll play a copy of its last match.")
    child.expect_exact("Player 2's Turn")
    child.sendline("3 2" if linked else "3 4")
    child.expect_exact("Player 1's Turn")
    child.sendline("quit")
    assert ended(child) == 0
    assert kept.read_text() == before
    assert len(saved_matches(pytest.fail)) == 2


def test_a_file_is_not_made_too_large_to_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock.records.reader._MAX_RECORDS", 1_000)
    monkeypatch.setattr("gridlock.records.files._SAFE_LENGTH", 10_000)
    file = tmp_path / "big.txt"
    file.write_text('[Game "trail"]\n\n1. 2,2 *\n\n' * 1_000)
    ran = gridlock("play", "trail", "--record", str(file), typed=["2 2", "resign"])
    assert "more than 1,000 matches." in ran.out
    assert ran.status == 0
    assert file.read_text().count("Game") == 1_000


def test_a_match_whose_moves_were_all_taken_back_leaves_no_file(own_data: Path) -> None:
    match = Match(make("trail"))
    autosave = Autosave(match, ("human", "human"))
    match.play("2,2")
    match.undo()
    autosave.close()
    assert list((own_data / "matches").iterdir()) == []


def test_a_kept_match_of_any_size_does_not_keep_anybody_waiting(own_data: Path) -> None:
    (own_data / "matches").mkdir(parents=True)
    (own_data / "matches" / "1.txt").write_text('[Game "trail"]\n\n' + "{}" * 500_000 + "*\n")
    ran = gridlock("matches")
    assert ran.err.endswith("1.txt: Larger than 256 KB.\n")
