"""The match page in a real browser: by mouse, by keyboard, by link, and with lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser import GENEROUS, NARROW, PATIENCE, Visitor, overflow, serious
from gridlock.rules import GAMES
from servers import WebServer

pytest_plugins = ["browser"]

SIXTH = "kayles"
ALL = [*GAMES, SIXTH] if SIXTH not in GAMES else list(GAMES)
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
MANY = 80  # more moves than any game on a small board

Visit = Callable[..., Visitor]


def make(visitor: Visitor, game: str, mode: str, query: str = "", name: str = "") -> str:
    """Create a match with the form and return its address."""
    visitor.go(f"/new?game={game}&with={mode}{query}")
    if name:
        visitor.page.get_by_label("Your name").fill(name)
    visitor.page.locator("button[type=submit]").click()
    visitor.page.wait_for_url(re.compile(r"/m/"))
    visitor.page.get_by_role("grid").wait_for()
    return visitor.page.url.removeprefix(visitor.url)


def join(visitor: Visitor, address: str, name: str = "") -> None:
    """Follow the link and take the open seat."""
    visitor.go(address)
    if name:
        visitor.page.get_by_label("Your name").fill(name)
    visitor.page.get_by_role("button", name="Join").click()
    expect(visitor.page.locator(".controls")).to_be_visible()


def legal(visitor: Visitor) -> Locator:
    """Return the cells that can come next."""
    return visitor.page.locator(".grid-cell.can")


def moves(visitor: Visitor) -> Locator:
    """Return the moves in the list."""
    return visitor.page.locator(".moves .move")


def play_one(visitor: Visitor) -> None:
    """Play a whole move by clicks."""
    before, note = moves(visitor).count(), ""
    for _ in range(3):
        legal(visitor).first.click()
        visitor.page.wait_for_function(HAS_MOVED_ON, arg=[before, note])
        if moves(visitor).count() > before:
            return
        note = visitor.page.locator(".board-note").inner_text()
    raise AssertionError("no move came of it")


HAS_MOVED_ON = """([count, before]) => {
    const note = document.querySelector('.board-note').textContent;
    return document.querySelectorAll('.moves .move').length > count || (note && note !== before);
}"""
"""Whether a click has become a move, or a part of one with a note on the next part."""


def friends(visit: Visit, game: str = "trail", **options: object) -> tuple[Visitor, Visitor, str]:
    """Return Anna, who created a match and moves first, Bob, who joined it, and its address."""
    anna, bob = visit(**options), visit()
    anna.go(f"/new?game={game}&with=friend")
    anna.page.get_by_text("First", exact=True).click()
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.locator("button[type=submit]").click()
    anna.page.wait_for_url(re.compile(r"/m/"))
    address = anna.page.url.removeprefix(anna.url)
    join(bob, address, "Bob")
    expect(anna.page.locator(".player.to-move")).to_contain_text("Anna")
    return anna, bob, address


# Whole games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
def test_playing_each_game_by_mouse(visitor: Visitor, game: str) -> None:
    make(visitor, game, "bot", "&bot=random")
    over = visitor.page.locator(".ending")
    for _ in range(MANY):
        legal(visitor).first.or_(over).first.wait_for()
        if over.is_visible():
            break
        play_one(visitor)
    expect(over.get_by_role("heading")).to_contain_text(re.compile("You win|You were shut in"))
    expect(visitor.page.get_by_role("link", name="Review")).to_be_visible()
    expect(visitor.page).to_have_title(re.compile("win"))


def test_two_players_at_one_screen(visitor: Visitor) -> None:
    make(visitor, "lightcycle", "here")
    for count in (1, 2, 3, 4):
        play_one(visitor)
        expect(moves(visitor)).to_have_count(count)


def test_rematch_with_a_bot_swaps_seats(visitor: Visitor) -> None:
    make(visitor, "spread", "bot", "&bot=random")
    first = visitor.page.url
    legal(visitor).first.wait_for()
    seat = visitor.page.locator(".match-bottom .player").get_attribute("class") or ""
    resign(visitor)
    visitor.page.get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_url(lambda url: "/m/" in url and url != first)
    other = "side-1" if "side-2" in seat else "side-2"
    expect(visitor.page.locator(f".match-bottom .player.{other}")).to_be_visible()
    legal(visitor).first.wait_for()


def resign(visitor: Visitor) -> None:
    """Resign, which takes two clicks."""
    button = visitor.page.locator(".controls button", has_text=re.compile("resign", re.IGNORECASE))
    button.click()
    expect(visitor.page.locator(".ending")).to_have_count(0)
    button.evaluate(CONFIRM)


CONFIRM = """button => {
    if (button.textContent.trim() === 'Resign') button.click();
    if (button.textContent.trim() === 'Really resign?') button.click();
}"""
"""The second click, and the first one too if its confirmation has expired."""


# By link ------------------------------------------------------------------------------------------


def test_two_play_by_link_while_a_third_watches(visit: Visit) -> None:
    anna, bob, address = friends(visit)
    carol = visit()
    carol.go(address)
    expect(carol.page.get_by_text("You are watching.")).to_be_visible()
    for count, mover in enumerate((anna, bob, anna, bob), start=1):
        play_one(mover)
        for each in (anna, bob, carol):
            expect(moves(each)).to_have_count(count)
    expect(legal(carol)).to_have_count(0)
    expect(anna.page.locator(".watching")).to_have_text("1 watching")
    expect(anna.page).to_have_title(re.compile("^Your turn"))
    expect(anna.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-turn"))
    expect(bob.page.locator("link[rel=icon]")).not_to_have_attribute("href", re.compile("icon-turn"))
    expect(carol.page).to_have_title(re.compile(f"^Anna{APOSTROPHE}s turn"))
    expect(anna.page.locator(".match-top .player-about")).to_have_text("here")
    bob.page.goto("about:blank")
    expect(anna.page.locator(".match-top .player-about")).to_have_text("away")


def test_invitation_names_the_host_and_the_game(visit: Visit) -> None:
    anna, bob = visit(), visit(size=NARROW)
    address = make(anna, "trail", "friend", name="Anna <b>")
    expect(anna.page.get_by_label("Link to this match")).to_have_value(anna.page.url)
    assert serious(anna.page) == []
    bob.go(address)
    expect(bob.page.get_by_role("heading", name="Anna <b> invites you to a game of Trail")).to_be_visible()
    assert overflow(bob.page) <= 0
    assert serious(bob.page) == []
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.page.get_by_role("button", name="Resign")).to_be_visible()
    expect(anna.page.locator(".invite")).to_have_count(0)


def test_reconnecting_shows_missed_moves(visit: Visit) -> None:
    anna, bob, _ = friends(visit)
    with bob.cut_off():
        expect(bob.page.locator(".lost")).to_be_visible()
        play_one(anna)
        expect(moves(bob)).to_have_count(0)
    expect(moves(bob)).to_have_count(1)
    expect(bob.page.locator(".lost")).to_have_count(0)
    play_one(bob)
    expect(moves(anna)).to_have_count(2)


def test_offline_moves_are_sent_after_reconnecting(visit: Visit) -> None:
    anna, bob, _ = friends(visit)
    with anna.cut_off():
        legal(anna).first.click()
        expect(anna.page.locator(".lost").get_by_text("Your move is kept")).to_be_visible()
        expect(moves(bob)).to_have_count(0)
    expect(moves(bob)).to_have_count(1)
    expect(moves(anna)).to_have_count(1)


def test_offline_moves_survive_closing_the_page(visit: Visit) -> None:
    anna, bob, _ = friends(visit)
    address = anna.page.url
    with anna.cut_off():
        legal(anna).first.click()
        expect(anna.page.locator(".lost").get_by_text("Your move is kept")).to_be_visible()
        anna.page.close()
        anna.page = anna.context.new_page()
    expect(moves(bob)).to_have_count(0)
    anna.page.goto(address)
    expect(moves(anna)).to_have_count(1)
    expect(moves(bob)).to_have_count(1)
    anna.page.reload()
    expect(moves(anna)).to_have_count(1)


def test_page_reconnects_to_a_restarted_server(visit: Visit, tmp_path: Path) -> None:
    own = WebServer(tmp_path, *GENEROUS, "--workers", "1", patient=True)
    own.start()
    try:
        own.wait("/healthz")
        visitor = visit(own.url)
        visitor.forgive("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket connection to")
        make(visitor, "trail", "here")
        play_one(visitor)
        own.kill()
        expect(visitor.page.locator(".lost")).to_be_visible()
        legal(visitor).first.click()
        expect(visitor.page.locator(".lost")).to_contain_text("Your move is kept")
        own.start()
        own.wait("/healthz")
        expect(moves(visitor)).to_have_count(2)
        play_one(visitor)
        expect(moves(visitor)).to_have_count(3)
    finally:
        own.stop()


def test_outdated_moves_are_dropped(visit: Visit) -> None:
    anna, _, address = friends(visit)
    secret = seat_of(anna, address)
    with anna.cut_off():
        legal(anna).first.click()
        expect(anna.page.locator(".lost").get_by_text("Your move is kept")).to_be_visible()
        device = visit()
        device.go(f"{address}#seat={secret}")
        legal(device).last.click()
        expect(moves(device)).to_have_count(1)
    expect(anna.page.locator(".notices")).to_contain_text("The game moved on")
    expect(moves(anna)).to_have_count(1)


def seat_of(visitor: Visitor, address: str) -> str:
    """Return the browser's seat secret of a match."""
    secret: str = visitor.page.evaluate(
        "id => JSON.parse(localStorage['gridlock.seats.1']).find(seat => seat.id === id).secret",
        address.removeprefix("/m/"),
    )
    return secret


