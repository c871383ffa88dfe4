"""The tips of the rule sheets: the guides' claims about them agree with the solver."""

from __future__ import annotations

import re

import pytest

import gridlock
import tips
from gridlock import GAMES
from gridlock.games.trail import Trail
from gridlock.rules.resources import guide
from gridlock.tui.plan import Plan
from gridlock.tui.rules import CURSOR, DRIVING, RulesScreen
from terminal import gridlock as command
from terminal_app import at_home, running  # noqa: F401  (a fixture)

pytestmark = pytest.mark.slow

FRESH = 300  # other positions than those in the guides
MARGIN = 0.1  # with 300 positions, more than three standard deviations
VERDICTS = {
    "Right for the first move": (-0.05, 0.05),
    "Right": (0.25, 1),
    "Half right": (-0.05, 0.15),
    "It helps": (0.05, 0.2),
    "Wrong": (-1, -0.01),
}
"""The meaning of a verdict: by how much the tip's move wins more often than a random one."""


class Untold(Trail):
    """A game without a guide."""

    id = "untold"
    title = name = "Untold"


def figures(text: str) -> list[tuple[float, float]]:
    """The figures in a guide's text: how often the tip's move wins, and how often any move."""
    pairs = re.findall(r"(\d+)\s+of\s+100\s+\(blind:\s+(\d+)\)", text)
    return [(int(tip) / 100, int(blind) / 100) for tip, blind in pairs]


def test_there_are_nineteen_tips() -> None:
    texts = [tips.tips_in(guide(gridlock.make(name))) for name in tips.TIPS]
    assert list(tips.TIPS) == [name for name in GAMES if name in tips.TIPS]
    assert [len(each) for each in texts] == [4, 4, 4, 3, 4]
    assert [len(each) for each in texts] == [len(rules) for rules in tips.TIPS.values()]


@pytest.mark.parametrize("name", tips.TIPS)
def test_a_fresh_sample_agrees_with_the_figures(name: str) -> None:
    positions = tips.sample(gridlock.make(name), FRESH, "another sample")
    for text, rules in zip(tips.tips_in(guide(gridlock.make(name))), tips.TIPS[name], strict=True):
        for (tip, blind), rule in zip(figures(text), rules, strict=True):
            found = tips.measure(rule, positions)
            margin = MARGIN / max(0.3, found.speaks) ** 0.5
            assert abs(found.tip - tip) < margin, (rule.__name__, found)
            assert abs(found.blind - blind) < margin, (rule.__name__, found)


@pytest.mark.parametrize("name", tips.TIPS)
def test_a_verdict_is_what_its_figures_say(name: str) -> None:
    for text in tips.tips_in(guide(gridlock.make(name))):
        verdict = re.search(rf"\*\* ({'|'.join(VERDICTS)})", text)
        assert verdict is not None, text
        (tip, blind), *_ = figures(text)
        least, most = VERDICTS[verdict[1]]
        assert least <= round(tip - blind, 2) <= most, text


def first_wins(name: str) -> list[str]:
    start = gridlock.make(name).start()
    return [str(move) for move in start.legal_moves() if move in tips.winning_moves(start)]


def test_claims_about_first_moves() -> None:
    assert first_wins("spread") == []
    assert "None of the 25 first moves wins" in guide(gridlock.make("spread"))
    assert len(first_wins("crossfire")) == 25
    assert "each of the 25 first moves wins" in " ".join(guide(gridlock.make("crossfire")).split())
    assert first_wins("lightcycle") == ["right"]
    assert first_wins("trail") == []


def test_in_crossfire_three_tips_are_one() -> None:
    """A marker takes just one cell from its own side, counted here cell by cell."""
    for position in tips.sample(gridlock.make("crossfire"), 100, "one cell"):
        for move in position.legal_moves():
            before, after = tips.choices(position, position.turn), position.play(move)
            assert tips.choices(after, position.turn) == before - 1


def test_only_the_figures_are_replaced() -> None:
    text = "**Go.** Right: 1 of\n  100 (blind: 2), then 3 of 100 (blind: 4), in 5 of 100 positions.\n"
    results = [tips.Measured(0.9, 0.5, 0.1), tips.Measured(0.814, 0.555, 0.246)]
    assert tips.replace_figures(text, results) == (
        "**Go.** Right: 90 of\n  100 (blind: 50), then 81 of 100 (blind: 56), in 25 of 100 positions.\n"
    )


def test_the_command_prints_the_tips() -> None:
    ran = command("rules", "trail")
    assert ran.status == 0
    assert "Wrong. The cell nearest to the centre" in " ".join(ran.out.replace("**", "").split())


@pytest.mark.parametrize("name", tips.TIPS)
async def test_the_app_shows_the_tips_behind_a_question_mark(name: str) -> None:
    async with running() as driver:
        driver.app.start(Plan(gridlock.make(name)))
        await driver.pilot.pause()
        await driver.press("question_mark", "t")
        screen = driver.screen(RulesScreen)
        assert driver.footer() == ["↑↓ Scroll", "t Tips", "k Keys", "esc Back"]
        assert f"gives {['three', 'four'][len(tips.TIPS[name]) - 3]} tips" in " ".join(driver.text().split())
        top = screen.query_one("#page").scroll_y
        await driver.press("k")
        assert (DRIVING if GAMES[name].drives else CURSOR) in driver.text()
        assert screen.query_one("#page").scroll_y > top > 0


async def test_a_game_without_a_guide_has_rules_and_keys() -> None:
    async with running() as driver:
        driver.app.show_rules(Untold(3, 3, {}))
        await driver.pilot.pause()
        assert driver.footer() == ["↑↓ Scroll", "k Keys", "esc Back"]
        assert "Put a marker" in driver.text()
