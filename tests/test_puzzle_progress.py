"""Puzzle progress survives damage and concurrent writes, and decides which puzzle comes next."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from gridlock import GAMES
from gridlock.files import Lock, locks
from gridlock.puzzles import (
    Progress,
    catalogue,
    count,
    daily,
    due_puzzle,
    puzzle,
    puzzle_after,
    puzzle_by_id,
    suggested_puzzle,
)
from gridlock.text.puzzles import progress_text
from puzzle_samples import DAY, all_of, wrong_move
from terminal import gridlock
from waiting import DEADLINE


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the tests away from the user's progress."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    return tmp_path / "puzzles.json"


def test_progress_is_saved_and_loaded() -> None:
    first, second, third = (puzzle("spread", "easy", number) for number in (1, 2, 3))
    progress = Progress.load()
    progress.add_attempt(first, True)
    progress.add_attempt(second, False)
    progress.add_attempt(second, True)
    progress.add_attempt(third, False)
    progress.add_attempt(first, False)  # once solved, it stays so
    for seen in (progress, Progress.load()):
        assert [seen.solved(sample.id) for sample in (first, second, third)] == [True, True, False]
        assert seen.counts() == {"spread-easy": {"first": 1, "later": 1, "failed": 1}}
        assert seen.next_number("spread", "easy") == 4
        assert seen.next_number("spread", "hard") == 1
        assert not seen.remark


def test_the_next_number_when_all_were_tried() -> None:
    progress = Progress.load()
    for sample in all_of("crossfire-all", "medium"):
        progress.add_attempt(sample, sample.id != "crossfire-all-medium-3")
    assert progress.next_number("crossfire-all", "medium") == 3
    progress.add_attempt(puzzle("crossfire-all", "medium", 3), True)
    assert progress.next_number("crossfire-all", "medium") == 1


def test_the_contents_of_the_file(own_data: Path) -> None:
    sample = puzzle("trail", "hard", 5)
    Progress.load().add_attempt(sample, False, today=DAY)
    Progress.load().add_attempt(daily(DAY), True, today=DAY)
    assert json.loads(own_data.read_text()) == {
        "version": 1,
        "puzzles": {
            "daily-2026-11-16": {"result": "first", "tries": 1, "date": "2026-11-16"},
            f"trail {sample.position.text}": {"result": "failed", "tries": 1, "date": "2026-11-16"},
        },
    }


def test_a_renumbered_puzzle_is_still_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = puzzle("spread", "easy", 1), puzzle("spread", "easy", 2)
    Progress.load().add_attempt(second, True)
    series = catalogue._series("spread")
    turned = {**series.lines, "easy": series.lines["easy"][::-1]}
    monkeypatch.setattr(catalogue, "_series", lambda kind: series._replace(lines=turned))
    last = count("spread", "easy")
    assert puzzle_by_id(f"spread-easy-{last}").position == first.position
    progress = Progress.load()
    assert [progress.solved(f"spread-easy-{number}") for number in (1, 2, last - 1, last)] == [
        False,
        False,
        True,
        False,
    ]
    assert progress.next_number("spread", "easy") == 1


UNKNOWN = """{
 "version": 1,
 "puzzles": {
  "daily-2026-11-14": {"result": "first", "tries": 1, "date": "2026-11-14"},
  "daily-2026-11-15": {"result": "later", "tries": 3, "date": "2026-11-15"},
  "kayles .... 1": {"result": "failed", "tries": 2, "date": "2026-11-02"}
 }
}
"""
"""With a puzzle of a game that isn't loaded."""


