"""The setup form of the terminal app, and its saved defaults."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Select

import gridlock
from gridlock.clock import TimeControl
from gridlock.players.level import LEVELS
from gridlock.stats import Result, save_result
from gridlock.tui import setup
from gridlock.tui.home import HomeScreen
from gridlock.tui.plan import Plan, last_plan, save_plan
from gridlock.tui.setup import SetupScreen, player_choices, size_choices
from terminal_app import at_home, running  # noqa: F401  (a fixture)

pytestmark = pytest.mark.slow


def played(number: int, opponent: str, *, won: bool) -> None:
    """Save the result of a match of spread."""
    result = Result(
        "spread",
        "5x5",
        "",
        opponent,
        seat=2,
        won=won,
        ending="stuck",
        moves=12,
        date="2026-11-16",
        uncounted="",
    )
    save_result(f"match-{number:03}", result)


# What can be chosen -----------------------------------------------------------------------------


def test_levels_are_listed_with_names_and_descriptions() -> None:
    lines = {spec: line for line, spec in player_choices()}
    for number, level in enumerate(LEVELS, start=1):
        assert lines[f"level:{number}"] == f"level {number} · {level.name}: {level.line}"


def test_size_choices() -> None:
    listed = [text for text, _ in size_choices(gridlock.GAMES["trail"])]
    assert "4x4 (standard)" in listed
    assert "6x6" in listed
    for kind in gridlock.GAMES.values():
        for _, size in size_choices(kind)[:-1]:
            rows, cols = map(int, size.split("x"))
            gridlock.make(kind.id, rows, cols)


# Two people -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begins", "drawn", "seats"),
    [
        ("1", True, ("Ann", "Bob")),
        ("2", False, ("Bob", "Ann")),
        ("random", True, ("Bob", "Ann")),
        ("random", False, ("Ann", "Bob")),
    ],
)
async def test_two_people_choose_names_and_who_goes_first(
    begins: str, drawn: bool, seats: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "choice", lambda options: drawn)
    async with running() as driver:
        await driver.press("t", "A", "n", "n", "tab", "tab", "B", "o", "b")
        form = driver.screen(SetupScreen)
        assert "Ann" in driver.text()
        form.query_one("#begins", Select).value = begins
        await driver.press("enter") if begins == "1" else await driver.press("ctrl+s")
        assert driver.play.match.players == seats
        await driver.press("x", "enter", "m")
        assert driver.play.match.players == seats[::-1], "a rematch swaps the seats"
        await driver.press("q", "t")
        form = driver.screen(SetupScreen)
        assert [form.query_one(f"#name{side}", Input).value for side in (1, 2)] == ["Ann", "Bob"]


async def test_names_are_optional_but_must_differ() -> None:
    async with running() as driver:
        await driver.press("t")
        form = driver.screen(SetupScreen)
        form.query_one("#name1", Input).value = form.query_one("#name2", Input).value = "Ann"
        await driver.press("ctrl+s")
        assert driver.says("The players need different names.")
        form.query_one("#name1", Input).value = "\u0345" * 3
        await driver.press("ctrl+s")
        assert driver.says("Names can only have visible characters.")
        form.query_one("#name1", Input).value = ""
        await driver.press("ctrl+s")
        assert driver.play.match.players == ("Player 1", "Ann")


async def test_against_a_bot_either_side_can_go_first() -> None:
    async with running() as driver:
        await driver.press("n")
        form = driver.screen(SetupScreen)
        form.query_one("#player2", Select).value = "random"
        await driver.pilot.pause()
        form.query_one("#begins", Select).value = "2"
        await driver.press("ctrl+s")
        await driver.settle()
        assert driver.play.match.players == ("random", "You")


# What is remembered -----------------------------------------------------------------------------


async def test_form_starts_with_the_last_choices() -> None:
    async with running() as driver:
        await driver.press("n")
        form = driver.screen(SetupScreen)
        form.query_one("#game", Select).value = "crossfire"
        await driver.pilot.pause()
        form.query_one("#variant", Select).value = "diagonals=all"
        form.query_one("#size", Select).value = "7x7"
        form.query_one("#player2", Select).value = "level:3"
        form.query_one("#clock", Input).value = "5:00+3"
        await driver.press("ctrl+s", "q", "right", "n")
        form = driver.screen(SetupScreen)
        chosen = {
            name: form.query_one(f"#{name}", Select).value for name in ("game", "size", "player2", "variant")
        }
        assert chosen == {
            "game": "crossfire", "size": "7x7", "player2": "level:3", "variant": "diagonals=all",
        }  # fmt: skip
        assert form.query_one("#clock", Input).value == "5:00+3"
        await driver.press("escape", "left", "n")
        form = driver.screen(SetupScreen)
        assert form.query_one("#game", Select).value == "spread", "the game that is picked"
        assert form.query_one("#player2", Select).value == "level:3"


def test_plan_is_saved_and_loaded() -> None:
    plan = Plan(
        gridlock.make("crossfire", 6, 7, diagonals="all"),
        ("human", "mcts:20"),
        TimeControl(300, 3),
        names=("A", ""),
    )
    assert last_plan() is None
    save_plan(plan)
    assert last_plan() == plan


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "nonsense",
        '{"game": "chess"}',
        '{"game": "trail", "rows": 90, "cols": 9, "options": {}}',
        '{"game": "trail", "rows": 4, "cols": 4, "options": {}, "clock": "", "players": [1, 2]}',
        '{"game": "trail", "rows": 1e999, "cols": 4, "options": {}}',
        "[" * 5000,
        " " * (1 << 17),
    ],
)
def test_damaged_plan_is_ignored(text: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "setup.json").write_text(text, encoding="utf-8")
    assert last_plan() is None


async def test_match_starts_even_if_the_plan_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "file" / "data"))
    async with running() as driver:
        await driver.press("t", "enter")
        assert driver.play.match.players == ("Player 1", "Player 2")


# How the person stands --------------------------------------------------------------------------


async def test_home_shows_wins_by_level_and_plays_the_usual_opponent() -> None:
    played(1, "level:1", won=True)
    played(2, "level:3", won=False)
    played(3, "level:3", won=True)
    async with running() as driver:
        assert driver.says("Spread so far: level 1: 1 of 1 won, level 3: 1 of 2 won.")
        assert driver.says(f"Enter play Level 3 · {LEVELS[2].name}")
        await driver.press("right")
        assert not driver.says("so far")
        assert driver.says(f"Enter play Level 2 · {LEVELS[1].name}")
        await driver.press("left", "enter")
        await driver.settle()
        assert driver.play.match.players == ("level:3", "You")


async def test_suggested_level_can_be_played() -> None:
    for number in range(3):
        played(number, "level:2", won=True)
    async with running() as driver:
        assert driver.says("You have beaten level 2 three times: try level 3? Press g.")
        await driver.press("g")
        await driver.settle()
        assert driver.play.match.players == ("level:3", "You")
        await driver.make(str(driver.play.match.position.legal_moves()[0]))
        await driver.press("q", "right", "g")
        driver.screen(HomeScreen)


async def test_suggestion_comes_right_after_the_match() -> None:
    played(1, "level:2", won=False)
    played(2, "level:2", won=False)
    async with running(Plan(gridlock.make("spread"), ("level:2", "human"))) as driver:
        await driver.make(str(driver.play.match.position.legal_moves()[0]))
        await driver.press("x", "enter")
        assert driver.says("Level 2 has beaten you three times in a row: try level 1? Press g.")
        await driver.press("g")
        await driver.settle()
        assert driver.play.match.players == ("level:1", "You")


async def test_equal_bot_can_be_chosen() -> None:
    for number in range(8):
        played(number, "level:4", won=True)
    async with running() as driver:
        await driver.press("n")
        driver.screen(SetupScreen).query_one("#player2", Select).value = "equal"
        await driver.press("ctrl+s")
        spec = driver.play.match.players[1]
        assert spec.startswith("level:")
        assert int(spec.partition(":")[2]) >= 4, "who beats level 4 time and again is no weaker"
