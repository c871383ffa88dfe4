"""Learning a game in the terminal app."""

from __future__ import annotations

import pytest

import gridlock
from gridlock.lessons import Goal, lessons_of
from gridlock.rules import FIVE
from gridlock.tui.home import HomeScreen
from gridlock.tui.learn import LearnScreen
from terminal_app import Driver, at_home, running  # noqa: F401  (a fixture)

pytestmark = pytest.mark.slow


async def point(driver: Driver, move: int) -> None:
    """Make a move by typing its cells."""
    position = driver.screen(LearnScreen).practice.position
    parts = position.game.parts(position, move)
    await driver.press(*"".join(position.game.cell_text(cell, "") for cell in parts))


async def do(driver: Driver) -> None:
    """Complete the current step."""
    practice = driver.screen(LearnScreen).practice
    position = practice.position
    if practice.lesson.goal == Goal.FORBIDDEN:
        allowed = {position.game.parts(position, move)[0] for move in position.legal_moves()}
        empty = min(set(range(position.game.board.size)) - allowed)
        await driver.press(*position.game.cell_text(empty, ""))
    elif practice.lesson.goal == Goal.ANY:
        await point(driver, position.legal_moves()[0])
    while (wanted := practice.expected_move()) is not None:
        await point(driver, wanted)


@pytest.mark.parametrize(("number", "name"), list(enumerate(FIVE)), ids=FIVE)
async def test_all_lessons_can_be_played(number: int, name: str) -> None:
    lessons = lessons_of(gridlock.GAMES[name])
    async with running() as driver:
        await driver.press(*["right"] * number, "l")
        for step, lesson in enumerate(lessons, start=1):
            assert driver.says(f"Step {step} of {len(lessons)}: {lesson.title}")
            assert driver.says(lesson.text)
            await do(driver)
            assert driver.screen(LearnScreen).practice.done
            assert driver.says(lesson.right)
            await driver.press("n")
        await driver.settle()
        assert driver.play.match.game.id == name
        await driver.press("q")
        driver.screen(HomeScreen)


async def test_wrong_move_is_explained_and_hint_marks_the_cell() -> None:
    async with running() as driver:
        await driver.press("l", "n", "n", "3", "3")
        assert driver.says("Your opponent could still play 4,4.")
        await driver.press("h")
        assert driver.says("Hint: 4,4.")
        assert set(driver.screen(LearnScreen).board.scene.labels) == {15}
        await driver.press("p", "2", "2")
        assert driver.says("(2,2) touches your own token at (3,3).")
        assert driver.screen(LearnScreen).board.scene.blockers == {12}
        await driver.press("b")
        assert not driver.screen(LearnScreen).practice.done
        await driver.press("escape")
        driver.screen(HomeScreen)


async def test_step_off_the_board_is_illegal() -> None:
    async with running() as driver:
        await driver.press("down", "l", "left")
        assert driver.says("A step left leaves the board.")
        await driver.press("n", "left")
        assert driver.says("is blocked.")
        assert driver.screen(LearnScreen).practice.done


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_lesson_texts_fit_every_screen(size: tuple[int, int]) -> None:
    async with running(size=size) as driver:
        await driver.press("l", "n", "n", "n")
        await do(driver)
        assert "Press n to play a" in " ".join(driver.text().split())
        assert driver.footer()[-1] == "q Leave"
