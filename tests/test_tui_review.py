"""The review of a match, and puzzles, in the terminal app."""

from __future__ import annotations

import itertools
from datetime import date

import gridlock
from boards import judge_of, state_of
from gridlock.match import Match
from gridlock.puzzles import Progress, daily, named
from gridlock.records import Record
from gridlock.rules import Position
from gridlock.tui.graph import draw_graph
from gridlock.tui.plan import Plan
from gridlock.tui.puzzle import PuzzleScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from gridlock.tui.review import ReviewScreen
from minimax import Minimax
from terminal_app import at_home, running  # noqa: F401  (a fixture)


def winner(position: Position) -> int:
    return Minimax(judge_of(position.game)).value(state_of(position))[0]


def played(moves: str, players: tuple[str, str] = ("You", "random")) -> Record:
    match = Match(gridlock.make("trail", 3, 3), players)
    for move in moves.split():
        match.play(move)
    record = match.record()
    record.tags.update({"Seat1": "human", "Seat2": "random"})
    return record


def mistakes(record: Record) -> list[int]:
    """The numbers of the moves after which the other side wins, by the naive judge."""
    positions = list(record.positions())
    return [
        number
        for number, (before, after) in enumerate(itertools.pairwise(positions), start=1)
        if winner(before) == before.turn and winner(after) != before.turn
    ]


async def test_a_review_shows_the_mistakes_and_lets_one_try_again() -> None:
    record = played("1,2 1,1 2,1 2,2")
    expected = mistakes(record)
    assert expected, "the example holds a mistake"
    async with running() as driver:
        driver.app.review(record)
        await driver.pilot.pause()
        await driver.settle()
        screen = driver.screen(ReviewScreen)
        assert [mistake.number for mistake in screen.found.mistakes] == expected
        assert screen.at == expected[0], "it begins at the first mistake"
        assert driver.says(screen.found.mistakes[0].text.splitlines()[0])
        assert "!" in str(draw_graph(screen.found, screen.at, 40))
        await driver.press("home")
        assert driver.says("The start. Player 1 wins in")
        assert {label.text[:2] for label in screen.board.scene.labels.values()} <= {"▲W", "▼L"}
        await driver.press("right")
        assert screen.at == 1
        await driver.press("left", "n")
        assert screen.at == expected[0]
        await driver.press("t")
        await driver.settle()
        before = list(record.positions())[expected[0] - 1]
        match = driver.play.match
        assert match.positions[0] == before
        assert match.players[before.turn - 1] == "You"
        assert match.players[2 - before.turn] == "random"
        assert not driver.play.analysing, "the answer is hidden"


async def test_a_bot_that_has_failed_is_not_played_again() -> None:
    match = Match(gridlock.make("trail", 3, 3), ("You", "random"))
    for move in ("1,2", "1,1", "2,1"):
        match.play(move)
    assert mistakes(match.record()) == [1]
    assert winner(match.position) == match.position.turn == 2
    match.forfeit(2, "Player 2 forfeits. It has crashed.")
    record = match.record()
    record.tags.update({"Seat1": "human", "Seat2": "random"})
    async with running() as driver:
        driver.app.review(record)
        await driver.pilot.pause()
        await driver.settle()
        screen = driver.screen(ReviewScreen)
        await driver.press("end")
        assert driver.says("Player 2 forfeited")
        assert not driver.says("t lets you try again")
        assert not any(key.startswith("t ") for key in driver.footer())
        await driver.press("t")
        assert driver.screen(ReviewScreen)
        await driver.press("p")
        assert screen.at == 1
        assert driver.says("t lets you try again")
        await driver.press("t")
        await driver.settle()
        assert driver.play.match.players == ("You", "perfect")


async def test_a_game_that_ends_offers_its_review() -> None:
    async with running(Plan(gridlock.make("trail", 2, 2))) as driver:
        await driver.press("v")  # not yet
        for move in ("1,1", "1,2", "2,2", "2,1"):
            await driver.make(move)
        assert "Review" in driver.text()
        await driver.press("v")
        await driver.settle()
        assert driver.says("No move gave a win away.")
        await driver.press("q")
        assert driver.play.match.outcome is not None


