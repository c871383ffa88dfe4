"""The home screen of the terminal app, and the setup form."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select, Static

import gridlock
from gridlock.match import Match
from gridlock.tui.home import HomeScreen
from gridlock.tui.puzzle_list import PuzzleListScreen
from gridlock.tui.records import RecordsScreen
from gridlock.tui.review import ReviewScreen
from gridlock.tui.rules import RulesScreen
from gridlock.tui.setup import SetupScreen
from terminal_app import at_home, running  # noqa: F401  (a fixture)

pytestmark = pytest.mark.slow


async def test_home_shows_five_tiles_with_pictures_and_values() -> None:
    async with running() as driver:
        for size in ((80, 24), (120, 36), (120, 37)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
            text = driver.text()
            for kind in gridlock.GAMES.values():
                assert kind.name in text
                assert kind.title in text
                assert driver.says(kind.summary)
            for winner, moves in KNOWN.values():
                assert f"Player {winner} can win in {moves} moves" in text


KNOWN = {"spread": (2, 14), "crossfire": (1, 5), "lightcycle": (1, 15), "blockade": (1, 23)}
"""The winner and the distance of the standard boards, from independent programs."""


async def test_tile_values_come_from_the_atlas() -> None:
    async with running() as driver:
        tiles = driver.screen(HomeScreen).tiles
        assert {name: tiles[name].value for name in KNOWN} == KNOWN
        trail = tiles["trail"]
        assert trail.game.size_text == "6x6"
        assert trail.value is not None
        assert trail.value.winner == 2, "an even board has a perfect matching"


async def test_enter_plays_an_easy_bot_from_the_winning_seat() -> None:
    async with running() as driver:
        await driver.press("right", "enter")
        await driver.settle()
        assert driver.play.match.game.id == "crossfire"
        assert driver.play.match.players == ("You", "level:2")
        await driver.press("q")
        driver.screen(HomeScreen)


async def test_quick_boards_have_real_choices() -> None:
    async with running() as driver:
        await driver.press("down", "right", "enter")
        await driver.settle()
        assert (driver.play.match.game.id, driver.play.match.game.size_text) == ("trail", "6x6")
        assert driver.play.match.players == ("level:2", "You")
        assert driver.play.board.cursor != 18 or driver.play.match.moves


async def test_home_keys_open_every_screen() -> None:
    async with running() as driver:
        await driver.press("down", "down", "up", "left", "t", "enter")
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


async def test_setup_form_starts_a_match() -> None:
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
        form.query_one("#size", Select).value = ""
        form.query_one("#typed-size", Input).value = "6x7"
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
        ("typed-size", "9x9", "A board has at most 64 cells"),
        ("clock", "soon", "A time is minutes (5)"),
        ("typed2", "nobody", "There is no player 'nobody'"),
        ("typed2", "", "Against: type a player, or choose one from the list."),
    ],
)
async def test_invalid_form_shows_the_problem(field: str, value: str, sentence: str) -> None:
    async with running() as driver:
        await driver.press("n")
        form = driver.screen(SetupScreen)
        form.query_one("#player2", Select).value = "" if field == "typed2" else "random"
        form.query_one("#size", Select).value = "" if field == "typed-size" else "5x5"
        await driver.pilot.pause()
        form.query_one(f"#{field}", Input).value = value
        await driver.press("ctrl+s")
        assert sentence in str(driver.screen(SetupScreen).query_one("#problem", Static).content)


async def test_record_file_can_be_opened(tmp_path: Path) -> None:
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


async def test_empty_record_list_says_so() -> None:
    async with running() as driver:
        await driver.press("o")
        assert "You have no matches yet. Press f to open a record file." in driver.text()


async def test_fast_key_presses_are_all_handled() -> None:
    async with running() as driver:
        home = driver.screen(HomeScreen)
        for _ in range(3):  # without a pause in between, as a keyboard's repeat sends them
            home.action_step(1)
        assert home.selected is list(home.tiles.values())[3]
        home.action_row(-1)
        assert home.selected is list(home.tiles.values())[1]


@pytest.mark.parametrize("size", [(60, 20), (60, 10), (80, 24), (80, 14), (120, 40)])
async def test_arrow_keys_reach_and_scroll_to_every_tile(size: tuple[int, int]) -> None:
    async with running(size=size) as driver:
        home, seen = driver.screen(HomeScreen), []
        for key in ["down"] * 5 + ["up"] * 5:
            tile = home.selected
            assert tile.region.y >= 1
            assert tile.region.bottom < size[1], "above the last line"
            assert home.region.contains_region(tile.region)
            seen.append(tile.game.id)
            await driver.press(key)
        games = list(gridlock.GAMES)
        rows = {60: games, 80: [games[0], games[2], games[4]], 120: [games[0], games[3]]}[size[0]]
        assert list(dict.fromkeys(seen)) == rows
        assert home.selected.game.id == games[0]


@pytest.mark.parametrize("size", [(1, 1), (80, 1), (2, 40)])
async def test_page_keys_work_in_a_list_without_height(size: tuple[int, int]) -> None:
    async with running(size=size) as driver:
        await driver.press("p", "pagedown", "pageup", "end", "pageup")
        await driver.pilot.resize_terminal(80, 24)
        assert driver.screen(PuzzleListScreen).query_one(OptionList).highlighted is not None


@pytest.mark.parametrize("size", [(3, 2), (3, 8), (3, 37), (4, 1), (1, 1)])
async def test_tiny_window_settles(size: tuple[int, int]) -> None:
    async with running() as driver:
        await driver.press("n")
        await driver.pilot.resize_terminal(*size)
        await driver.press("escape")
        for key, kind in (("?", RulesScreen), ("o", RecordsScreen), ("p", PuzzleListScreen)):
            await driver.press(key)
            driver.screen(kind)
            await driver.press("escape")
        driver.screen(HomeScreen)
