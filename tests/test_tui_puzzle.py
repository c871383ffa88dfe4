"""Puzzles in the terminal app."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date

from gridlock.puzzles import Progress, Puzzle, daily, puzzle_by_id, solution
from gridlock.rules import Move, Position
from gridlock.text.puzzles import why_wrong
from gridlock.tui.puzzle import PuzzleScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from puzzle_samples import wrong_move
from terminal_app import (
    Driver,
    at_home,  # noqa: F401  (a fixture)
    running,
)


@asynccontextmanager
async def solving(puzzle: Puzzle) -> AsyncIterator[tuple[Driver, PuzzleScreen]]:
    """Run the app with a puzzle."""
    async with running() as driver:
        driver.app.solve_puzzle(puzzle.id)
        await driver.pilot.pause()
        yield driver, driver.screen(PuzzleScreen)


async def play_cell(driver: Driver, position: Position, move: Move) -> None:
    """Choose a one-cell move, and wait for the verdict."""
    await driver.press(*position.game.cell_text(move, ""))
    await driver.settle()


async def test_puzzle_failed_then_solved() -> None:
    async with running() as driver:
        await driver.press("p")
        driver.screen(PuzzleListScreen)
        await driver.press("down", "enter")
        screen = driver.screen(PuzzleScreen)
        puzzle = screen.puzzle
        assert puzzle == puzzle_by_id("spread-easy-1")
        wrong = wrong_move(puzzle.position)
        await play_cell(driver, puzzle.position, wrong)
        assert screen.verdict is not None
        assert not screen.verdict.right
        assert driver.says(f"Not quite: after {wrong} your opponent wins with")
        for sentence in why_wrong(puzzle.position, screen.verdict):
            assert driver.says(sentence)
        assert driver.says(f"How it continues: {wrong} {screen.verdict.line[0]}")
        assert not Progress.load().solved(puzzle.id)
        await driver.press("escape")
        assert screen.position == puzzle.position, "the wrong move is taken back"
        line = solution(puzzle.position)
        for number, move in enumerate(line[::2]):
            await play_cell(driver, screen.position, move)
            if number < len(line) // 2:
                assert driver.says(f"Right. Your opponent plays {line[2 * number + 1]}. Your move.")
                assert not Progress.load().solved(puzzle.id), "it goes on to the end"
        assert driver.says("Solved: your opponent cannot move.")
        assert driver.says("Why: ")
        assert driver.says("of 10 tries")
        assert Progress.load().counts()["spread-easy"]["later"] == 1
        await driver.press("n")
        assert screen.puzzle.id == "spread-easy-2"
        await driver.press("q")
        assert driver.screen(PuzzleListScreen)
        assert "1 of" in driver.text()


async def test_wrong_move_is_taken_back_and_puzzle_can_start_over() -> None:
    puzzle = puzzle_by_id("spread-easy-1")
    line = solution(puzzle.position)
    async with solving(puzzle) as (driver, screen):
        await driver.press("b")
        assert screen.position == puzzle.position, "there is nothing to take back yet"
        await play_cell(driver, puzzle.position, line[0])
        later = puzzle.position.play(line[0]).play(line[1])
        assert screen.position == later
        await play_cell(driver, later, wrong_move(later))
        assert driver.says("Not quite: after")
        await driver.press("escape")
        assert screen.position == later
        await driver.press("b")
        assert screen.position == puzzle.position


async def test_puzzle_gives_two_hints() -> None:
    puzzle = puzzle_by_id("spread-easy-1")
    line = solution(puzzle.position)
    async with solving(puzzle) as (driver, screen):
        await driver.press("h")
        await driver.settle()
        assert driver.says(f"Hint: you can win in {(puzzle.moves + 1) // 2} of your moves.")
        assert not screen.board.scene.labels
        assert Progress.load().counts() == {}, "the first hint is free"
        await driver.press("h")
        await driver.settle()
        assert driver.says(f"Hint: {line[0]} wins.")
        assert {cell: label.text for cell, label in screen.board.scene.labels.items()} == {int(line[0]): "◆"}
        for number, move in enumerate(line[::2]):
            await play_cell(driver, screen.position, move)
            assert not driver.says("Hint:")
            if number == 0:
                await driver.press("h")
                await driver.settle()
                assert driver.says("Hint: you can win"), "each position begins with the first hint"
        assert driver.says("Solved:")
        results = Progress.load().counts()["spread-easy"]
        assert (results["first"], results["later"]) == (0, 1), "not on the first try"


async def test_hint_after_a_wrong_answer() -> None:
    puzzle = puzzle_by_id("spread-easy-1")
    async with solving(puzzle) as (driver, screen):
        await play_cell(driver, puzzle.position, wrong_move(puzzle.position))
        await driver.press("h")
        await driver.settle()
        assert screen.answer is None, "the board is put back"
        assert driver.says(f"Hint: you can win in {(puzzle.moves + 1) // 2} of your moves.")
        await driver.press("h")
        await driver.settle()
        assert driver.says(f"Hint: {solution(puzzle.position)[0]} wins.")


async def test_solution_is_shown_and_can_be_played_out() -> None:
    async with running() as driver:
        await driver.press("p", "enter")
        screen = driver.screen(PuzzleScreen)
        assert screen.puzzle.id == daily(date.today()).id
        await driver.press("o")
        assert driver.screen(PuzzleScreen), "not before it is solved"
        await driver.press("s")
        await driver.settle()
        line = solution(screen.puzzle.position)
        assert driver.says(f"The solution: {' '.join(map(str, line))}")
        assert driver.says("Why: ")
        assert not driver.says("Right")
        assert not Progress.load().solved(screen.puzzle.id), "to be told does not count"
        await driver.press("o")
        await driver.settle()
        assert driver.play.match.positions[0] == screen.puzzle.position
        assert "perfect" in driver.play.match.players


async def test_light_cycle_puzzle_with_the_arrow_keys() -> None:
    puzzle = puzzle_by_id("lightcycle-easy-1")
    line = solution(puzzle.position)
    async with solving(puzzle) as (driver, screen):
        wrong = str(wrong_move(puzzle.position))
        await driver.press(wrong)
        await driver.settle()
        assert driver.says(f"Not quite: after {wrong} your opponent wins with")
        for move in line[::2]:  # the first of these takes the wrong step back, too
            await driver.press(str(move))
            await driver.settle()
        assert screen.solved
        assert driver.says("Solved: your opponent cannot move.")
    assert Progress.load().counts()["lightcycle-easy"]["later"] == 1
