"""The terminal app under stress: escape sequences, failing searches, unexpected keys."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Select
from textual.worker import WorkerCancelled

import gridlock
from gridlock.files import Lock
from gridlock.match import Match
from gridlock.puzzles import Progress, puzzle
from gridlock.records import Record, parse_records
from gridlock.saves import Autosave, resume_match, saved_matches
from gridlock.tui import analysis, home, play, review, tile
from gridlock.tui import puzzle as puzzle_screen
from gridlock.tui.dialogs import ChoiceDialog
from gridlock.tui.home import HomeScreen
from gridlock.tui.plan import Plan, against
from gridlock.tui.play import PlayScreen
from gridlock.tui.puzzle import PuzzleScreen
from gridlock.tui.records import RecordsScreen
from gridlock.tui.setup import SetupScreen
from terminal_app import (
    Driver,
    at_home,  # noqa: F401  (a fixture)
    running,
)
from test_foreign_text import ORDERS, record_full_of_orders

pytestmark = pytest.mark.slow


def notifications(driver: Driver) -> list[str]:
    """Return all notifications, including expired ones."""
    return [note.message for note in driver.app._notifications]


# Ordinary keys ----------------------------------------------------------------------------------


async def test_seats_can_be_swapped_first() -> None:
    async with running() as driver:
        await driver.press("n")
        screen = driver.screen(SetupScreen)
        screen.query_one("#player2", Select).value = ""
        await driver.press("ctrl+t")
        assert screen.query_one("#player1", Select).value == ""
        assert screen.query_one("#player2", Select).value == "human"
        screen.query_one("#typed1", Input).value = "mcts:5"
        await driver.press("ctrl+t")
        assert screen.query_one("#typed2", Input).value == "mcts:5"
        await driver.press("ctrl+s")
        assert driver.play.plan.specs == ("human", "mcts:5")


@pytest.mark.parametrize("name", ["~nosuchuser/x", "a\0b", "/dev/full", "/", "x" * 5000])
async def test_invalid_file_names(name: str) -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.press("s")
        await driver.answer(name)
        assert driver.says("Not saved: ")
        await driver.press("q", "o", "f")
        await driver.answer(name)
        driver.screen(RecordsScreen)
        assert driver.says("no such home folder") or driver.says(name[:60]) or driver.says("Not a")


async def test_saving_again_replaces_only_this_match(tmp_path: Path) -> None:
    file = tmp_path / "o.txt"
    async with running(Plan(gridlock.make("trail"))) as driver:
        for move in ("2,2", "2,3"):
            await driver.make(move)
            await driver.press("s")
            await driver.answer(str(file))
        await driver.press("x", "enter", "m")
        await driver.make("1,1")
        await driver.press("s")
        await driver.answer(str(file))
    assert [len(record.moves) for record in parse_records(file.read_text())] == [2, 1]


# Texts ------------------------------------------------------------------------------------------


def assert_printable(driver: Driver) -> None:
    bad = {letter for letter in driver.text() if not letter.isprintable() and letter != "\n"}
    assert not bad, sorted(map(ascii, bad))


async def test_records_cannot_send_escape_sequences(tmp_path: Path) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text(record_full_of_orders())
    (record,) = parse_records(file.read_text())
    matches = tmp_path / "data" / "matches"
    matches.mkdir(parents=True)
    (matches / "1.txt").write_text(str(record))
    (matches / "2.txt").write_text(
        str(Record(record.game, record.moves, players=record.players, comments=record.comments))
    )
    (matches / "3\x1b[2J.txt").write_text(ORDERS)
    async with running() as driver:
        driver.screen(ChoiceDialog)
        assert_printable(driver)
        assert "[2J" in driver.text(), "the orders are there, but as text"
        await driver.press("enter")
        await driver.settle()
        driver.screen(PlayScreen)
        assert_printable(driver)
        await driver.press("q", "o")
        assert_printable(driver)
        await driver.press("d")
        assert_printable(driver)
        await driver.press("escape", "f")
        await driver.answer(str(file))
        assert_printable(driver)
        await driver.press("enter")
        await driver.settle()
        assert_printable(driver)


async def test_bots_cannot_send_escape_sequences(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"def choose(position):\n    raise ValueError({ORDERS!r})\n")
    async with running(against(f"python:{bot}", gridlock.make("trail"), 1)) as driver:
        with suppress(WorkerCancelled):  # a bot that has lost is cancelled
            await driver.make("2,2")
        await driver.pilot.pause()
        assert driver.says("forfeits")
        assert_printable(driver)


# Matches that were kept -------------------------------------------------------------------------


def keep(*moves: str, specs: tuple[str, str] = ("human", "human")) -> Autosave:
    match = Match(gridlock.make("trail"), ("You", specs[1]))
    autosave = Autosave(match, specs)
    for move in moves:
        match.play(move)
    autosave.close()
    return autosave


@pytest.mark.parametrize("start", [False, True])
async def test_program_starts_only_after_confirmation(tmp_path: Path, start: bool) -> None:
    sign = tmp_path / "it-ran"
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(sign)!r}, 'w')\ndef choose(position):\n    return position.legal_moves()[0]\n")
    keep("2,2", specs=("human", f"python:{bot}"))
    async with running() as driver:
        await driver.press("enter")
        driver.screen(ChoiceDialog)
        assert driver.says("was a program:")
        assert str(bot)[-20:] in driver.panel()
        assert not sign.exists()
        await driver.press(*(["down"] if start else []), "enter")
        await driver.settle()
        assert sign.exists() == start
        assert driver.play.seats[1].is_human != start
        assert len(driver.play.match.moves) == 1 + start


@pytest.mark.parametrize("rest", ["\r" + " " * 50, "x" * 5000, "\x1b[2K"])
async def test_program_that_cannot_be_shown_in_full_is_not_offered(tmp_path: Path, rest: str) -> None:
    keep("2,2", specs=("human", f"engine:touch {tmp_path / 'it-ran'} {rest}"))
    async with running() as driver:
        await driver.press("enter")
        await driver.settle()
        assert driver.play.human_to_move
        assert notifications(driver) == ["Player 2 was a program. A person takes that seat."]
    assert not (tmp_path / "it-ran").exists()


async def test_record_from_a_file_starts_no_program(tmp_path: Path) -> None:
    sign = tmp_path / "it-ran"
    file = tmp_path / "theirs.txt"
    file.write_text(f'[Game "trail"]\n[Seat2 "engine:touch {sign}"]\n\n1. 2,2 *\n')
    async with running() as driver:
        await driver.press("o", "f")
        await driver.answer(str(file))
        await driver.press("enter")
        await driver.settle()
        await driver.press("t")
        await driver.settle()
        assert driver.play.plan.specs == ("perfect", "human")
    assert not sign.exists()


async def test_match_open_elsewhere_is_played_as_a_copy() -> None:
    autosave = keep("2,2")
    assert autosave.path is not None
    async with running() as driver:
        taken = resume_match(autosave.path)  # meanwhile, elsewhere
        await driver.press("enter")
        assert driver.says("This match is already open.")
        await driver.press("enter")
        await driver.settle()
        await driver.make("2,3")
        assert len(saved_matches(pytest.fail)) == 2
        taken.lock.release()
    assert len(parse_records(autosave.path.read_text())[0].moves) == 1


async def test_match_open_in_this_app_is_not_resumed_twice() -> None:
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
        path = driver.play.autosave.path
        assert path is not None
        assert Lock(path).held is False
        driver.app.resume(saved_matches(pytest.fail)[0])
        await driver.pilot.pause()
        assert driver.says("In use by this program.")
        await driver.press("escape")
        await driver.press("q")
        driver.app.resume(saved_matches(pytest.fail)[0])
        await driver.pilot.pause()
        await driver.settle()
        driver.screen(PlayScreen)


async def test_unreadable_file_is_reported_and_the_app_starts(tmp_path: Path) -> None:
    keep("2,2")
    bad = tmp_path / "data" / "matches" / "9.txt"
    bad.write_text('[Game "trail"][Variant "rows=5"] 1. 2,2 *')
    async with running() as driver:
        driver.screen(ChoiceDialog)
        assert [note for note in notifications(driver) if str(bad) in note and note.startswith("Skipped: ")]
        await driver.press("enter")
        await driver.settle()
        assert len(driver.play.match.moves) == 1
        await driver.press("q", "o", "q")
        assert len([note for note in notifications(driver) if str(bad) in note]) == 1, "once is enough"
    assert bad.exists()


async def test_many_unreadable_files_are_reported_in_one_sentence(tmp_path: Path) -> None:
    matches = tmp_path / "data" / "matches"
    matches.mkdir(parents=True)
    for number in range(12):
        (matches / f"{number:02}.txt").write_text("no record")
    async with running() as driver:
        (note,) = notifications(driver)
        assert note.startswith(f"Skipped: {matches / '11.txt'}: ")
        assert note.endswith("11 more files can't be read; run 'gridlock matches' to list them.")


async def test_long_names_are_shortened(tmp_path: Path) -> None:
    matches = tmp_path / "data" / "matches"
    matches.mkdir(parents=True)
    name = "x" * 100_000
    (matches / "1.txt").write_text(f'[Game "trail"][Player1 "{name}"][Date "{name}"] 1. 2,2 *')
    async with running() as driver:
        await driver.press("enter")
        await driver.settle()
        assert driver.says("Choose a cell.")
        assert len(driver.panel()) < 5000
        await driver.press("q", "o")
        assert "xxx..." in driver.text()


async def test_esc_does_not_resume_a_match_with_a_program(tmp_path: Path) -> None:
    keep("2,2", specs=("human", f"engine:touch {tmp_path / 'it-ran'}"))
    async with running() as driver:
        await driver.press("enter", "escape")
        driver.screen(HomeScreen)
        (saved,) = saved_matches(pytest.fail)
        assert not saved.in_play
    assert not (tmp_path / "it-ran").exists()


async def test_invalid_clocks_are_ignored(tmp_path: Path) -> None:
    matches = tmp_path / "data" / "matches"
    matches.mkdir(parents=True)
    (matches / "1.txt").write_text('[Game "trail"][Time "5:00"][Left1 "9e999"][Left2 "1e300"] 1. 2,2 *')
    async with running() as driver:
        await driver.press("enter")
        await driver.settle()
        assert driver.says("5:00")


async def test_quarantined_progress_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "puzzles.json").write_text('{"version": 99}')
    async with running() as driver:
        (note,) = notifications(driver)
        assert "newer version" in note
        assert str(tmp_path / "data" / "puzzles.json.damaged") in note


# Searches that fail -----------------------------------------------------------------------------


def fail(*args: Any, **kwargs: Any) -> Any:
    raise RuntimeError("no machine code today")


async def test_home_screen_survives_a_failing_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "solve", fail)
    monkeypatch.setattr(tile, "known", lambda game: None)  # as of games that come without an atlas
    async with running() as driver:
        driver.screen(HomeScreen).find_values()
        await driver.settle()
        assert any("no machine code today" in note for note in notifications(driver))
        await driver.press("t", "enter")
        await driver.settle()
        assert driver.play.human_to_move


async def test_other_screens_survive_a_failing_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "investigate", fail)
    monkeypatch.setattr(play, "find_hint", fail)
    monkeypatch.setattr(review, "fill", fail)
    monkeypatch.setattr(puzzle_screen, "check", fail)
    async with running(Plan(gridlock.make("trail"))) as driver:
        await driver.make("2,2")
        for key in ("a", "h"):
            await driver.press(key)
            await driver.settle()
            assert driver.play.human_to_move
        await driver.press("x", "enter", "v")
        await driver.settle()
        assert len([note for note in notifications(driver) if "no machine code today" in note]) >= 3
        await driver.press("q", "q")
        driver.app.solve_puzzle("spread-easy-1")
        await driver.pilot.pause()
        opened = puzzle("spread", "easy", 1).position
        await driver.press(*opened.game.cell_text(opened.legal_moves()[0], ""))
        await driver.settle()
        assert driver.screen(PuzzleScreen).answer is None, (
            "the move is taken back, because it was not checked"
        )
    assert Progress.load().counts() == {}, "and it does not count as a failure"
