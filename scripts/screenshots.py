"""Take reproducible screenshots of the terminal app for docs/pictures."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from gridlock import make
from gridlock.match import Match
from gridlock.tui.app import GridlockApp
from gridlock.tui.plan import HUMAN, Plan
from gridlock.tui.play import PlayScreen

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (80, 24)
FONT_FROM_ELSEWHERE = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)  # a picture must be self-contained

DUEL = "right left down up right up right"
"""Two light cycles in the middle of a game."""
BLOCKS = "right:1,1 up:3,3 right:1,2 up:2,3"
"""The beginning of a game of blockade."""
LOST = "1,1 3,1 1,3 2,5 1,5 5,3 5,5 5,1 3,5 4,5 3,3 1,2 4,1"
"""A game of spread in which the win changes hands."""
LINE = ("end", "p", "p", "p", "enter", "right", "right", "right")
"""From the end of that game to its first mistake, and into the refutation."""


def match_of(id: str, moves: str, players: tuple[str, str]) -> Match:
    """Return a match after these moves."""
    match = Match(make(id), players)
    for move in moves.split():
        match.play(move)
    return match


def show_match(app: GridlockApp, id: str, moves: str, seat: int) -> None:
    """Show a match against a bot, with the person in this seat to move."""
    specs, names = [HUMAN, "level:4"], ["You", "level:4"]
    if seat == 2:
        specs.reverse()
        names.reverse()
    plan = Plan(make(id), (specs[0], specs[1]))
    app.push_screen(PlayScreen(plan, match_of(id, moves, (names[0], names[1]))))


async def take(
    name: str, prepare: Callable[[GridlockApp], None] | None, *keys: str, size: tuple[int, int] = SIZE
) -> None:
    """Take one picture: start the app, go to a screen, press keys, and wait until it is idle."""
    app = GridlockApp()
    app.compiles = False
    async with app.run_test(size=size) as pilot:
        await settle(app)
        if prepare is not None:
            prepare(app)
            await pilot.pause()
            await settle(app)
        await pilot.press(*keys)
        await settle(app)
        await pilot.pause()
        PICTURES.mkdir(exist_ok=True)
        picture = FONT_FROM_ELSEWHERE.sub("", app.export_screenshot(title="gridlock"))
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")


async def settle(app: GridlockApp) -> None:
    """Wait until everything is worked out."""
    while app.workers:
        await app.workers.wait_for_complete()
        await asyncio.sleep(0)


async def take_all() -> None:
    """Take every picture."""
    await take("home", None)
    await take("lesson", None, "right", "l", "n", "n", "n", "3", "3")
    await take("play", lambda app: show_match(app, "lightcycle", DUEL, 2))
    await take("analysis", lambda app: show_match(app, "blockade", BLOCKS, 1), "a")
    lost = match_of("spread", LOST, ("You", "level:4")).record()
    await take("review", lambda app: app.review(lost), "end", "p", size=(100, 27))
    await take("line", lambda app: app.review(lost), *LINE, size=(100, 27))


def main() -> None:
    """Take the pictures with a temporary data folder."""
    with TemporaryDirectory() as folder:
        os.environ["GRIDLOCK_DATA"] = folder
        asyncio.run(take_all())


if __name__ == "__main__":
    main()
