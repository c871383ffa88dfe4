"""Usability of the page: touch screens, long names, forced colours."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

import gridlock
from analysing import match_with_mistake, open_board, played
from browser import NARROW, WIDE, Visitor, overflow
from gridlock.review import review
from reviews import random_record
from servers import WebServer

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]
CHOSEN = ".tile:has(:checked)"
FILLING = "one => getComputedStyle(one).backgroundColor"


def begin(visitor: Visitor, query: str, name: str = "") -> Page:
    """Create a match with the form."""
    visitor.go(f"/new?{query}")
    if name:
        visitor.page.get_by_label("Your name").fill(name)
    visitor.page.locator("button[type=submit]").click()
    visitor.page.wait_for_url(re.compile(r"/m/"))
    visitor.page.get_by_role("grid").wait_for()
    return visitor.page


def test_long_names_fit_a_phone(visit: Visit) -> None:
    visitor = visit(size=NARROW)
    page = begin(visitor, "game=trail&with=friend", name="W" * 30)
    expect(page.locator("button.player-name:visible")).to_have_count(1)
    assert overflow(page) <= 0


def test_touch_screens_get_no_key_hints(visit: Visit) -> None:
    page = begin(visit(size=NARROW, has_touch=True, is_mobile=True), "game=blockade&with=here")
    page.locator(".grid-cell.can").first.tap()
    expect(page.locator(".board-note")).to_contain_text("A tap elsewhere takes the step back.")
    page.locator("h1").tap()
    expect(page.locator(".board-note")).to_have_text("")


def test_keyboard_focus_follows_the_cycle(visitor: Visitor) -> None:
    page = begin(visitor, "game=lightcycle&with=bot&seat=1")
    page.get_by_role("gridcell", name="yours to move").focus()
    expect(page.locator(":focus")).to_have_attribute(
        "aria-label", re.compile("cycle of player 1, yours to move")
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves .move")).to_have_count(2)
    expect(page.locator(":focus")).to_have_attribute(
        "aria-label", "row 3 column 2, cycle of player 1, yours to move"
    )


def test_result_hides_no_player(visit: Visit, site: WebServer) -> None:
    visitor = visit(size=WIDE)
    visitor.go(f"/m/{played(site, random_record(gridlock.make('spread', 8, 8), Random(1)))}")
    expect(visitor.page.locator(".ending")).to_be_visible()
    for player in visitor.page.locator(".player").all():
        expect(player).to_be_in_viewport(ratio=1)


def test_choices_are_visible_in_forced_colours(visit: Visit) -> None:
    visitor = visit(forced_colors="active")
    visitor.go("/new?game=trail&with=bot")
    page = visitor.page
    expect(page.locator(CHOSEN).first).to_be_visible()
    other = page.locator(".tile:not(:has(:checked))").first.evaluate(FILLING)
    assert all(tile.evaluate(FILLING) != other for tile in page.locator(CHOSEN).all())


def test_review_starts_at_your_own_mistake(visit: Visit, site: WebServer) -> None:
    record = match_with_mistake()
    first = {each.side: each.number for each in reversed(review(record).mistakes)}
    address = f"/analysis?match={played(site, record)}"
    for side, number in first.items():
        visitor = visit()
        visitor.go("/learn")
        mine = {"id": address.rpartition("=")[2], "game": "spread", "name": "Spread", "opponent": "Bob"}
        visitor.page.evaluate(
            "mine => localStorage.setItem('gridlock.matches.1', JSON.stringify([mine]))",
            mine | {"side": side, "seen": 1, "over": True},
        )
        visitor.go(address)
        expect(visitor.page.locator(".mistake-title")).to_have_text(f"Your move {number} gave the win away")
        expect(visitor.page.locator("#live")).to_contain_text("gives the win away")


def test_invalid_records_can_be_fixed(visit: Visit) -> None:
    visitor = visit()
    wrong = '[Game "spread"]\n[Size "5x5"]\n\n1. 9,9 *'
    visitor.go("/analysis")
    visitor.page.get_by_role("button", name="Open a record").click()
    visitor.page.locator("#record-text").fill(wrong)
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="This cannot be shown")).to_be_visible()
    expect(visitor.page.locator("#record-text")).to_have_value(wrong)
    visitor.forgive("status of 422")


def test_moves_have_the_same_mark_on_the_board_and_in_the_list(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    expect(page.locator(".chip text").first).to_be_visible()
    listed = page.locator(".moves .value").all_text_contents()
    drawn = page.locator(".chip text").all_text_contents()
    assert sorted(listed) == sorted(drawn)
    assert page.locator(".legend").inner_text().startswith(tuple(listed))


def test_turn_is_announced_on_arrival(visitor: Visitor) -> None:
    page = begin(visitor, "game=trail&with=bot&seat=1")
    expect(page.locator("#live")).to_contain_text("Your turn.")
    page.reload()
    expect(page.locator("#live")).to_contain_text("Your turn.")


def test_tools_fit_in_one_row(visit: Visit) -> None:
    page = begin(visit(size=WIDE), "game=trail&with=bot")
    tops = page.locator(".tools > :visible").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(set(tops)) == 1


def test_truncated_addresses_show_not_found(visitor: Visitor) -> None:
    visitor.go("/m/%E0%A4%A")
    expect(visitor.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
