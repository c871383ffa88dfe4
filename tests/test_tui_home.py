"""The home screen of the terminal app, and setting up a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select, Static

import gridlock
from gridlock import Limits, Position, Value, solve
from gridlock.match import Match
from gridlock.tui import home
from gridlock.tui.home import HomeScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from gridlock.tui.records import RecordsScreen
from gridlock.tui.review import ReviewScreen
from gridlock.tui.rules import RulesScreen
from gridlock.tui.setup import SetupScreen
from terminal_app import at_home, running  # noqa: F401  (a fixture)


async def test_five_tiles_with_pictures_rules_and_values() -> None:
    async with running() as driver:
        text = driver.text()
        for kind in gridlock.GAMES.values():
            assert kind.name in text
            assert kind.title in text
            assert driver.says(kind.summary)
        assert text.count("Player 2 can win in 14 moves") == 5
        await driver.pilot.resize_terminal(120, 36)
        await driver.pilot.pause()
        assert "Player 2 can win in 14 moves" in driver.text()


async def test_the_values_come_from_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(position: Position, limits: Limits) -> Value:
        asked.append(position.game.id)
        return solve(position, limits=limits) if position.game.id == "crossfire" else Value(2, 3)

    monkeypatch.setattr(home, "solve", counted)
    async with running() as driver:
        assert asked == list(gridlock.GAMES)
        assert driver.screen(HomeScreen).tiles["crossfire"].value == Value(1, 5)


async def test_enter_plays_a_gentle_bot_from_the_seat_that_can_be_won() -> None:
    async with running() as driver:
        await driver.press("right", "enter")
        await driver.settle()
        assert driver.play.match.game.id == "crossfire"
        assert driver.play.match.players == ("level:2", "You")
        await driver.press("q")
        driver.screen(HomeScreen)


async def test_keys_lead_everywhere_and_back() -> None:
    async with running() as driver:
        await driver.press("down", "down", "up", "left", "t")
        assert driver.play.match.players == ("Player 1", "Player 2")
        assert driver.play.match.game.id == "crossfire"
        await driver.press("q", "?")
        driver.screen(RulesScreen)
        await driver.press("escape", "p")
        driver.screen(PuzzleListScreen)
        await driver.press("escape", "o")
        driver.screen(RecordsScreen)
        await driver.press("escape")
        driver.screen(HomeScreen)


async def test_a_match_is_set_up() -> None:
    async with running() as driver:
        await driver.press("n")
        form = driver.screen(SetupScreen)
        form.query_one("#game", Select).value = "crossfire"
        await driver.pilot.pause()
        assert driver.says("only the two long diagonals")
        form.query_one("#variant", Select).value = "diagonals=all"
        await driver.pilot.pause()
        assert driver.says("every diagonal")
        form.query_one("#player1", Select).value = "random"
        form.query_one("#player2", Select).value = ""
        form.query_one("#typed2", Input).value = "mcts:20"
        form.query_one("#size", Input).value = "6x7"
        form.query_one("#clock", Input).value = "5:00+3"
        await driver.press("ctrl+t", "ctrl+s")
        match = driver.play.match
        assert (match.game.id, match.game.size_text, match.game.options) == (
            "crossfire", "6x7", {"diagonals": "all"},
        )  # fmt: skip
        assert match.players == ("mcts:20", "random")
        assert match.clock is not None
        assert str(match.clock.control) == "5:00+3"
        await driver.settle()


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("size", "9x9", "A board has at most 64 cells"),
        ("clock", "soon", "A time is minutes (5)"),
        ("typed2", "nobody", "There is no player 'nobody'"),
        ("typed2", "", "Type who Player 2 is"),
    ],
)
async def test_a_form_that_cannot_be_played_says_why(field: str, value: str, sentence: str) -> None:
    async with running() as driver:
        await driver.press("n")
        form = driver.screen(SetupScreen)
        if field == "typed2":
            form.query_one("#player2", Select).value = ""
        form.query_one(f"#{field}", Input).value = value
        await driver.press("ctrl+s")
        assert sentence in str(driver.screen(SetupScreen).query_one("#problem", Static).content)


async def test_a_file_of_records_is_opened(tmp_path: Path) -> None:
    match = Match(gridlock.make("trail"))
    match.play("2,2")
    file = tmp_path / "ours.txt"
    file.write_text(f"{match.record()}\n{match.record()}", encoding="utf-8")
    async with running() as driver:
        await driver.press("o", "f")
        await driver.answer(str(tmp_path / "none.txt"))
        assert driver.says("No such file or directory.")
        await driver.press("f")
        await driver.answer(str(file))
        assert driver.screen(RecordsScreen).query_one(OptionList).option_count == 2
        await driver.press("enter")
        await driver.settle()
        assert driver.screen(ReviewScreen).record.moves == match.moves


async def test_the_list_of_records_says_in_full_that_it_is_empty() -> None:
    async with running() as driver:
        await driver.press("o")
        assert "There are no matches yet; f opens a file of records." in driver.text()


async def test_keys_that_come_quickly_are_all_obeyed() -> None:
    async with running() as driver:
        home = driver.screen(HomeScreen)
        for _ in range(3):  # without a pause in between, as a keyboard's repeat sends them
            home.action_step(1)
        assert home.picked is list(home.tiles.values())[3]
        home.action_row(-1)
        assert home.picked is list(home.tiles.values())[1]
