"""The review of a match, in the terminal app."""

from __future__ import annotations

import itertools

import pytest

import gridlock
from boards import judge_of, state_of
from gridlock.match import Match
from gridlock.records import Record
from gridlock.rules import Position
from gridlock.tui.graph import draw_graph
from gridlock.tui.plan import Plan
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
    """Return the numbers of the losing moves by the naive judge."""
    positions = list(record.positions())
    return [
        number
        for number, (before, after) in enumerate(itertools.pairwise(positions), start=1)
        if winner(before) == before.turn and winner(after) != before.turn
    ]


async def test_review_shows_mistakes_and_offers_another_try() -> None:
    record = played("1,2 1,1 2,1 2,2")
    expected = mistakes(record)
    assert expected, "the example holds a mistake"
    async with running() as driver:
        driver.app.review(record)
        await driver.pilot.pause()
        await driver.settle()
        screen = driver.screen(ReviewScreen)
        assert [mistake.number for mistake in screen.review.mistakes] == expected
        assert screen.at == expected[0], "it begins at the first mistake"
        first = screen.review.mistakes[0]
        assert driver.says(f"Move {first.number}: you played {first.move}. {first.better} would have won")
        assert "!" in str(draw_graph(screen.review, screen.at, 40))
        await driver.press("home")
        assert driver.says("The start. You win in")
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


async def test_review_waits_for_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as driver:
        ready: list[str] = []
        monkeypatch.setattr(driver.app.preparation, "is_ready", lambda game: game.id in ready)
        driver.app.review(played("1,2 1,1 2,1 2,2"))
        await driver.pilot.pause()
        assert driver.says("Move 4: 2,2. Getting the solver ready (only once):")
        assert not driver.screen(ReviewScreen).review.judged
        ready.append("trail")
        await driver.settle()
        assert driver.screen(ReviewScreen).review.mistakes
        assert not driver.says("Getting the solver ready")


async def test_failed_bot_is_replaced_in_another_try() -> None:
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
        assert driver.says("O forfeited")
        assert not driver.says("t: try again")
        assert not any(key.startswith("t ") for key in driver.footer())
        await driver.press("t")
        assert driver.screen(ReviewScreen)
        await driver.press("p")
        assert screen.at == 1
        assert driver.says("t: try again")
        await driver.press("t")
        await driver.settle()
        assert driver.play.match.players == ("You", "perfect")


async def test_finished_game_offers_a_review() -> None:
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