def test_unknown_puzzles_stay_in_the_file_and_are_not_counted(own_data: Path) -> None:
    own_data.write_text(UNKNOWN)
    progress = Progress.load()
    assert not progress.remark
    assert progress.streak(DAY) == 2
    assert progress.solved("daily-2026-11-14")
    progress.add_attempt(puzzle("spread", "easy", 1), True, today=DAY)
    there = json.loads(own_data.read_text())["puzzles"]
    assert json.loads(UNKNOWN)["puzzles"].items() <= there.items()
    assert len(there) == 4
    assert Progress.load().counts() == {
        "daily": {"first": 1, "later": 1, "failed": 0},
        "spread-easy": {"first": 1, "later": 0, "failed": 0},
    }
    assert gridlock("puzzle", "--progress").out.count("\n") == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        "\x00",
        '{"version": 2, "puzzles": {}}',
        '{"version": 1}',
        '{"version": 1, "puzzles": {"spread-easy-1": 3}}',
        '{"version": 1, "puzzles": {"spread-easy-1": {"result": "fine", "tries": 1, "date": "2026-11-16"}}}',
        '{"version": 1, "puzzles": {"spread-easy-1": {"result": "first", "tries": 1, "date": "today"}}}',
        "[" * 100_000,
        '{"version": 1, "puzzles": [[1, {"result": "first", "tries": 1, "date": "2026-11-16"}]]}',
        '{"version": 1, "puzzles": {"a": {"result": "first", "tries": %s, "date": "2026-11-16"}}}'
        % ("9" * 4000),
        '{"version": 1, "puzzles": {"a": {"result": "first", "tries": -1, "date": "2026-11-16"}}}',
        '{"version": 1, "puzzles": {}}' + " " * (8 << 20),
    ],
)
def test_a_damaged_file_is_set_aside(own_data: Path, text: str) -> None:
    for name in ("puzzles.json.damaged", "puzzles.json.damaged2"):  # what was set aside stays
        own_data.write_text(text)
        progress = Progress.load()
        what = "is from a newer version of Gridlock" if '"version": 2' in text else "could not be read"
        assert progress.remark == (
            f"Your progress in {own_data} {what}. It was set aside as {own_data.with_name(name)}."
        )
        assert own_data.with_name(name).read_text() == text
        assert progress.counts() == {}


def test_a_binary_file_is_set_aside(own_data: Path) -> None:
    own_data.write_bytes(b"\xff\xfe\x00")
    assert gridlock("puzzle", "--progress").out == (
        f"Your progress in {own_data} could not be read. It was set aside as {own_data}.damaged.\n"
        "You haven't tried a puzzle yet.\n"
    )
    assert own_data.with_name("puzzles.json.damaged").read_bytes() == b"\xff\xfe\x00"


def test_damage_between_two_answers_loses_nothing(own_data: Path) -> None:
    progress = Progress.load()
    progress.add_attempt(puzzle("spread", "easy", 1), True)
    own_data.write_text("{")
    progress.add_attempt(puzzle("spread", "easy", 2), True)
    assert "set aside" in progress.remark
    assert Progress.load().counts() == {"spread-easy": {"first": 2, "later": 0, "failed": 0}}


def test_puzzles_of_other_versions_are_kept(own_data: Path) -> None:
    unknown = {"hex-easy-1": {"result": "first", "tries": 1, "date": "2026-11-16"}}
    own_data.write_text(json.dumps({"version": 1, "puzzles": unknown}))
    progress = Progress.load()
    progress.add_attempt(puzzle("spread", "easy", 1), True)
    assert progress.counts()["spread-easy"] == {"first": 1, "later": 0, "failed": 0}
    assert "hex-easy-1" in json.loads(own_data.read_text())["puzzles"]


def test_two_programs_that_write_in_turn() -> None:
    one, two = Progress.load(), Progress.load()
    one.add_attempt(puzzle("spread", "easy", 1), True)
    two.add_attempt(puzzle("spread", "easy", 2), False)
    two.add_attempt(puzzle("spread", "easy", 1), False)  # solved by the other already
    one.add_attempt(puzzle("spread", "easy", 2), True)
    expected = {"spread-easy": {"first": 1, "later": 1, "failed": 0}}
    assert one.counts() == two.counts() | expected == Progress.load().counts() == expected


def test_several_programs_that_write_at_once() -> None:
    program = (
        "import sys; from gridlock.files import locks; from gridlock.puzzles import Progress, puzzle\n"
        "locks.PATIENCE = 600\n"
        "progress = Progress.load()\n"
        "for number in range(1, 16): progress.add_attempt(puzzle(sys.argv[1], 'easy', number), True)"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, name]) for name in GAMES]
    assert [child.wait() for child in running] == [0] * len(GAMES)
    counts = Progress.load().counts()
    assert counts == {f"{name}-easy": {"first": 15, "later": 0, "failed": 0} for name in sorted(GAMES)}


@pytest.mark.parametrize("when", [0, 2**32])
def test_a_leftover_lock_file_blocks_no_program(own_data: Path, when: int) -> None:
    lock = own_data.with_name(".puzzles.json.lock")
    lock.write_text("1 elsewhere\n")
    os.utime(lock, (when, when))
    Progress.load().add_attempt(puzzle("spread", "easy", 1), True)
    assert Progress.load().solved("spread-easy-1")
    assert not lock.exists()


