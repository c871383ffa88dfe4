"""Reasons to watch in a real browser: spoken to the reader, played on the board, and pointed at."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from analysing import BOARD, cell, match_with_mistake, played
from browser import Visitor, overflow, serious
from gridlock.puzzles import check, puzzle
from gridlock.review import Mistake, review
from gridlock.text.names import for_reader
from servers import WebServer
from waiting import until

pytest_plugins = ["browser"]

Visit = Callable[..., Visitor]
PHONE, DESK = (390, 844), (1280, 720)
MAX_WORDS = 40


def mistake_of(kind: str) -> Mistake:
    """Return the first mistake of a match that is more than one move away from its end."""
    return next(each for each in review(match_with_mistake(kind)).mistakes if each.move is not None)


def open_own_review(someone: Visitor, site: WebServer, kind: str) -> tuple[Page, Mistake]:
    """Open the review of a match as the player who made its first mistake."""
    record, mistake = match_with_mistake(kind), mistake_of(kind)
    match = {"id": played(site, record), "game": kind, "name": kind, "opponent": "X", "over": True, "seen": 1}
    someone.go("/learn")
    someone.page.evaluate(
        "match => localStorage.setItem('gridlock.matches.1', JSON.stringify([match]))",
        match | {"side": mistake.side},
    )
    someone.go(f"/analysis?match={match['id']}&at={mistake.number}")
    expect(someone.page.locator(".mistake-title")).to_be_visible()
    return someone.page, mistake


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize("kind", ["spread", "blockade"])
def test_review_speaks_to_its_reader(visit: Visit, site: WebServer, kind: str, size: tuple[int, int]) -> None:
    page, mistake = open_own_review(visit(size=size), site, kind)
    expect(page.locator(".mistake-title")).to_have_text(f"Your move {mistake.number} gave the win away")
    expect(page.locator(".review .summary")).to_have_text(re.compile(r"^You played .* would have won"))
    game = mistake.before.game
    said = [for_reader(text, game, mistake.side) for text in mistake.explanation]
    expect(page.locator(".review .reason")).to_have_text(said)
    assert len(" ".join(said).split()) <= MAX_WORDS
    expect(page.locator(".review")).not_to_contain_text("Player")
    expect(page.locator(".about")).to_have_text(re.compile(r"^You (beat|lost to) "))
    assert overflow(page) <= 0
    assert serious(page) == []


def test_review_of_strangers_is_neutral(visitor: Visitor, site: WebServer) -> None:
    mistake = mistake_of("spread")
    visitor.go(f"/analysis?match={played(site, match_with_mistake('spread'))}&at={mistake.number}")
    page = visitor.page
    expect(page.locator(".review .summary")).to_contain_text(f"Player {mistake.side} played {mistake.move}.")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_line_plays_until_its_reason_can_be_seen(
    visit: Visit, site: WebServer, size: tuple[int, int]
) -> None:
    page, mistake = open_own_review(visit(size=size), site, "blockade")
    watch, game = mistake.watch, mistake.before.game
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="Watch how").click()
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    place = page.locator(".step-place")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(place).to_have_text(f"{watch.stop} / {len(watch.moves)}")
    caption = for_reader(watch.captions[watch.stop], game, mistake.side)
    expect(page.locator(".caption")).to_have_text(caption)
    expect(page.locator("#live")).to_contain_text(caption)
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text(f"{watch.stop - 1} / {len(watch.moves)}")
    assert overflow(page) <= 0


def test_space_pauses_a_line(visit: Visit, site: WebServer) -> None:
    page, _ = open_own_review(visit(), site, "blockade")
    page.clock.install()
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="Watch how").click()
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_be_focused()
    pause.blur()
    page.keyboard.press(" ")
    expect(pause).to_have_count(0)
    at = page.locator(".step-place").inner_text()
    page.clock.run_for(5000)
    assert page.locator(".step-place").inner_text() == at
    page.keyboard.press(" ")
    expect(pause).to_be_visible()


def test_nothing_plays_by_itself_with_reduced_motion(visit: Visit, site: WebServer) -> None:
    page, mistake = open_own_review(visit(), site, "blockade")
    page.clock.install()
    page.get_by_role("button", name="Watch how").click()
    expect(page.get_by_role("button", name="One move on")).to_be_focused()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    page.clock.run_for(5000)
    expect(page.locator(".step-place")).to_have_text(f"0 / {len(mistake.watch.moves)}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-place")).to_have_text(f"1 / {len(mistake.watch.moves)}")


def test_line_has_a_text_version(visit: Visit, site: WebServer) -> None:
    page, mistake = open_own_review(visit(), site, "blockade")
    page.get_by_role("button", name="Watch how").click()
    page.locator(".as-text summary").click()
    captions = filter(None, mistake.watch.captions)
    said = [for_reader(caption, mistake.before.game, mistake.side) for caption in captions]
    expect(page.locator(".as-text li")).to_have_text(said)
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".as-text li").first).to_be_visible()
    assert serious(page) == []


FLASHES = f"""number => {{
    const [flash, ...others] = document.querySelectorAll("{BOARD} .flash");
    if (!flash || others.length) return false;
    const {{ left, top, width, height }} = flash.getBoundingClientRect();
    const cell = document.querySelector(`{BOARD} [data-cell='${{number}}']`).getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return cell.left <= x && x <= cell.right && cell.top <= y && y <= cell.bottom;
}}"""
"""Whether this cell flashes, and no other."""


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_named_cells_flash(visit: Visit, site: WebServer, size: tuple[int, int]) -> None:
    page, mistake = open_own_review(visit(size=size, has_touch=size == PHONE), site, "spread")
    name = page.locator(".summary .cell-name").first
    expect(name).to_have_text(str(mistake.move))
    assert mistake.move is not None
    number, touch = int(mistake.move), name.tap if size == PHONE else name.hover

    def is_shown() -> bool:
        touch()  # again if the flash has ended before it was looked at
        shown: bool = page.evaluate(FLASHES, number)
        return shown

    until(is_shown)
    flash = page.locator(f"{BOARD} .flash")
    if size == DESK:
        page.mouse.move(0, 0)
        expect(flash).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_pairs_are_equal_letters(visit: Visit, size: tuple[int, int]) -> None:
    someone = visit(size=size)
    page = someone.page
    someone.go("/analysis?game=trail")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(f"{BOARD} [data-pair]")).to_have_count(16)
    letters = page.locator(f"{BOARD} [data-pair]").all_text_contents()
    assert all(letters.count(letter) == 2 for letter in letters)
    expect(page.locator(f"{BOARD} .pair-link")).to_have_count(0)
    expect(cell(page, 0)).to_have_attribute("aria-label", re.compile(r"pair A"))
    cell(page, 0).hover()
    expect(page.locator(f"{BOARD} .pair-link")).to_have_count(1)
    page.locator("h1").hover()
    expect(page.locator(f"{BOARD} .pair-link")).to_have_count(0)
    page.locator(f'{BOARD} .grid-cell[tabindex="0"]').focus()
    expect(page.locator(f"{BOARD} .pair-link")).to_have_count(1)
    assert serious(page) == []


def test_a_reason_that_holds_at_once_can_be_watched(visit: Visit) -> None:
    someone = visit()
    page = someone.page
    someone.go("/analysis?game=trail&size=2x3")
    page.get_by_role("button", name="Why?").click()
    page.get_by_role("button", name="Watch why").click()
    page.locator(".as-text summary").click()
    captions = page.locator(".as-text li")
    expect(captions.first).to_contain_text("Player 2 goes to the paired cell every time: ")
    expect(captions.nth(2)).to_have_text(re.compile(r"^Player 2 plays .* Player 2 goes to the paired cell"))
    expect(captions.last).to_contain_text("Player 1 has no free cell next to the last marker")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_watching_why_a_puzzle_is_won(visit: Visit, size: tuple[int, int]) -> None:
    someone = visit(size=size)
    page, given = someone.page, puzzle("crossfire", "easy", 1)
    someone.go(f"/puzzles/{given.id}")
    page.locator(".solve-board .board.live").wait_for()
    wrong = next(move for move in given.position.legal_moves() if not check(given.position, move).right)
    for part in given.position.game.parts(given.position, wrong):
        page.locator(f".grid-cell[data-cell='{part}']").click()
    expect(page.locator(".message.wrong .caption")).to_be_attached()
    free = given.position.play(wrong)
    taken = page.locator(".solve-board .pieces > g").count()
    forbidden = free.game.rows * free.game.cols - taken - len(list(free.legal_moves()))
    expect(page.locator(".square.off")).to_have_count(forbidden)
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("button", name="Watch how").click()
    expect(page.locator(".message .caption")).to_be_attached()  # The replay of the solution has no captions.
    expect(page.locator(".where")).to_have_text(re.compile(r"^1 / "))
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_have_text(re.compile(r"^2 / "))
    expect(page.locator(".message .caption")).to_have_text(re.compile(r"^You play "))
    expect(page.locator(".as-text")).to_be_visible()
    assert overflow(page) <= 0
    assert serious(page) == []
