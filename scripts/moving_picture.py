"""Make the animation at the top of the README, docs/pictures/learn.svg, from the app itself.

A game is lost, reviewed, tried again and won. The frames are the app's own screenshots, in one SVG file with
a few lines of CSS that show them one after another. It needs nothing but the app's own dependencies.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Sequence
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from textual.pilot import Pilot

from gridlock import analyze, make
from gridlock.players import named
from gridlock.rules import Position
from gridlock.tui.app import GridlockApp
from gridlock.tui.match_screen import MatchScreen
from gridlock.tui.plan import against
from screenshots import FONT_FROM_ELSEWHERE, PICTURES, settle

GAME = "crossfire"
BOT = "perfect"
SEAT = 1
SIZE = (92, 29)
STRIP = 44  # height of the caption below the frames
MOVE, READ = 1.3, 6.0  # seconds to show a move, and a page of text


class Frame(NamedTuple):
    """A screenshot, its caption, and how long to show it."""

    svg: str
    words: str
    seconds: float


class Film:
    """A driver for the app that records frames."""

    def __init__(self, app: GridlockApp, pilot: Pilot[None]) -> None:
        self._app, self._pilot = app, pilot
        self.frames: list[Frame] = []

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the app is idle."""
        await self._pilot.press(*keys)
        await self._pilot.pause()
        await settle(self._app)
        await self._pilot.pause()

    def take(self, words: str, seconds: float = MOVE) -> None:
        """Record the current screen."""
        svg = FONT_FROM_ELSEWHERE.sub("", self._app.export_screenshot(title="gridlock"))
        self.frames.append(Frame(svg, words, seconds))

    @property
    def position(self) -> Position:
        """The position of the current match."""
        assert isinstance(self._app.screen, MatchScreen)
        return self._app.screen.match.position

    async def play(self, words: str, end: str, *, well: bool) -> None:
        """Play a match to its end, with the best or the worst moves, and record every turn."""
        while self.position.outcome() is None:
            judged = analyze(self.position)
            await self.choose(str(judged[0 if well else -1].move))
            over = self.position.outcome() is not None
            self.take(end if over else words, 2 * MOVE if over else MOVE)

    async def choose(self, move: str) -> None:
        """Make a move by typing its cells."""
        position = self.position
        parts = position.game.parts(position, position.parse_move(move))
        await self.press(*"".join(position.game.cell_text(cell, "") for cell in parts))


async def shoot() -> list[Frame]:
    """Record the film."""
    app = GridlockApp()
    app.compiles = False
    app.pace = 0
    async with app.run_test(size=SIZE) as pilot:
        film = Film(app, pilot)
        await film.press()
        app.start(against(BOT, make(GAME), SEAT))
        await film.press()
        film.take("You begin, against a player who never errs.")
        await film.play("A few moves, without a plan ...", "... and you have lost.", well=False)
        await film.press("v")
        film.take("v shows which move gave the win away, and why.", READ)
        await film.press("enter")
        for _ in range(3):
            film.take("Enter plays the punishment on the board.")
            await film.press("right")
        film.take("Enter plays the punishment on the board.", MOVE * 2)
        await film.press("q")
        await film.press("t")
        film.take("t lets you try again from there.", MOVE * 2)
        await film.play("This time you know what to look for.", "You have won!", well=True)
    return film.frames


# The animation ------------------------------------------------------------------------------------

_WHOLE = re.compile(r'<svg[^>]*viewBox="0 0 ([0-9.]+) ([0-9.]+)"[^>]*>(.*)</svg>', re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_RULE = re.compile(r"\.(terminal-[0-9]+-\S+) \{(.*?)\}", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINE_CLIP = re.compile(r' clip-path="url\(#terminal-[0-9]+-line-[0-9]+\)"')
_LINE = re.compile(r'<clipPath id="terminal-[0-9]+-line-[0-9]+">.*?</clipPath>', re.DOTALL)


def animate(frames: Sequence[Frame], still: int) -> str:
    """Combine the frames in one animated SVG; with reduced motion it shows the frame ``still``."""
    styles: dict[str, str] = {}
    pictures = [_WHOLE.search(frame.svg) for frame in frames]
    groups = [
        f'<g class="frame" id="f{number}">{_body(picture[3], styles)}{_words(frame.words, picture)}</g>'
        for number, (frame, picture) in enumerate(zip(frames, pictures, strict=True))
        if picture is not None
    ]
    rules = [f".{name} {{{rule}}}" for rule, name in styles.items()]
    width, height = (max(float(found[side]) for found in pictures if found) for side in (1, 2))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + STRIP:g}">',
            "<style>", *rules, *_animation(frames, still), "</style>", *groups, "</svg>\n",
        ]
    )  # fmt: skip


def _body(svg: str, styles: dict[str, str]) -> str:
    """The content of a screenshot, with short names for the styles that frames share."""
    style = _STYLE.search(svg)
    assert style is not None
    body = _COMMENT.sub("", _LINE.sub("", _LINE_CLIP.sub("", _STYLE.sub("", svg))))
    for name, rule in _RULE.findall(style[1]):
        short = styles.setdefault(" ".join(rule.split()), f"s{len(styles)}")
        body = body.replace(f'class="{name}"', f'class="{short}"')
    return re.sub(r">\s+<", "><", body.strip())


def _words(words: str, picture: re.Match[str]) -> str:
    """The caption below a frame."""
    width, height = float(picture[1]), float(picture[2])
    place = f'x="{width / 2:g}" y="{height + STRIP * 0.68:g}"'
    return f'<text class="words" {place}>{words}</text>'


def _animation(frames: Sequence[Frame], still: int) -> list[str]:
    """The CSS rules that show each frame at its time."""
    whole = sum(frame.seconds for frame in frames)
    rules = [
        ".words { font: 24px sans-serif; text-anchor: middle; fill: #808080 }",
        f".frame {{ visibility: hidden; animation: {whole:g}s step-end infinite }}",
    ]
    begin = 0.0
    for number, frame in enumerate(frames):
        end = begin + frame.seconds
        steps = f"{100 * begin / whole:.2f}% {{ visibility: visible }}"
        first = "" if number == 0 else "0% { visibility: hidden } "
        last = "" if number == len(frames) - 1 else f" {100 * end / whole:.2f}% {{ visibility: hidden }}"
        rules.append(f"@keyframes k{number} {{ {first}{steps}{last} }}")
        rules.append(f"#f{number} {{ animation-name: k{number} }}")
        begin = end
    rules.append(
        "@media (prefers-reduced-motion) { .frame { animation: none }"
        f" #f{still} {{ visibility: visible }} }}"
    )
    return rules


def main() -> None:
    """Make the film with a temporary data folder and seeded bots."""
    seeded = patch.object(named, "Random", lambda seed: Random(1))
    with seeded, TemporaryDirectory() as folder:
        os.environ["GRIDLOCK_DATA"] = folder
        frames = asyncio.run(shoot())
    still = next(number for number, frame in enumerate(frames) if frame.seconds == READ)
    picture = animate(frames, still)
    (PICTURES / "learn.svg").write_text(picture, encoding="utf-8")
    print(f"{len(frames)} frames, {sum(frame.seconds for frame in frames):.0f} s, {len(picture) >> 10} KB")


if __name__ == "__main__":
    main()