def test_seat_links_move_the_seat_and_leave_the_address(visit: Visit) -> None:
    anna, bob, address = friends(visit)
    anna.page.get_by_role("button", name="Continue on another device").click()
    link = anna.page.get_by_label("Link with your seat").input_value()
    assert serious(anna.page) == []
    phone = visit(size=NARROW)
    phone.go(link.removeprefix(phone.url))
    play_one(phone)
    expect(moves(bob)).to_have_count(1)
    assert phone.page.url == phone.url + address


def test_undo_requests_can_be_refused_or_granted(visit: Visit) -> None:
    anna, bob, _ = friends(visit)
    play_one(anna)
    play_one(bob)
    expect(moves(anna)).to_have_count(2)
    anna.page.get_by_role("button", name="Ask to take back").click()
    bob.page.get_by_role("button", name="Refuse").click()
    expect(anna.page.locator(".notices")).to_contain_text("Bob declined.")
    expect(moves(anna)).to_have_count(2)
    anna.page.get_by_role("button", name="Ask to take back").click()
    bob.page.get_by_role("button", name="Allow").click()
    for each in (anna, bob):
        expect(moves(each)).to_have_count(0)
    play_one(anna)


def test_watchers_follow_to_the_rematch(visit: Visit) -> None:
    anna, bob, address = friends(visit)
    carol = visit()
    carol.go(address)
    resign(anna)
    expect(bob.page.locator(".ending")).to_contain_text("You win")
    expect(carol.page.locator(".ending")).to_contain_text("Anna resigned.")
    bob.page.get_by_role("button", name="Rematch").click()
    expect(anna.page.locator(".ending").get_by_text("Bob wants to play again.")).to_be_visible()
    anna.page.get_by_role("button", name="Rematch").click()
    for each in (anna, bob, carol):
        each.page.wait_for_url(lambda url: "/m/" in url and address not in url)
    expect(carol.page.get_by_text("You are watching.")).to_be_visible()
    expect(bob.page.locator(".match-bottom .player")).to_contain_text("Your turn")
    play_one(bob)
    expect(moves(anna)).to_have_count(1)


