"""The end of a match in a real browser, on phones and desks: the card over the board, and what follows."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

import gridlock
from browser import PATIENCE, Visitor, overflow, serious
from match_pages import SCREENS, act, create, enter

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]


def choose(visitor: Visitor, *moves: str) -> None:
    """Play moves of a placing game by clicks."""
    for move in moves:
        count = visitor.page.locator(".moves .move").count()
        row, col = map(int, move.split(","))
        visitor.page.get_by_role("gridcell", name=f"row {row} column {col}").click()
        expect(visitor.page.locator(".moves .move")).not_to_have_count(count)


def card(visitor: Visitor) -> Locator:
    return visitor.page.locator(".ending")


# The card -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("moving", [False, True], ids=["still", "moving"])
def test_the_card_is_on_the_screen_and_fills_in(visit: Visit, size: tuple[int, int], moving: bool) -> None:
    visitor = visit(size=size)
    visitor.page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
    match = create(visitor, "trail", "me", "me", size="1x3")
    enter(visitor, match)
    choose(visitor, "1,1", "1,2", "1,3")
    expect(card(visitor).get_by_role("heading")).to_have_text("Player 1 wins")
    expect(card(visitor)).to_contain_text("No single move lost it")
    expect(visitor.page.locator("#live")).to_contain_text("No single move lost it")
    card(visitor).evaluate("card => Promise.all(card.getAnimations().map((each) => each.finished))")
    box = card(visitor).bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    board = visitor.page.locator(".board-frame").bounding_box()
    assert board is not None
    assert box["y"] > board["y"] + board["height"] / 3, "most of the board stays visible"
    assert overflow(visitor.page) <= 0
    assert serious(visitor.page) == []


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_losing_says_which_move_lost_it_and_lets_you_try_it_again(
    visit: Visit, size: tuple[int, int]
) -> None:
    """On 1x3, the first player wins at an end of the row and loses in the middle."""
    visitor = visit(size=size)
    match = create(visitor, "trail", "me", "open", size="1x3")
    other = secrets.token_urlsafe(32)
    visitor.page.request.post(
        f"/api/matches/{match}/join",
        data={"name": "Bob", "request": "join"},
        headers={"Authorization": f"Bearer {other}"},
        timeout=PATIENCE,
    )
    enter(visitor, match)
    choose(visitor, "1,2")
    act(visitor, match, "move", other, move="1,1")
    ending = card(visitor)
    expect(ending.get_by_role("heading")).to_have_text("You were shut in")
    expect(ending).to_contain_text(re.compile(r"Move 1 lost it: 1,[13] would have won\."))
    expect(ending.locator(".end-board .chip")).to_have_text("★")
    expect(visitor.page.locator(".closed")).not_to_have_count(0)
    assert serious(visitor.page) == []
    ending.get_by_role("button", name="Try that move again").click()
    retry = visitor.page.locator(".ending.retry")
    expect(retry).to_contain_text("You can win here. Find the move.")
    assert serious(visitor.page) == []
    for move, words in (("1,2", "lets the win slip"), ("1,1", "Your opponent answers 1,2")):
        row, col = move.split(",")
        cell = visitor.page.get_by_role("gridcell", name=f"row {row} column {col}")
        cell.click()
        expect(retry).to_contain_text(words)
    visitor.page.get_by_role("gridcell", name="row 1 column 3").click()
    expect(retry.get_by_role("heading")).to_have_text("That wins")
    retry.get_by_role("button", name="Back to the result").click()
    expect(ending.get_by_role("heading")).to_have_text("You were shut in")


def test_a_move_of_two_parts_is_named_in_words(visitor: Visitor) -> None:
    start = gridlock.make("blockade", 3, 3).start()
    move = next(each for each in start.legal_moves() if gridlock.solve(start.play(each)).winner == 2)
    match = create(visitor, "blockade", "me", "me", size="3x3")
    act(visitor, match, "move", move=str(move))
    act(visitor, match, "resign", side=2)
    enter(visitor, match)
    expect(card(visitor)).to_contain_text(
        re.compile(r"could still have won: (up|down|left|right) \(block \d,\d\)\.")
    )
    named = card(visitor).locator(".cell-name")
    expect(named).to_have_count(1)
    named.hover()
    expect(visitor.page.locator(".board.full .flash")).to_have_count(1)


def test_the_card_can_be_hidden_and_shown_again(visitor: Visitor) -> None:
    match = create(visitor, "trail", "me", "me", size="1x3")
    enter(visitor, match)
    choose(visitor, "1,1", "1,2", "1,3")
    visitor.page.get_by_role("button", name="Hide the result").click()
    expect(card(visitor)).to_have_count(0)
    visitor.page.get_by_role("button", name="Show the result").press("Enter")
    expect(card(visitor)).to_be_visible()


def test_a_finished_match_shows_its_card_on_arrival(visitor: Visitor) -> None:
    match = create(visitor, "trail", "me", "me", size="1x3")
    for move in ("1,1", "1,2", "1,3"):
        act(visitor, match, "move", move=move)
    visitor.go(f"/m/{match}")
    expect(card(visitor).get_by_role("heading")).to_have_text("Player 1 wins")
    expect(visitor.page.locator(".closed")).not_to_have_count(0)


# Winning ------------------------------------------------------------------------------------------


def test_a_win_names_the_next_level_and_starts_it(visitor: Visitor) -> None:
    match = create(visitor, "trail", "me", "level:2", size="1x3")
    enter(visitor, match)
    choose(visitor, "1,1")
    visitor.page.get_by_role("gridcell", name="row 1 column 3").click()
    expect(card(visitor).get_by_role("heading")).to_have_text("You win")
    expect(card(visitor)).to_contain_text("Won in 3 moves. Next: level 3.")
    card(visitor).get_by_role("button", name="Play level 3").click()
    visitor.page.wait_for_url(lambda url: "/m/" in url and match not in url)
    expect(visitor.page.locator(".match-top .player")).to_contain_text("Level 3")
    expect(visitor.page.get_by_role("gridcell")).to_have_count(3)


def test_the_result_can_be_shared(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    match = create(visitor, "trail", "me", "me", size="1x3")
    enter(visitor, match)
    choose(visitor, "1,1", "1,2", "1,3")
    card(visitor).get_by_role("button", name="Share").click()
    expect(card(visitor)).to_contain_text("Copied")
    text = visitor.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Gridlock: Trail, 1 \N{MULTIPLICATION SIGN} 3\nPlayer 1 won in 3 moves.")


# Stuck for good -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_a_decided_game_plays_itself_out_and_says_so(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit(size=size)
    match = create(visitor, "spread", "me", "me", size="3x3")
    enter(visitor, match)
    choose(visitor, "2,2")
    expect(visitor.page.locator(".bubble.happened")).to_have_text("X is stuck")
    expect(card(visitor).get_by_role("heading")).to_have_text("Player 2 wins")
    record = visitor.page.request.get(f"/api/matches/{match}/record", timeout=PATIENCE).text()
    assert '[PlayedOut "' in record


# Between friends ----------------------------------------------------------------------------------


def test_score_and_good_game_between_friends(visit: Visit) -> None:
    anna, bob = visit(), visit(size=SCREENS["phone"])
    match = create(anna, "trail", "me", "open", name="Anna")
    enter(anna, match)
    bob.go(f"/m/{match}")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Join").click()
    expect(bob.page.locator(".controls")).to_be_visible()
    act(anna, match, "resign")
    expect(card(bob).get_by_role("heading")).to_have_text("You win")
    card(bob).get_by_role("button", name="Good game").click()
    expect(card(anna)).to_contain_text("Bob says: good game!")
    expect(card(bob).get_by_role("button", name="Good game said")).to_be_disabled()
    card(bob).get_by_role("button", name="Rematch").click()
    card(anna).get_by_role("button", name="Rematch").click()
    for each, score in ((anna, "Anna 0 : 1 Bob"), (bob, "You 1 : 0 Anna")):
        each.page.wait_for_url(lambda url: "/m/" in url and match not in url)
        expect(each.page.locator(".score")).to_have_text(score.replace("Anna 0", "You 0"))
    assert serious(bob.page) == []
