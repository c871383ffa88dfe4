"""The terminal app saves every match, and offers to resume it."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

import gridlock
from gridlock.clock import TimeControl
from gridlock.files import write_whole
from gridlock.records import Ending, read_records
from gridlock.saves import autosave, saved_matches, specs_of, unfinished
from gridlock.tui.dialogs import ChoiceDialog
from gridlock.tui.home import HomeScreen
from gridlock.tui.plan import Plan, against
from terminal import ended, spawn_app
from terminal_app import (
    at_home,  # noqa: F401  (a fixture)
    running,
)
from waiting import DEADLINE, eventually

pytestmark = pytest.mark.slow


async def test_every_move_is_saved(tmp_path: Path) -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        assert saved_matches(pytest.fail) == []
        for move in ("2,2", "2,3"):
            await driver.make(move)
            (saved,) = saved_matches(pytest.fail)
            assert [str(made) for made in saved.record.moves][-1] == move
            assert saved.path.parent == tmp_path / "data" / "matches"
        await driver.press("u")
        assert len(saved_matches(pytest.fail)[0].record.moves) == 1
        await driver.press("x", "enter")
        assert saved_matches(pytest.fail)[0].record.ending == Ending.RESIGNATION
        assert unfinished(pytest.fail) is None


async def test_app_offers_to_resume_with_the_same_bot_and_clock() -> None:
    plan = Plan(gridlock.make("spread", 6, 6), ("random", "human"), control=TimeControl(300, 3))
    async with running(plan) as driver:
        await driver.make(str(driver.play.match.position.legal_moves()[3]))
        before = driver.play.match.moves
        assert len(before) == 3
    async with running() as driver:
        assert driver.says("Spread 6x6, random against You, 3 moves.")
        await driver.press("enter")
        await driver.settle()
        match = driver.play.match
        assert match.moves == before
        assert match.clock is not None
        assert 0 < match.clock.left(2) <= 306
        await driver.make(str(match.position.legal_moves()[0]))
        assert len(match.moves) == 5, "the bot plays on"
        assert len(saved_matches(pytest.fail)) == 1, "in the same file"


async def test_unfinished_match_can_wait_or_be_discarded() -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
    async with running() as driver:
        await driver.press("down", "enter")
        driver.screen(HomeScreen)
        assert unfinished(pytest.fail) is not None
        await driver.press("c")
        driver.screen(ChoiceDialog)
        await driver.press("down", "down", "enter")
        assert unfinished(pytest.fail) is None
        driver.screen(HomeScreen)


async def test_records_list_saved_matches() -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
        await driver.press("x", "enter", "q", "o")
        assert len(saved_matches(pytest.fail)) == 1
        await driver.press("d", "enter")
        assert len(saved_matches(pytest.fail)) == 1, "what cannot be undone is not chosen beforehand"
        await driver.press("d", "down", "enter")
        assert saved_matches(pytest.fail) == []


async def test_match_without_a_human_move_is_not_offered() -> None:
    async with running(against("random", gridlock.make("spread"), 2)) as driver:
        assert len(driver.play.match.moves) == 1
        await driver.press("q")
        assert "c Resume" not in driver.footer()
    (saved,) = saved_matches(pytest.fail)
    assert not saved.resumable
    async with running(Plan(gridlock.make("trail"), ("random", "random"))):
        pass
    assert unfinished(pytest.fail) is None
    async with running() as driver:
        driver.screen(HomeScreen)


async def test_failing_save_is_reported_once_and_play_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("GRIDLOCK_DATA", str(file / "data"))
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
        await driver.make("2,3")
        warnings = [note.message for note in driver.app._notifications]
        assert len(warnings) == 1
        assert warnings[0].startswith("The match couldn't be saved: ")
        assert len(driver.play.match.moves) == 2


async def test_missing_bot_becomes_a_person() -> None:
    async with running(against("random", gridlock.make("trail"), 1)) as driver:
        await driver.make("2,2")
    (saved,) = saved_matches(pytest.fail)
    saved.path.write_text(str(saved.record).replace('Seat2 "random"', 'Seat2 "gone:1"'), encoding="utf-8")
    assert specs_of(read_records(saved.path)[0]) == ("human", "human")


def test_match_survives_a_killed_process(tmp_path: Path) -> None:
    child = spawn_app(tmp_path)
    child.expect("Light Cycle")
    child.send("t")
    child.expect("Goes first")
    child.send("\r")
    child.expect("Choose a cell")
    child.send("33")
    child.expect("1\\..*3,3")
    child.send("22")
    child.expect("2\\..*2,2")
    child.kill(signal.SIGKILL)
    ended(child)

    child = spawn_app(tmp_path)
    child.expect("You have an unfinished match")
    child.expect("2 moves")
    child.send("\r")
    child.expect("Choose a cell")
    child.send("q")
    child.expect("Light Cycle")
    child.send("q")
    assert ended(child) == 0
    (file,) = (tmp_path / "matches").glob("*.txt")
    assert [str(move) for move in read_records(file)[0].moves] == ["3,3", "2,2"]


async def test_edited_file_is_resumed_as_far_as_it_is_legal() -> None:
    async with running(Plan(gridlock.make("trail"), control=TimeControl(60))) as driver:
        await driver.make("2,2")
    (saved,) = saved_matches(pytest.fail)
    saved.path.write_text(str(saved.record).replace('Time "1:00"', 'Time "soon"'), encoding="utf-8")
    saved.path.with_name("notes.txt").write_text("no record", encoding="utf-8")
    async with running() as driver:
        await driver.press("enter")
        assert driver.play.match.clock is None
        assert len(driver.play.match.moves) == 1


async def test_hint_before_the_first_move_saves_nothing() -> None:
    async with running(Plan(gridlock.make("trail", 2, 2))) as driver:
        await driver.press("h")
        await driver.settle()
        assert saved_matches(pytest.fail) == []


async def test_move_is_shown_only_after_it_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a slow disk writes, the screen stays responsive and no key is lost."""
    may_write = threading.Event()
    write = write_whole

    def slowly(path: Path, text: str) -> None:
        may_write.wait(DEADLINE)
        write(path, text)

    monkeypatch.setattr(autosave, "write_whole", slowly)
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.pilot.press("2", "2")
        await eventually(lambda: driver.play.match.moves)
        assert driver.play.saving
        assert len(driver.play.match.moves) == 1
        assert driver.play.board.scene.position == gridlock.make("trail").start(), "nothing is shown yet"
        assert saved_matches(pytest.fail) == []
        await driver.pilot.press("2", "3")  # the answer, typed before the first move is shown
        await driver.pilot.pause()
        assert len(driver.play.match.moves) == 1
        may_write.set()
        await driver.settle()
        assert [str(move) for move in driver.play.match.moves] == ["2,2", "2,3"]
        assert driver.play.board.scene.position == driver.play.match.position
        (saved,) = saved_matches(pytest.fail)
        assert len(saved.record.moves) == 2


@pytest.mark.parametrize("key", ["q", "ctrl+q", ""])
async def test_leaving_during_a_save_loses_nothing(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    leaving = threading.Event()
    write = write_whole

    def slowly(path: Path, text: str) -> None:
        leaving.wait(DEADLINE)
        time.sleep(0.3)  # so that the app is left meanwhile
        write(path, text)

    monkeypatch.setattr(autosave, "write_whole", slowly)
    async with running(Plan(gridlock.make("trail"))) as driver:
        play = driver.play
        await driver.pilot.press("2", "2")
        await eventually(lambda: play.match.moves)
        leaving.set()
        if key:
            await driver.pilot.press(key)
    (saved,) = saved_matches(pytest.fail)
    assert len(saved.record.moves) == 1
    assert not saved.in_play
