"""The footer of every screen: its keys fit on a small terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import gridlock
from gridlock.match import Match
from gridlock.puzzles import puzzle_by_id
from gridlock.tui.home import HomeScreen
from gridlock.tui.plan import Plan
from gridlock.tui.puzzle import PuzzleScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from gridlock.tui.records import RecordsScreen
from gridlock.tui.review import ReviewScreen
from gridlock.tui.rules import RulesScreen
from gridlock.tui.setup import SetupScreen
from puzzle_samples import right_moves, wrong_move
from terminal_app import Driver, at_home, running  # noqa: F401  (a fixture)

pytestmark = pytest.mark.slow


async def assert_room(driver: Driver, last: str) -> None:
    """Check that the footer shows every key, up to this one."""
    await driver.pilot.pause()
    keys = driver.footer()
    line = driver.text().splitlines()[-1]
    assert keys[-1] == last
    assert line.split() == " ".join(keys).split(), line


async def test_footer_keys_are_clickable() -> None:
    async with running() as driver:
        await driver.pilot.pause()
        *_, line = driver.text().splitlines()
        await driver.pilot.click(offset=(line.index("Rules"), driver.app.size.height - 1))
        await driver.pilot.pause()
        driver.screen(RulesScreen)
        *_, line = driver.text().splitlines()
        await driver.pilot.click(offset=(line.index("Back"), driver.app.size.height - 1))
        await driver.pilot.pause()
        driver.screen(HomeScreen)


async def test_home_with_and_without_an_unfinished_match() -> None:
    async with running() as driver:
        await assert_room(driver, "q Quit")
        await driver.press("t", "enter", "3", "3", "q")
        driver.screen(HomeScreen)
        assert "c Resume" in driver.footer()
        await assert_room(driver, "q Quit")


async def test_footer_during_a_match() -> None:
    async with running(Plan(gridlock.make("trail", 2, 2))) as driver:
        await assert_room(driver, "q Leave")
        assert "h Hint" in driver.footer()
        await assert_room(driver, "q Leave")
        await driver.press("left", "a")
        await driver.settle()
        await assert_room(driver, "q Leave")
        for move in ("1,1", "1,2", "2,2", "2,1"):
            await driver.make(move)
        assert not {"r Redo", "h Hint"} & set(driver.footer())
        await assert_room(driver, "q Leave")
        await driver.press("u", "x", "enter")
        assert driver.play.match.can_redo
        await assert_room(driver, "q Leave")
        await driver.press("n")
        driver.screen(SetupScreen)
        await assert_room(driver, "esc Back")


@pytest.mark.parametrize("width", [60, 50, 40])
async def test_leave_and_rules_are_always_shown(width: int) -> None:
    async with running(size=(width, 20)) as driver:
        await driver.pilot.pause()
        for key, last in (("", "q Quit"), ("enter", "q Leave"), ("h", "q Leave")):
            if key:
                await driver.press(key)
                await driver.settle()
            line = driver.text().splitlines()[-1]
            assert line.rstrip().endswith(last)
            assert "? Rules" in line
            assert line.split() == " ".join(driver.footer()).split()
        await driver.pilot.resize_terminal(120, 20)
        await driver.pilot.pause()
        await assert_room(driver, "q Leave")
        assert "s Save" in driver.footer(), "what has room again comes back"


async def test_footer_of_puzzles() -> None:
    puzzle = puzzle_by_id("spread-easy-1")
    wrong = wrong_move(puzzle.position)
    async with running() as driver:
        await driver.press("p")
        driver.screen(PuzzleListScreen)
        await assert_room(driver, "esc Back")
        driver.app.solve_puzzle(puzzle.id)
        await assert_room(driver, "q Leave")
        await driver.press("l")
        await assert_room(driver, "q Leave")
        await driver.press(*puzzle.position.game.cell_text(wrong, ""))
        await driver.settle()
        await assert_room(driver, "q Leave")
        await driver.press("escape", *puzzle.position.game.cell_text(right_moves(puzzle)[0], ""))
        await driver.settle()
        assert "b Start over" in driver.footer()
        await assert_room(driver, "q Leave")
        await driver.press("s")
        await driver.settle()
        assert driver.screen(PuzzleScreen).solved
        await assert_room(driver, "q Leave")
        await driver.press("?")
        driver.screen(RulesScreen)
        await assert_room(driver, "esc Back")


async def test_footer_of_records_and_reviews(tmp_path: Path) -> None:
    match = Match(gridlock.make("trail", 3, 3))
    for move in ("1,2", "1,1", "2,1", "2,2"):
        match.play(move)
    file = tmp_path / "ours.txt"
    file.write_text(str(match.record()), encoding="utf-8")
    async with running() as driver:
        await driver.press("o")
        driver.screen(RecordsScreen)
        await assert_room(driver, "esc Back")
        await driver.press("f")
        await driver.answer(str(file))
        await assert_room(driver, "esc Back")
        await driver.press("enter")
        await driver.settle()
        assert driver.screen(ReviewScreen).review.mistakes
        for key in ("home", "end", "p"):
            await driver.press(key)
            await assert_room(driver, "q Leave")
