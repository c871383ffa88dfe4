"""The app under random keys, clicks, pastes and resizes, with files that may be damaged."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from random import Random

import pytest
from textual import events

from gridlock import Value
from gridlock.match import Match
from gridlock.players.level import LEVELS
from gridlock.puzzles import DIFFICULTIES, puzzle
from gridlock.rules import FIVE
from gridlock.tui import home
from gridlock.tui.plan import Plan
from terminal_app import Driver, running
from torture.campaign import Campaign
from torture.rubbish import WORDS, any_text, game, record_text, spoilt_bytes

KEYS = (
    *"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ?!,;'\" .:+~/\\|é漢\U0001f600",
    *("enter", "escape", "tab", "shift+tab", "space", "backspace", "delete", "insert", "home", "end"),
    *("up", "down", "left", "right", "pageup", "pagedown", "shift+up", "ctrl+left", "alt+right"),
    *(
        "ctrl+s",
        "ctrl+t",
        "ctrl+a",
        "ctrl+z",
        "ctrl+v",
        "ctrl+u",
        "ctrl+w",
        "f1",
        "f5",
        "f12",
        "question_mark",
    ),
)
SIZES = ((80, 24), (120, 40), (50, 16), (30, 8), (1, 1), (200, 60), (10, 50), (3, 2), (81, 23))
_STEPS = 80
_ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1e999,
    float("nan"),
    "",
    "5",
    "x" * 9999,
    [],
    ["a"],
    {"a": [1]},
    [[[]]],
)
_BOTS = ("human", "random", "greedy", "level:1", "mcts:5", "equal", f"level:{len(LEVELS)}")


async def misuse(driver: Driver, random: Random, steps: int) -> None:
    """Press keys, click, paste and resize the screen at random."""
    for _ in range(steps):
        what = random.random()
        if what < 0.8:
            await driver.pilot.press(random.choice(KEYS))
        elif what < 0.92:
            await _point(driver, random)
        elif what < 0.96:
            text = random.choice(WORDS) if random.random() < 0.5 else any_text(random)
            driver.app.post_message(events.Paste(text))
            await driver.pilot.pause()
        else:
            await driver.pilot.resize_terminal(*random.choice(SIZES))
        if driver.app._exit:
            return  # q on the home screen


async def _point(driver: Driver, random: Random) -> None:
    """Click or scroll somewhere, with any button."""
    width, height = driver.app.size
    offset = random.randrange(width), random.randrange(height)
    if random.random() < 0.7:
        await driver.pilot.click(
            offset=offset, times=random.randint(1, 2), button=random.choice((1, 1, 2, 3))
        )
        return
    wheel = random.choice((events.MouseScrollDown, events.MouseScrollUp))
    driver.app.screen._forward_event(wheel(None, *offset, 0, 0, 0, False, False, False))
    await driver.pilot.pause()


async def _begin(driver: Driver, random: Random) -> None:
    """Open a random start screen."""
    app = driver.app
    ways = (
        lambda: app.start(Plan(game(random), (random.choice(_BOTS), random.choice(_BOTS)))),
        lambda: app.review(Match(game(random)).record()),
        lambda: app.learn(game(random)),
        lambda: app.show_rules(game(random)),
        lambda: app.solve_puzzle(puzzle(random.choice(FIVE), random.choice(DIFFICULTIES), 1).id),
        lambda: app.set_up(Plan(game(random))),
        app.show_records,
        app.show_puzzles,
    )
    random.choice(ways)()
    await driver.pilot.pause()


async def _sitting(random: Random, data: Path, damage: bool) -> None:
    async with running(size=random.choice(SIZES)) as driver:
        if random.random() < 0.5:
            await _begin(driver, random)
        await misuse(driver, random, _STEPS // 2)
        if damage and not driver.app._exit:
            _damage(data, random)
        if not driver.app._exit:
            await misuse(driver, random, _STEPS // 2)
        assert driver.app._exception is None
        if not driver.app._exit:
            assert all(letter.isprintable() for line in driver.text().splitlines() for letter in line)


async def _look_again() -> None:
    async with running() as driver:
        assert driver.app._exception is None


def _sit(random: Random, folder: Path, *, damage: bool) -> None:
    """Use the app for a while, then check that it starts again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDLOCK_DATA", str(folder / "data"))
        patch.setattr(home, "solve", lambda position, limits: Value(2, 14))
        patch.chdir(folder)
        asyncio.run(_sitting(random, folder / "data", damage))
        asyncio.run(_look_again())


def keys(random: Random, folder: Path) -> None:
    """A cat on the keyboard."""
    _sit(random, folder, damage=False)


def files(random: Random, folder: Path) -> None:
    """The same, with files damaged before the start and while the app runs."""
    _lay_out(folder / "data", random)
    _sit(random, folder, damage=True)


def _lay_out(data: Path, random: Random) -> None:
    """Write the app's files, some of them damaged."""
    (data / "matches").mkdir(parents=True)
    for number in range(random.randrange(4)):
        (data / "matches" / f"{number}.txt").write_bytes(record_text(random).encode(errors="replace"))
    (data / "setup.json").write_text(json.dumps(_setup(random)))
    solved = {"spread-easy-1": {"result": "first", "tries": 1, "date": "2026-11-16"}}
    (data / "puzzles.json").write_text(json.dumps({"version": 1, "puzzles": solved}))
    (data / "results.json").write_text(json.dumps({"version": 1, "results": {}}))
    _damage(data, random)


def _setup(random: Random) -> dict[str, object]:
    """Return the saved choices of the new-match form, now and then with an odd value."""
    choices: dict[str, object] = {
        "game": random.choice(FIVE),
        "rows": 5,
        "cols": random.randint(1, 9),
        "options": {},
        "players": [random.choice(_BOTS), random.choice(_BOTS)],
        "names": [any_text(random, 30), "Bob"],
        "clock": "5:00+3",
    }
    if random.random() < 0.5:
        choices[random.choice(list(choices))] = random.choice(_ODD)
    return choices


def _damage(data: Path, random: Random) -> None:
    """Damage, delete or replace some or all of the files."""
    if random.random() < 0.1:
        shutil.rmtree(data, ignore_errors=True)
        if random.random() < 0.5:
            data.write_text("not a folder")
        return
    for path in sorted(path for path in data.rglob("*") if path.is_file()):
        what = random.random()
        if what < 0.4:
            path.write_bytes(spoilt_bytes(path.read_bytes(), random))
        elif what < 0.5:
            path.unlink()
        elif what < 0.6:
            path.unlink()
            path.mkdir()
        elif what < 0.65:
            path.write_text("[" * 100_000)


KEY_CAMPAIGN = Campaign("sittings", {"keys": keys, "files": files})