# Against a bot ------------------------------------------------------------------------------------


def test_undo_and_hint_are_immediate_against_a_bot(visitor: Visitor) -> None:
    make(visitor, "crossfire", "bot", "&bot=random")
    play_one(visitor)
    expect(moves(visitor)).to_have_count(2)
    visitor.page.get_by_role("button", name="Take back").click()
    expect(moves(visitor)).to_have_count(0)
    visitor.page.get_by_role("button", name="Hint").click()
    expect(visitor.page.locator(".notices")).to_contain_text(re.compile(r"\w+"))


def test_looking_back_at_earlier_moves(visitor: Visitor) -> None:
    make(visitor, "trail", "here")
    for _ in range(3):
        play_one(visitor)
    visitor.page.get_by_role("button", name="Move 1:").click()
    expect(visitor.page.get_by_text("This was after move 1 of 3.")).to_be_visible()
    expect(legal(visitor)).to_have_count(0)
    visitor.page.keyboard.press("[")
    expect(visitor.page.get_by_text("This is the start.")).to_be_visible()
    visitor.page.get_by_role("button", name="Back to now").first.click()
    expect(legal(visitor)).not_to_have_count(0)
    play_one(visitor)
    expect(moves(visitor)).to_have_count(4)


def test_clock_of_the_side_to_move_runs(visitor: Visitor) -> None:
    visitor.go("/new?game=spread&with=here")
    visitor.page.get_by_text("More choices").click()
    visitor.page.get_by_label("Clock").select_option("10+5")
    visitor.page.locator("button[type=submit]").click()
    own, other = visitor.page.locator(".match-bottom .clock"), visitor.page.locator(".match-top .clock")
    for clock in (own, other):  # first moves take no time
        expect(clock).to_have_text("10:00")
        expect(clock).not_to_have_class(re.compile("running"))
        play_one(visitor)
    expect(own).to_have_class(re.compile("running"))
    expect(own).to_have_text(re.compile(r"^10:0[0-4]$"))
    play_one(visitor)
    expect(other).to_have_class(re.compile("running"))


