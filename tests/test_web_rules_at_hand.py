"""Rules in a match, in a real browser: under the name, in a card, on an invitation, as hints and by key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser import Visitor, overflow, serious
from gridlock.rules import GAMES
from match_pages import SCREENS, create, enter

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_the_rules_are_one_key_or_tap_away(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(size=size)
    enter(visitor, create(visitor, "spread", "me", "me"))
    expect(visitor.page.locator(".motto")).to_have_text(GAMES["spread"].motto)
    visitor.page.get_by_role("button", name="Rules").click()
    dialog = visitor.page.get_by_role("dialog", name="Spread")
    expect(dialog).to_contain_text(GAMES["spread"].summary)
    expect(dialog.locator(".rule-boards li")).to_have_count(3)
    expect(dialog.get_by_role("link", name="Learn in 2 minutes")).to_have_attribute("href", "/learn/spread")
    expect(dialog.get_by_role("button", name="Pause")).to_be_hidden()  # nothing moves
    assert overflow(visitor.page) <= 0
    assert serious(visitor.page) == []
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    visitor.page.keyboard.press("?")
    expect(dialog).to_be_visible()


def test_the_boards_move_until_they_are_paused(visitor: Visitor) -> None:
    visitor.page.emulate_media(reduced_motion="no-preference")
    enter(visitor, create(visitor, "trail", "me", "me"))
    visitor.page.keyboard.press("?")
    dialog = visitor.page.get_by_role("dialog", name="Trail")
    pieces = "() => document.querySelectorAll('.rule-boards .piece').length"
    dialog.locator(".rule-boards .piece").first.wait_for()
    before = visitor.page.evaluate(pieces)
    visitor.page.wait_for_function(f"before => ({pieces})() !== before", arg=before)
    dialog.get_by_role("button", name="Pause").click()
    expect(dialog.get_by_role("button", name="Play")).to_be_visible()
    visitor.page.reload()
    visitor.page.locator(".match.known").wait_for()
    visitor.page.keyboard.press("?")
    expect(dialog.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_an_invitation_shows_the_rules_above_join(visit: Visit, size: tuple[int, int]) -> None:
    anna, bob = visit(), visit(size=size)
    match = create(anna, "blockade", "me", "open", name="Anna", clock="3+2")
    bob.go(f"/m/{match}")
    boards, join = bob.page.locator(".rule-boards li"), bob.page.get_by_role("button", name="Join")
    expect(boards).to_have_count(3)
    expect(bob.page.locator(".invite")).to_contain_text("It starts after your first move.")
    above, below = boards.first.bounding_box(), join.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    assert below["y"] + below["height"] <= size[1], "Join is on the screen"
    assert overflow(bob.page) <= 0
    assert serious(bob.page) == []


def test_the_first_three_turns_of_a_game_have_hints(visitor: Visitor) -> None:
    enter(visitor, create(visitor, "crossfire", "me", "me"))
    hint = visitor.page.locator(".bubble.hint")
    rule, goal = GAMES["crossfire"].summary, "The last player who can move wins."
    for number, text in enumerate((rule, "The dots show where you can go.", goal), start=1):
        expect(hint).to_have_text(text)
        visitor.page.locator(".grid-cell.can").first.click()
        expect(visitor.page.locator(".moves .move")).to_have_count(number)
    expect(hint).to_be_hidden()
    enter(visitor, create(visitor, "crossfire", "me", "me"))
    expect(visitor.page.locator(".grid-cell.can").first).to_be_visible()
    expect(hint).to_be_hidden()
    enter(visitor, create(visitor, "trail", "me", "me"))
    expect(hint).to_have_text(GAMES["trail"].summary)


def test_letters_work_as_in_the_terminal_app_and_can_be_switched_off(visitor: Visitor) -> None:
    enter(visitor, create(visitor, "trail", "me", "random", size="4x4"))
    moves, press = visitor.page.locator(".moves .move"), visitor.page.keyboard.press
    visitor.page.locator(".grid-cell.can").first.click()
    expect(moves).to_have_count(2)
    press("u")
    expect(moves).to_have_count(0)
    press("h")
    expect(visitor.page.locator(".notices")).to_contain_text(re.compile(r"\w+"))
    visitor.page.get_by_role("button", name="Keys", exact=True).click()
    visitor.page.get_by_role("checkbox", name="Keys for single letters").uncheck()
    assert serious(visitor.page) == []
    press("Escape")
    press("?")
    press("a")
    visitor.page.locator(".grid-cell.can").first.click()
    expect(moves).to_have_count(2)
    press("u")
    press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    expect(moves).to_have_count(2)
    visitor.page.get_by_role("button", name="Keys", exact=True).click()
    visitor.page.get_by_role("checkbox", name="Keys for single letters").check()
    press("Escape")
    press("a")
    visitor.page.wait_for_url(re.compile("/analysis"))


def test_lessons_speak_of_what_is_on_the_screen(visit: Visit) -> None:
    desk, phone = visit(), visit(size=SCREENS["phone"], has_touch=True, is_mobile=True)
    for visitor, words in ((desk, "click it"), (phone, "tap it")):
        visitor.go("/learn/spread")
        expect(visitor.page.locator(".lesson-text")).to_contain_text(words)
    expect(phone.page.locator(".lesson-text")).not_to_contain_text(re.compile("arrow|Enter|click"))
    phone.go("/learn/blockade")
    expect(phone.page.locator(".lesson-text")).to_contain_text("You are X, in the corner.")