async def test_a_puzzle_is_failed_then_solved() -> None:
    async with running() as driver:
        await driver.press("p")
        driver.screen(PuzzleListScreen)
        await driver.press("down", "enter")
        screen = driver.screen(PuzzleScreen)
        puzzle = screen.puzzle
        assert puzzle == named("spread-easy-1")
        wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)
        assert winner(puzzle.position.play(wrong)) != puzzle.position.turn
        await driver.press(*puzzle.position.game.cell_text(wrong, ""))
        await driver.settle()
        assert screen.verdict is not None
        assert not screen.verdict.right
        assert driver.says(f"No: after {wrong} Player")
        assert not Progress.load().solved(puzzle.id)
        await driver.press("escape", *puzzle.position.game.cell_text(puzzle.solution, ""))
        await driver.settle()
        assert driver.says(f"Right: {puzzle.solution} is the only move that wins")
        assert Progress.load().solved(puzzle.id)
        await driver.press("n")
        assert screen.puzzle.id == "spread-easy-2"
        await driver.press("q")
        assert driver.screen(PuzzleListScreen)
        assert "1 of" in driver.text()


async def test_a_puzzle_gives_two_hints() -> None:
    puzzle = named("spread-easy-1")
    assert (str(puzzle.solution), puzzle.moves) == ("3,5", 3)
    async with running() as driver:
        driver.app.solve_puzzle(puzzle.id)
        await driver.pilot.pause()
        screen = driver.screen(PuzzleScreen)
        await driver.press("h")
        assert driver.says("Hint: the win takes 3 moves, and the move goes to row 3.")
        assert not screen.board.scene.labels
        assert Progress.load().counts() == {}, "the first hint is free"
        await driver.press("h")
        assert driver.says("Hint: the move is 3,5.")
        assert {cell: label.text for cell, label in screen.board.scene.labels.items()} == {14: "◆"}
        await driver.press("3", "5")
        await driver.settle()
        assert driver.says("Right: 3,5 is the only move that wins")
        found = Progress.load().counts()["spread-easy"]
        assert (found["first"], found["later"]) == (0, 1), "not at the first try"
        await driver.press("n", "h")
        assert driver.says("Hint: the win takes"), "the next puzzle begins with the first hint"


async def test_a_hint_after_a_wrong_answer_and_while_letters_move_the_cursor() -> None:
    puzzle = named("spread-easy-1")
    wrong = next(move for move in puzzle.position.legal_moves() if move != puzzle.solution)
    async with running() as driver:
        driver.app.solve_puzzle(puzzle.id)
        await driver.pilot.pause()
        screen = driver.screen(PuzzleScreen)
        await driver.press(*puzzle.position.game.cell_text(wrong, ""))
        await driver.settle()
        await driver.press("h")
        assert screen.answer is None, "the board is put back"
        assert driver.says("Hint: the win takes 3 moves")
        await driver.press("l")
        cursor = screen.board.cursor
        await driver.press("h")
        assert screen.board.cursor != cursor
        assert not driver.says("Hint: the move is")
        await driver.press("H")
        assert driver.says("Hint: the move is 3,5.")


async def test_the_solution_of_a_puzzle_is_shown_and_played_on() -> None:
    async with running() as driver:
        await driver.press("p", "enter")
        screen = driver.screen(PuzzleScreen)
        assert screen.puzzle.id == daily(date.today()).id
        await driver.press("o")
        assert driver.screen(PuzzleScreen), "not before it is solved"
        await driver.press("s")
        await driver.settle()
        moves = screen.puzzle.moves
        said = f"The solution: {screen.puzzle.solution}, which wins in {moves} move{'s' * (moves > 1)}."
        assert driver.says(said)
        assert not driver.says("Right:")
        assert not Progress.load().solved(screen.puzzle.id), "to be told does not count"
        await driver.press("o")
        await driver.settle()
        assert driver.play.match.positions[0] == screen.puzzle.position
        assert "perfect" in driver.play.match.players