def test_running_out_of_time_loses(visitor: Visitor) -> None:
    secret = "s" * 43
    visitor.go("/new")
    response = visitor.page.request.post(
        "/api/matches",
        data={"game": "spread", "seats": ["me", "random"], "clock": "0:02", "request": "quick"},
        headers={"Authorization": f"Bearer {secret}"},
        timeout=PATIENCE,
    )
    visitor.go(f"/m/{response.json()['id']}#seat={secret}")
    play_one(visitor)
    expect(visitor.page.locator(".ending")).to_contain_text("Your time ran out.")
    expect(visitor.page.locator(".match-bottom .clock")).to_have_text("0:00.0")


# By keyboard --------------------------------------------------------------------------------------


def test_playing_by_keyboard(visitor: Visitor) -> None:
    visitor.go("/new?game=spread&with=here")
    press = visitor.page.keyboard.press
    visitor.page.locator("button[type=submit]").focus()
    press("Enter")
    visitor.page.get_by_role("grid").wait_for()
    legal(visitor).first.wait_for()
    visitor.page.keyboard.type("32")
    here = visitor.page.locator(":focus")
    expect(here).to_have_attribute("aria-label", "row 3 column 2, empty, legal")
    press("Enter")
    expect(here).to_have_attribute("aria-label", re.compile("row 3 column 2, .* of player 1, last move"))
    press("ArrowRight")
    press("ArrowDown")
    expect(visitor.page.locator(":focus")).to_have_attribute("aria-label", "row 4 column 3, empty, legal")
    press("Enter")
    expect(moves(visitor)).to_have_count(2)
    expect(visitor.page.locator("#live")).to_contain_text(f"Player 2 plays 4,3. Player 1{APOSTROPHE}s turn.")


def test_arrow_keys_move_the_cycle(visitor: Visitor) -> None:
    make(visitor, "lightcycle", "here")
    legal(visitor).first.wait_for()
    visitor.page.keyboard.press("ArrowUp")
    expect(moves(visitor)).to_have_count(1)
    visitor.page.keyboard.press("ArrowDown")
    expect(moves(visitor)).to_have_count(2)


def test_escape_and_outside_clicks_cancel_half_a_move(visitor: Visitor) -> None:
    make(visitor, "blockade", "here")
    note = visitor.page.locator(".board-note")
    ways: list[Callable[[], None]] = [
        lambda: visitor.page.keyboard.press("Escape"),
        lambda: visitor.page.mouse.click(5, 700),
    ]
    for take_back in ways:
        legal(visitor).first.click()
        expect(note).to_contain_text("block")
        take_back()
        expect(note).to_be_empty()
    expect(moves(visitor)).to_have_count(0)


