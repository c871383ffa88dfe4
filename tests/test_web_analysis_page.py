"""The analysis page in a real browser: explore, review, try again, set up, take along."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

import gridlock
from browser import NARROW, Visitor, overflow, serious
from gridlock.records import Record, parse_records
from gridlock.review import review
from reviews import random_record
from servers import WebServer

pytest_plugins = ["browser"]

BOARD = ".board-part .board"
HEIGHTS = "all => all.filter(one => one.getBoundingClientRect().height < 43.5).map(one => one.textContent)"


@cache
def match_with_mistake(kind: str = "spread", rows: int = 4, cols: int = 4) -> Record:
    """A match in which somebody gives the win away by a move."""
    game = gridlock.make(kind, rows, cols)
    records = (random_record(game, Random(seed)) for seed in range(50))
    return next(record for record in records if any(m.move is not None for m in review(record).mistakes))


def played(site: WebServer, record: Record) -> str:
    """The id of a match on the server with the moves of a record."""
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    order = {"game": record.game.id, "size": record.game.size_text, "seats": ["me", "me"]}
    with httpx.Client(base_url=site.url, headers=headers, timeout=20) as api:
        made = api.post("/api/matches", json=order | {"request": secrets.token_hex(8)}).json()
        number, path = made["state"]["number"], f"/api/matches/{made['id']}/actions"
        for move in record.moves:
            act = {"kind": "move", "move": str(move), "after": number, "request": secrets.token_hex(8)}
            number = api.post(path, json=act).json()["number"]
    found: str = made["id"]
    return found


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"{BOARD} [data-cell='{number}']")


def verdict(page: Page) -> Locator:
    return page.locator(".verdict-text")


def worked_out(page: Page) -> None:
    expect(verdict(page)).to_have_text(re.compile(r"^Player [12] (wins|has won)"))


def place(page: Page) -> str:
    return page.locator(".step-place").inner_text().replace(" ", "")


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def open_board(visitor: Visitor, path: str) -> Page:
    visitor.go(path)
    worked_out(visitor.page)
    return visitor.page


# Explore --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["spread", "lightcycle", "trail", "kayles"])
def test_every_cell_says_what_its_move_is_worth(visitor: Visitor, kind: str) -> None:
    page = open_board(visitor, f"/analysis?game={kind}")
    expect(page.locator(".chip").first).to_be_visible()
    expect(page.locator(".chip")).to_have_count(page.locator(f"{BOARD} .grid-cell.can").count())
    said = page.locator(f"{BOARD} .grid-cell.can").first.get_attribute("aria-label") or ""
    assert re.search(r"(wins|loses) in \d+$", said)


def test_values_are_those_of_the_library(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    value = gridlock.solve(gridlock.make("spread", 3, 3).start())
    expect(verdict(page)).to_have_text(f"Player {value.winner} wins in {value.moves} moves.")
    for judged in gridlock.analyze(gridlock.make("spread", 3, 3).start()):
        expect(cell(page, int(judged.move))).to_have_attribute(
            "aria-label", re.compile(rf"loses in {(judged.value.moves or 0) + 1}$")
        )


def test_a_move_of_two_steps_is_judged_in_two_steps(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=blockade&size=3x3")
    position = gridlock.make("blockade", 3, 3).start()
    first = page.locator(f"{BOARD} .grid-cell.can").first
    expect(first).to_have_attribute("aria-label", re.compile(r"(wins|loses) in \d+$"))
    first.click()
    expect(page.get_by_role("heading", name="And then")).to_be_visible()
    second = page.locator(f"{BOARD} .grid-cell.can").first
    expect(second).to_have_attribute("aria-label", re.compile(r"(wins|loses) in \d+$"))
    second.click()
    expect(page.locator(".step-place")).to_have_text("1 / 1")
    assert query(page)["moves"][0] in [str(move) for move in position.legal_moves()]


def test_a_branch_is_tried_and_left_again(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=4x4&moves=2,2 3,3 1,4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".step-place")).to_have_text("2 / 3")
    cell(page, 12).click()
    expect(page.locator(".tree-branches .tree-move")).to_have_text("3.4,1")
    assert query(page)["moves"] == ["2,2 3,3 4,1"]
    page.get_by_role("button", name="Move 3, Player 1, 1,4").click()
    assert query(page)["moves"] == ["2,2 3,3 1,4"]
    page.get_by_role("button", name="Delete the branch 3. 4,1").click()
    expect(page.locator(".tree-branches")).to_have_count(0)


def test_best_play_is_stepped_through_and_left(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    moves = gridlock.solve(gridlock.make("spread", 3, 3).start()).moves
    page.get_by_role("button", name="Play it through").click()
    expect(page.locator(".step-place")).to_have_text(f"1 / {moves}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-place")).to_have_text(f"2 / {moves}")
    expect(page.locator("#live")).to_contain_text(f"Move 2 of {moves}")
    page.keyboard.press("End")
    expect(page.locator(".line")).to_contain_text("has won")
    page.keyboard.press("Escape")
    expect(page.locator(".step-place")).to_have_text("0 / 0")
    page.get_by_role("button", name="Play it through").click()
    page.get_by_role("button", name="Keep as a branch").click()
    expect(page.locator(".step-place")).to_have_text("1 / 1")


def test_reasons_are_drawn_on_the_board(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=trail")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".pair").first).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("answer each other")
    page = open_board(visitor, "/analysis?game=lightcycle&position=..%232./1.%23../..%23../..%23../..%23..+1")
    expect(page.locator(".square.region-0")).to_have_count(9)
    expect(page.locator(".square.region-1")).to_have_count(9)
    page = open_board(visitor, "/analysis?game=spread&size=4x4")
    expect(page.locator(".axis")).to_have_count(1)
    page.keyboard.press("w")
    expect(page.locator(".axis")).to_have_count(0)


def test_a_link_shows_the_same(visit: Callable[..., Visitor]) -> None:
    page = open_board(visit(), "/analysis?game=crossfire&size=4x4&diagonals=all&moves=2,2 1,4 4,3")
    page.keyboard.press("j")
    expect(page.locator(".step-place")).to_have_text("2 / 3")
    other = open_board(visit(), page.url)
    assert other.url == page.url
    assert place(other) == "2/3"
    expect(verdict(other)).to_have_text(verdict(page).inner_text())
    labels = "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    expect(other.locator(".chip").first).to_be_visible()
    assert other.locator(".grid-cell").evaluate_all(labels) == page.locator(".grid-cell").evaluate_all(labels)


def test_what_an_address_cannot_mean_is_said(visit: Callable[..., Visitor]) -> None:
    someone = visit()
    someone.go("/analysis?game=spread&position=nonsense")
    expect(someone.page.get_by_role("heading", level=1)).to_have_text("This cannot be shown")
    expect(someone.page.locator("main")).to_contain_text("A position of this game is 5 rows of 5")
    someone.faults[:] = [fault for fault in someone.faults if "422" not in fault]


# Set up ---------------------------------------------------------------------------------------------


def test_a_position_is_set_up_by_hand(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Player 1", exact=True).click()
    cell(page, 0).click()
    page.get_by_role("button", name="Player 2", exact=True).click()
    cell(page, 8).click()
    page.get_by_role("button", name="Player 2 to move").click()
    page.get_by_role("button", name="Analyse this").click()
    worked_out(page)
    position = gridlock.make("spread", 3, 3).position("X../.../..O 2")
    assert query(page)["position"] == [position.text]
    value = gridlock.solve(position)
    expect(verdict(page)).to_contain_text(f"Player {value.winner} wins in {value.moves} move")


def test_a_position_that_cannot_be_is_refused_in_a_sentence(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=lightcycle")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Empty board").click()
    page.get_by_role("button", name="Analyse this").click()
    expect(page.get_by_role("alert")).to_contain_text("exactly one marker")
    visitor.faults[:] = [fault for fault in visitor.faults if "422" not in fault]


def test_another_board_is_chosen(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread")
    page.get_by_role("button", name="Choose another board").click()
    page.get_by_label("Game").select_option("crossfire")
    page.get_by_label("Rows").fill("3")
    page.get_by_label("Columns").fill("4")
    page.get_by_label("Diagonals").select_option("all")
    page.get_by_role("button", name="Show this board").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3\N{MULTIPLICATION SIGN}4")
    assert query(page) == {"game": ["crossfire"], "size": ["3x4"], "diagonals": ["all"]}


# Review ---------------------------------------------------------------------------------------------


def test_a_finished_match_is_reviewed(visitor: Visitor, site: WebServer) -> None:
    record = match_with_mistake()
    visitor.go(f"/analysis?match={played(site, record)}")
    page = visitor.page
    first = review(record).mistakes[0]
    expect(page.locator(".mistake-title")).to_have_text(f"Move {first.number} gave the win away")
    expect(page.locator(".review")).to_contain_text(f"{first.better} would have won")
    expect(page.locator(".step-place")).to_have_text(f"{first.number} / {len(record.moves)}")
    graph = page.get_by_role("slider", name="Who was winning")
    graph.focus()
    page.keyboard.press("Home")
    expect(page.locator(".step-place")).to_have_text(f"0 / {len(record.moves)}")
    expect(graph).to_be_focused()
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 4, "y": 20})
    expect(page.locator(".step-place")).to_have_text(f"{len(record.moves)} / {len(record.moves)}")
    page.keyboard.press("p")
    expect(page.locator(".mistake-title")).to_be_visible()
    page.get_by_role("button", name="Show the punishment").click()
    expect(page.locator(".line")).to_contain_text("Move 1 of")


def test_try_again_hides_the_answer_until_it_is_found(visitor: Visitor, site: WebServer) -> None:
    record = match_with_mistake()
    mistake = next(each for each in review(record).mistakes if each.move is not None)
    visitor.go(f"/analysis?match={played(site, record)}&at={mistake.number}")
    page = visitor.page
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".try-text")).to_contain_text("Find a move")
    expect(page.locator(".chip")).to_have_count(0)
    expect(verdict(page)).to_be_hidden()
    assert mistake.move is not None
    cell(page, int(mistake.move)).click()
    expect(page.locator(".try-text")).to_have_text(f"{mistake.move} lets the win slip. Try another move.")
    position = mistake.before
    while True:
        best = gridlock.analyze(position)[0].move
        page.wait_for_timeout(100)
        cell(page, int(best)).click()
        position = position.play(best)
        if not position.legal:
            break
        if position.turn != mistake.side:
            reply = gridlock.analyze(position)[0].move
            expect(page.locator(".try-text")).to_have_text(
                f"Player {position.turn} answers {reply}. Your move."
            )
            position = position.play(reply)
    expect(page.locator(".try-text")).to_contain_text("You have won")
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".mistake-title")).to_be_visible()


def test_a_running_match_against_a_bot_notes_that_it_was_analysed(visitor: Visitor, site: WebServer) -> None:
    secret = secrets.token_urlsafe(32)
    order = {"game": "spread", "size": "3x3", "seats": ["me", "random"], "request": "one"}
    headers = {"Authorization": f"Bearer {secret}"}
    made = httpx.post(f"{site.url}/api/matches", json=order, headers=headers).json()
    visitor.go("/")
    visitor.page.evaluate(
        "seat => localStorage.setItem('gridlock.seats.1', JSON.stringify([seat]))",
        {"id": made["id"], "secret": secret},
    )
    open_board(visitor, f"/analysis?match={made['id']}")
    state = httpx.get(f"{site.url}/api/matches/{made['id']}").json()
    assert state["help"]["analysis"] == 1


def test_a_running_match_between_two_people_is_not_analysed(
    visit: Callable[..., Visitor], site: WebServer
) -> None:
    order = {"game": "spread", "size": "3x3", "seats": ["me", "open"], "request": "two"}
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    made = httpx.post(f"{site.url}/api/matches", json=order, headers=headers).json()
    someone = visit()
    someone.go(f"/analysis?match={made['id']}")
    expect(someone.page.locator("main")).to_contain_text("still running")
    expect(someone.page.locator(".chip")).to_have_count(0)


def test_play_goes_on_from_here(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=4x4&moves=2,2")
    href = page.get_by_role("link", name="Play from here").get_attribute("href") or ""
    asked = parse_qs(urlsplit(href).query)
    position = gridlock.make("spread", 4, 4).start().play("2,2")
    assert urlsplit(href).path == "/new"
    assert (asked["game"], asked["size"], asked["position"]) == (["spread"], ["4x4"], [position.text])


# Records and downloads ------------------------------------------------------------------------------


def test_a_pasted_record_is_reviewed(visitor: Visitor) -> None:
    record = match_with_mistake("blockade", 3, 3)
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a match").fill(str(record))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Blockade")
    expect(page.locator(".mistake-title")).to_be_visible()
    url = page.url
    page.reload()
    expect(page.locator(".mistake-title")).to_be_visible()
    assert page.url == url


def test_of_several_matches_in_a_text_each_can_be_seen(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    texts = [str(random_record(gridlock.make(kind, 3, 3), Random(1))) for kind in ("trail", "crossfire")]
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a match").fill("\n".join(texts))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Trail")
    page.get_by_role("button", name="Next match").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Crossfire")


def test_a_match_given_up_while_winning_can_be_won_after_all(visitor: Visitor) -> None:
    record = Record(gridlock.make("spread", 3, 3), (), winner=1, ending="resignation")
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a match").fill(str(record))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".mistake-title")).to_have_text("Player 2 could have won")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".try-text")).to_contain_text("Player 1 answers")


def test_a_record_that_cannot_be_read_is_refused_in_a_sentence(visit: Callable[..., Visitor]) -> None:
    someone = visit()
    page = open_board(someone, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a match").fill('[Game "spread"]\n\n1. 9,9')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("main")).to_contain_text("move 1, '9,9'")
    someone.faults[:] = [fault for fault in someone.faults if "422" not in fault]


def test_a_line_and_its_picture_are_taken_along(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3&moves=2,2 1,1")
    page.get_by_role("button", name="Share and download").click()
    assert page.get_by_label("Link to this position", exact=True).input_value() == page.url
    assert "/embed?game=spread" in page.get_by_label("Board for your own page", exact=True).input_value()
    files = {}
    for name, role in (("Record", "link"), ("SVG", "button"), ("PNG", "button")):
        with page.expect_download() as download:
            page.get_by_role(role, name=name).click()  # type: ignore[arg-type]
        files[name] = Path(download.value.path()).read_bytes()
    (record,) = parse_records(files["Record"].decode())
    assert [str(move) for move in record.moves] == ["2,2", "1,1"]
    assert files["SVG"].startswith(b"<svg")
    assert b"var(" not in files["SVG"]
    assert files["PNG"].startswith(b"\x89PNG")
    assert len(files["PNG"]) > 5000


# For everybody --------------------------------------------------------------------------------------


def test_all_of_it_by_keyboard(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    cell(page, 0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".step-place")).to_have_text("1 / 1")
    assert query(page)["moves"] == ["2,2"]
    expect(page.locator("#live")).to_contain_text("Player 2 wins")
    page.keyboard.press("j")
    expect(page.locator(".step-place")).to_have_text("0 / 1")
    page.keyboard.press("v")
    expect(page.locator(".chip")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator(".chip")).to_have_count(9)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit: Callable[..., Visitor], site: WebServer, scheme: str) -> None:
    someone = visit(color_scheme=scheme)
    page = open_board(someone, "/analysis?game=blockade&size=3x3")
    expect(page.locator(".chip").first).to_be_visible()
    assert serious(page) == []
    for name in ("Choose another board", "Open a record", "Share and download"):
        page.get_by_role("button", name=name).click()
        assert serious(page) == []
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Set up a position").click()
    assert serious(page) == []
    someone.go(f"/analysis?match={played(site, match_with_mistake())}")
    expect(page.locator(".mistake-title")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Show the punishment").click()
    expect(page.locator(".line")).to_be_visible()
    assert serious(page) == []


def test_it_fits_a_narrow_window(visit: Callable[..., Visitor], site: WebServer) -> None:
    someone = visit(size=NARROW)
    page = open_board(someone, "/analysis?game=blockade&moves=down:0,0")
    assert overflow(page) <= 0
    for name in ("Choose another board", "Open a record", "Share and download"):
        page.get_by_role("button", name=name).click()
        assert overflow(page) <= 0
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Set up a position").click()
    assert overflow(page) <= 0
    someone.go(f"/analysis?match={played(site, match_with_mistake())}")
    expect(page.locator(".mistake-title")).to_be_visible()
    assert overflow(page) <= 0
    assert page.locator(".analysis button:visible").evaluate_all(HEIGHTS) == []
