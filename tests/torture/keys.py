"""The app under keys, clicks and sizes at random."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from gridlock import Value
from gridlock.tui import home
from terminal_app import Driver, running
from torture.campaign import Campaign

KEYS = (
    *"0123456789abcdefghijklmnopqrstuvwxyz?HJKL .:+~/\\",
    *("enter", "escape", "tab", "shift+tab", "space", "backspace", "delete", "home", "end", "pageup"),
    *("up", "down", "left", "right", "ctrl+s", "ctrl+t", "f1", "f5", "ctrl+a", "ctrl+z", "question_mark"),
)
SIZES = ((80, 24), (120, 40), (50, 16), (30, 8), (1, 1), (200, 60), (10, 50))
_STEPS = 80


async def misuse(driver: Driver, random: Random, steps: int) -> None:
    """Press keys, click and change the size of the screen at random."""
    for _ in range(steps):
        what = random.random()
        if what < 0.85:
            await driver.pilot.press(random.choice(KEYS))
        elif what < 0.95:
            width, height = driver.app.size
            await driver.pilot.click(offset=(random.randrange(width), random.randrange(height)))
        else:
            await driver.pilot.resize_terminal(*random.choice(SIZES))
        if driver.app._exit:
            return  # q on the home screen


async def _sitting(random: Random) -> None:
    async with running(size=random.choice(SIZES)) as driver:
        await misuse(driver, random, _STEPS)
        assert driver.app._exception is None


def keys(random: Random, folder: Path) -> None:
    """Somebody, or a cat, at the keyboard."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDLOCK_DATA", str(folder / "data"))
        patch.setattr(home, "solve", lambda position, limits: Value(2, 14))
        patch.chdir(folder)
        asyncio.run(_sitting(random))


KEY_CAMPAIGN = Campaign("sittings", {"keys": keys})
