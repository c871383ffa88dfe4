"""A driver for the terminal app in tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial, partialmethod
from typing import Any, TypeVar

import pytest
from textual.notifications import Notification
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static

from gridlock.tui.app import GridlockApp
from gridlock.tui.footer import KeyFooter
from gridlock.tui.match_screen import MatchScreen
from gridlock.tui.plan import Plan
from waiting import DEADLINE

S = TypeVar("S", bound=Screen[Any])

_MOST_DRAWINGS = 200  # in a row, before an app rests
_TICK = 0.01  # seconds between two looks at an app that draws nothing for now


@pytest.fixture(autouse=True)
def at_home(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test its own data folder."""
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "data"))


class Driver:
    """Presses keys in an app, and reads its screen."""

    def __init__(self, app: GridlockApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    def screen(self, kind: type[S]) -> S:
        """Return the current screen, and check its type."""
        assert isinstance(self.app.screen, kind), self.app.screen
        return self.app.screen

    @property
    def play(self) -> MatchScreen:
        return self.screen(MatchScreen)

    async def press(self, *keys: str) -> None:
        """Press keys, and wait after each until its effects are saved and shown."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            await self.saved()

    async def saved(self) -> None:
        """Wait until all saves are written and shown."""
        for worker in [worker for worker in self.app.workers if worker.group == "saving"]:
            await worker.wait()
        await self.pilot.pause()

    async def answer(self, text: str) -> None:
        """Answer a text dialog."""
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def settle(self) -> None:
        """Wait until all bots and searches are done."""
        while self.app.workers:
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
        await self.pilot.pause()

    async def make(self, move: str) -> None:
        """Play a move by typing its cells."""
        position = self.play.match.position
        parts = position.game.parts(position, position.parse_move(move))
        await self.pilot.press(*"".join(position.game.cell_text(cell, "") for cell in parts))
        await self.settle()

    def text(self) -> str:
        """Return the text on the screen."""
        width = self.app.size.width
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).ljust(width) for strip in strips)

    def says(self, words: str) -> bool:
        """Whether the screen shows these words, ignoring line breaks."""
        return words.split() == [] or " ".join(words.split()) in " ".join(self.panel().split())

    def footer(self) -> list[str]:
        """Return the footer's keys with their labels; none if the screen has no footer."""
        return [
            f"{key.display} {key.description}"
            for line in self.app.screen.query(KeyFooter)
            for key in line.keys
        ]

    def panel(self) -> str:
        """Return the text beside or below the board."""
        return "\n".join(str(widget.content) for widget in self.app.screen.query(Static))


async def _rest(app: GridlockApp, min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Wait until the app has done everything that doesn't need a timer, a thread or another process.

    Textual's own function compares the processor time of the process with the time that has passed, so on a
    busy machine it returns too early.
    """
    loop: Any = asyncio.get_running_loop()
    drawn = 0
    while app._exception is None and not app._exit:
        await asyncio.sleep(_TICK if app._batch_count else 0)
        if loop._ready or app._batch_count:
            continue
        await app.animator.wait_until_complete()
        screen = app.screen
        due = screen._layout_required or screen._scroll_required or screen._repaint_required
        if getattr(app, "_resize_timer", None) is not None:  # not in Textual 8.0
            app._check_resize()
        elif due or screen._recompose_required or screen._dirty_widgets or screen._callbacks:
            screen._on_timer_update()
            drawn += 1
            assert drawn < _MOST_DRAWINGS, "the screen is drawn again and again"
        elif not loop._ready:
            return


def _make_waits_exact(app: GridlockApp, patch: pytest.MonkeyPatch) -> None:
    """Make Textual's pilot wait for events instead of time, and keep notifications on the screen."""
    for module in ("textual.app", "textual.pilot"):
        patch.setattr(f"{module}.wait_for_idle", partial(_rest, app))
    patch.setattr(Pilot, "_wait_for_screen", partialmethod(Pilot._wait_for_screen, DEADLINE))
    patch.setattr(Notification, "time_left", DEADLINE)


@asynccontextmanager
async def running(plan: Plan | None = None, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Driver]:
    """Run the app on a screen of this size, with a match if a plan is given."""
    app = GridlockApp()
    app.pace, app.compiles = 0, False
    with pytest.MonkeyPatch.context() as patch:
        _make_waits_exact(app, patch)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            if plan is not None:
                app.start(plan)
                await driver.pilot.pause()
                await driver.settle()
            yield driver