def test_a_marker_can_be_dragged(visitor: Visitor) -> None:
    make(visitor, "blockade", "here")
    legal(visitor).first.wait_for()
    visitor.page.locator('[data-cell="0"]').drag_to(visitor.page.locator('[data-cell="1"]'))
    expect(visitor.page.locator(".board-note")).to_contain_text("block")


def test_illegal_moves_are_explained(visitor: Visitor) -> None:
    make(visitor, "crossfire", "here")
    visitor.page.locator('[data-cell="12"]').click()
    expect(moves(visitor)).to_have_count(1)
    visitor.page.locator('[data-cell="14"]').click()
    expect(visitor.page.locator(".board-note")).to_contain_text("row 3")
    expect(visitor.page.locator("#live")).to_contain_text("row 3")
    expect(visitor.page.locator(".warning")).to_have_count(1)
    expect(moves(visitor)).to_have_count(1)


# How it looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), NARROW], ids=["wide", "narrow"])
def test_page_is_accessible(visit: Visit, theme: str, size: tuple[int, int]) -> None:
    visitor = visit(size=size, color_scheme=theme)
    visitor.go("/new?game=blockade&with=bot&bot=random")
    assert serious(visitor.page) == []
    assert overflow(visitor.page) <= 0
    visitor.page.locator("button[type=submit]").click()
    play_one(visitor)
    legal(visitor).first.wait_for()
    assert serious(visitor.page) == []
    assert overflow(visitor.page) <= 0
    resign(visitor)
    visitor.page.locator(".ending").wait_for()
    assert serious(visitor.page) == []
    assert overflow(visitor.page) <= 0


def test_flip_and_zen_are_remembered(visitor: Visitor) -> None:
    make(visitor, "trail", "here")
    visitor.page.get_by_role("button", name="Flip the board").click()
    expect(visitor.page.get_by_role("gridcell").first).to_have_attribute("aria-label", re.compile("row [^1]"))
    visitor.page.get_by_role("button", name="Zen mode").click()
    expect(visitor.page.locator(".controls")).to_be_hidden()
    visitor.page.reload()
    expect(visitor.page.get_by_role("button", name="Leave zen mode")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".controls")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Flip the board")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_name_changes_are_visible_to_both_players(visit: Visit) -> None:
    anna, bob, _ = friends(visit)
    bob.page.get_by_role("button", name="Bob").click()
    bob.page.get_by_role("textbox", name="Name").fill("Robert")
    bob.page.keyboard.press("Enter")
    expect(anna.page.locator(".match-top .player")).to_contain_text("Robert")
    expect(bob.page.locator(".match-bottom .player")).to_contain_text("Robert")


def test_the_last_choice_is_remembered(visitor: Visitor) -> None:
    make(visitor, "trail", "bot", "&bot=random")
    visitor.go("/new")
    expect(visitor.page.get_by_role("radio", name="Trail")).to_be_checked()
    expect(visitor.page.get_by_role("radio", name="Random: takes any")).to_be_checked()


def test_match_starts_from_the_position_in_the_address(visitor: Visitor) -> None:
    make(visitor, "trail", "here", "&size=4x4&moves=1,1+1,2")
    expect(moves(visitor)).to_have_count(2)
    expect(visitor.page.get_by_role("gridcell", name="row 1 column 2")).to_have_attribute(
        "aria-label", re.compile("last")
    )


def test_invalid_boards_are_explained(visitor: Visitor) -> None:
    visitor.go("/new?game=spread&with=bot&size=9x9")
    expect(visitor.page.get_by_role("alert")).to_contain_text("at most 64 cells")
    expect(visitor.page.locator("button[type=submit]")).to_be_disabled()
    visitor.forgive("status of 422")


def test_the_record_can_be_downloaded(visitor: Visitor, tmp_path: Path) -> None:
    make(visitor, "trail", "here")
    play_one(visitor)
    with visitor.page.expect_download() as waiting:
        visitor.page.get_by_role("link", name="Download the record").click()
    waiting.value.save_as(tmp_path / "record.txt")
    assert (
        "Trail" in (tmp_path / "record.txt").read_text() or "trail" in (tmp_path / "record.txt").read_text()
    )