def test_a_program_stopped_while_saving_overwrites_nothing(
    own_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One program is stopped while saving; the other waits for it, and both attempts are kept."""
    program = (
        "import os, signal\n"
        "from gridlock.files import json_file\n"
        "from gridlock.puzzles import Progress, puzzle\n"
        "write = json_file.write_whole\n"
        "def stop_first(path, text):\n"
        "    print('stopped', flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGSTOP)\n"
        "    write(path, text)\n"
        "json_file.write_whole = stop_first\n"
        "Progress.load().add_attempt(puzzle('trail', 'easy', 1), True)"
    )
    stopped = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    assert stopped.stdout is not None
    assert stopped.stdout.readline() == b"stopped\n"
    waited = _wake_when_waited_for(stopped, monkeypatch)
    Progress.load().add_attempt(puzzle("spread", "easy", 1), True)
    assert waited
    assert stopped.wait() == 0
    stopped.stdout.close()
    assert Progress.load().solved("spread-easy-1")
    assert Progress.load().solved("trail-easy-1")


def _wake_when_waited_for(stopped: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> list[Lock]:
    """Resume a program once we have found its file locked; return the locks we have waited for."""
    waited: list[Lock] = []
    attempt = Lock._try

    def try_lock(lock: Lock) -> bool:
        taken = attempt(lock)
        if not taken:
            waited.append(lock)
            stopped.send_signal(signal.SIGCONT)
        return taken

    monkeypatch.setattr(Lock, "_try", try_lock)
    monkeypatch.setattr(locks, "PATIENCE", DEADLINE)
    return waited


def test_a_lock_that_is_never_released_is_reported(own_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    with Lock(own_data):
        wrong = str(wrong_move(puzzle("spread", "easy", 1).position))
        ran = gridlock("puzzle", "spread", typed=[wrong, "quit"])
        assert f"Your progress couldn't be saved: {own_data}: In use by this program.\n" in ran.out
    assert ran.status == 0


def test_the_streak() -> None:
    progress = Progress.load()
    for back in (1, 2, 3, 5):
        day = DAY - timedelta(back)
        progress.add_attempt(daily(day), True, today=day)
    assert progress.streak(DAY) == 3  # today's can still be solved
    progress.add_attempt(daily(DAY), False, today=DAY)
    assert progress.streak(DAY) == 3
    progress.add_attempt(daily(DAY), True, today=DAY)
    assert progress.streak(DAY) == 4
    assert progress.streak(DAY + timedelta(2)) == 0
    progress.add_attempt(daily(DAY - timedelta(4)), True, today=DAY)  # too late for that day
    assert progress.streak(DAY) == 4
    assert progress_text(progress, "daily").startswith("Daily: 6 solved, 5 on the first try; ")


def test_a_streak_from_the_first_possible_day() -> None:
    progress = Progress.load()
    for ordinal in range(1, 5):
        day = date.fromordinal(ordinal)
        progress.add_attempt(daily(day), True, today=day)
    assert progress.streak(date.fromordinal(4)) == 3, "the day before the first does not exist"


def test_which_puzzle_is_suggested() -> None:
    progress = Progress.load()
    assert suggested_puzzle(progress, DAY) == daily(DAY)
    assert suggested_puzzle(progress, DAY, "hard") == puzzle("spread", "hard", 1)
    progress.add_attempt(daily(DAY), True)
    assert suggested_puzzle(progress, DAY) == puzzle("spread", "easy", 1)
    progress.add_attempt(puzzle("spread", "easy", 1), False)
    assert suggested_puzzle(progress, DAY) == puzzle("crossfire", "easy", 1)
    for name in GAMES:
        progress.add_attempt(puzzle(name, "easy", 1), True)
    assert due_puzzle(progress, "easy") == puzzle("spread", "easy", 2)


def test_which_puzzle_follows() -> None:
    progress = Progress.load()
    assert puzzle_after(puzzle("trail", "hard", 7), progress) == puzzle("trail", "hard", 8)
    assert puzzle_after(puzzle("trail", "hard", count("trail", "hard")), progress) == puzzle(
        "trail", "hard", 1
    )
    assert puzzle_after(daily(DAY), progress) == puzzle("spread", "easy", 1)
