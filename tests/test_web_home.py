"""The home page and the frame of all pages in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import NARROW, PATIENCE, Visitor, overflow, serious
from gridlock.rules import GAMES
from servers import WebServer
from waiting import until

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]
BYTES, REQUESTS = 100_000, 60
BEAT = 1_000  # milliseconds in which one of the boards moves
RECORD = '[Game "spread"]\n[Size "5x5"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n3,3 1,1\n'


# The home page ------------------------------------------------------------------------------------


def test_every_game_has_a_card_with_its_actions(visitor: Visitor) -> None:
    visitor.go("/")
    cards = visitor.page.locator(".game-card")
    expect(cards).to_have_count(len(GAMES) + ("kayles" not in GAMES))
    for kind in GAMES.values():
        card = visitor.page.get_by_role("article", name=kind.name)
        expect(card).to_contain_text(kind.summary)
        for mode, text in {
            "bot": "Play a bot",
            "friend": "Play a friend",
            "here": "Two players here",
        }.items():
            address = f"/new?game={kind.id}&with={mode}"
            expect(card.get_by_role("link", name=text)).to_have_attribute("href", address)
        expect(card.get_by_role("link", name="Learn")).to_have_attribute("href", f"/learn/{kind.id}")


def test_one_click_starts_a_game(visitor: Visitor) -> None:
    visitor.go("/")
    expect(visitor.page.locator(".mine")).to_have_count(0)
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.wait_for_url(re.compile("/m/"))
    expect(visitor.page.get_by_role("grid")).to_be_visible()


def play_now(visitor: Visitor) -> None:
    """Start a quick game and wait for the first turn."""
    visitor.go("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.wait_for_url(re.compile("/m/"))
    visitor.page.locator(".grid-cell.can").first.wait_for()


def test_unfinished_matches_are_listed(visitor: Visitor) -> None:
    play_now(visitor)
    address = visitor.page.url
    visitor.page.get_by_role("link", name="Gridlock, home").click()
    mine = visitor.page.locator(".my-match")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Your turn")
    expect(visitor.page.get_by_role("button", name="Play now")).to_have_count(0)
    mine.get_by_role("link").click()
    visitor.page.wait_for_url(address)


def test_deleted_matches_leave_the_list(visitor: Visitor) -> None:
    visitor.go("/")
    gone = {"id": "abcdefghijkl", "game": "spread", "name": "Spread", "opponent": "Ann", "side": 1}
    stored = json.dumps([{**gone, "seen": 1, "over": False}])
    visitor.page.evaluate("(text) => localStorage.setItem('gridlock.matches.1', text)", stored)
    visitor.go("/")
    expect(visitor.page.locator(".mine")).to_have_count(0)
    assert visitor.page.evaluate("localStorage.getItem('gridlock.matches.1')") == "[]"
    visitor.forgive("status of 404")  # logged by the browser


def test_matches_can_be_removed_from_the_list(visitor: Visitor) -> None:
    play_now(visitor)
    visitor.go("/")
    visitor.page.get_by_role("button", name=re.compile("off this list")).click()
    expect(visitor.page.locator(".my-match")).to_have_count(0)
    visitor.go("/")
    expect(visitor.page.locator(".my-match")).to_have_count(0)


def test_pasting_a_record_opens_it(visitor: Visitor) -> None:
    visitor.go("/")
    field = visitor.page.get_by_label("Paste a record")
    visitor.page.get_by_role("button", name="Open").click()
    expect(visitor.page.locator(".records .problem")).to_contain_text("nothing in it")
    field.fill(RECORD)
    visitor.page.get_by_role("button", name="Open").click()
    visitor.page.wait_for_url(re.compile("/analysis"))
    visitor.settled()
    expect(visitor.page.get_by_text("Ann").first).to_be_visible()


def test_records_can_be_dropped_anywhere(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.evaluate(
        """(record) => {
            const carried = new DataTransfer();
            carried.items.add(new File([record], "match.txt", {type: "text/plain"}));
            const target = document.querySelector("main h1");
            for (const kind of ["dragover", "drop"]) {
                const event = {bubbles: true, cancelable: true, dataTransfer: carried};
                target.dispatchEvent(new DragEvent(kind, event));
            }
        }""",
        RECORD,
    )
    visitor.page.wait_for_url(re.compile("/analysis"))
    expect(visitor.page.get_by_text("Bob").first).to_be_visible()


# Playing boards -----------------------------------------------------------------------------------


SHOWN = "[...document.querySelectorAll('.game-card .pieces')].map((each) => each.innerHTML).join('')"


def boards(page: Page) -> str:
    """Return what the cards show once no piece is moving."""
    page.wait_for_function("() => document.getAnimations().length === 0")
    html: str = page.evaluate(SHOWN)
    return html


def a_beat_later(page: Page) -> str:
    """Return what the cards show after some time, which passes only in the page."""
    page.clock.run_for(BEAT)
    return boards(page)


def test_boards_play_and_can_be_paused(visitor: Visitor) -> None:
    page = visitor.page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    visitor.go("/")
    page.locator(".cards").scroll_into_view_if_needed()
    before = boards(page)
    until(lambda: a_beat_later(page) != before)
    page.get_by_role("button", name="Pause the boards").click()
    paused = boards(page)
    assert [a_beat_later(page) for _ in range(10)] == [paused] * 10
    visitor.go("/")
    expect(page.get_by_role("button", name="Play the boards")).to_be_visible()


def test_boards_are_still_with_reduced_motion(visitor: Visitor) -> None:
    page = visitor.page
    page.clock.install()
    visitor.go("/")
    page.locator(".cards").scroll_into_view_if_needed()
    still = boards(page)
    assert [a_beat_later(page) for _ in range(10)] == [still] * 10


# The frame ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/learn", "/puzzles", "/no/such/page"])
def test_pages_are_accessible(visit: Visit, path: str, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    visitor.go(path)
    assert serious(visitor.page) == []
    visitor.forgive("status of 404")  # for the page that doesn't exist


@pytest.mark.parametrize("path", ["/", "/learn", "/puzzles", "/no/such/page"])
def test_pages_fit_a_narrow_window(visit: Visit, path: str) -> None:
    visitor = visit(size=NARROW)
    visitor.go(path)
    assert overflow(visitor.page) <= 0
    small = visitor.page.evaluate(TOO_SMALL)
    assert small == []
    visitor.forgive("status of 404")


TOO_SMALL = """
[...document.querySelectorAll('a[href], button, summary, textarea')].filter((each) => {
    const {width, height} = each.getBoundingClientRect();
    const inText = each.tagName === 'A' && getComputedStyle(each).display === 'inline';
    return width > 1 && !each.classList.contains('skip') && !inText && (width < 43.5 || height < 43.5);
}).map((each) => each.outerHTML.slice(0, 120))
"""


def test_theme_switch_is_remembered(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Switch to dark").click()
    assert page.evaluate(paper) != light
    visitor.go("/puzzles")
    expect(page.get_by_role("button", name="Switch to light")).to_be_visible()
    assert page.evaluate(paper) != light


def test_keyboard_navigation_focuses_the_heading(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Puzzles").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Puzzles")).to_be_focused()
    expect(page).to_have_title("Puzzles · Gridlock")
    expect(page.locator("header [aria-current=page]")).to_have_text("Puzzles")
    page.go_back()
    expect(page.locator(".game-card").first).to_be_visible()


def test_skip_link_skips_the_header(visitor: Visitor) -> None:
    visitor.go("/puzzles")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("main")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    inside = visitor.page.evaluate("document.querySelector('main').contains(document.activeElement)")
    assert inside


def test_going_back_restores_the_scroll_position(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.evaluate("scrollTo(0, 500)")
    page.wait_for_function("() => history.state?.scroll === 500")
    page.get_by_role("article", name="Spread").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", level=1, name="Spread")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    page.wait_for_function("() => scrollY === 500")


def test_failed_pages_show_why_and_can_be_retried(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/puzzles")
    detail = "The server is having a rest."
    problem = {"type": "/problems/busy", "title": "Busy", "status": 503, "detail": detail}
    page.route("**/api/lessons/*", lambda route: route.fulfill(status=503, json=problem))
    page.get_by_role("link", name="Learn").click()
    page.get_by_role("link", name=re.compile("Spread")).click()
    expect(page.get_by_text(detail).first).to_be_visible()
    page.unroute("**/api/lessons/*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1, name="Spread")).to_be_visible()
    visitor.forgive("status of 503")


def test_unknown_addresses_show_not_found(visitor: Visitor) -> None:
    visitor.go("/nowhere")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    visitor.page.get_by_role("link", name="To the games").click()
    expect(visitor.page.locator(".game-card").first).to_be_visible()
    visitor.forgive("status of 404")


# The budget ---------------------------------------------------------------------------------------


def test_home_page_download_is_small(chromium: Browser, site: WebServer) -> None:
    context = chromium.new_context(base_url=site.url)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(wire_bytes(event)))
    page.goto("/")
    page.locator(".game-card").first.wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    assert 0 < sum(sizes) < BYTES
    assert len(sizes) <= REQUESTS


def wire_bytes(event: dict[str, Any]) -> float:
    """Return the size of a response, including its headers."""
    return float(event["encodedDataLength"])
