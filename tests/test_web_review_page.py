"""Reviews of matches and records in a real browser, with retries and downloads."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx
from playwright.sync_api import Route, expect

import gridlock
from analysing import BOARD, cell, match_with_mistake, open_board, played, verdict
from browser import Visitor
from gridlock.records import Record, parse_records
from gridlock.review import reasons, review
from reviews import random_record
from servers import WebServer
from waiting import DEADLINE, until

pytest_plugins = ["browser"]

CAN_BE_PLAYED = re.compile(r"\bcan\b")

# Review ---------------------------------------------------------------------------------------------


def test_reviewing_a_finished_match(visitor: Visitor, site: WebServer) -> None:
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
    graph.locator(".graph-bar").last.click()
    expect(page.locator(".step-place")).to_have_text(f"{len(record.moves)} / {len(record.moves)}")
    page.keyboard.press("p")
    expect(page.locator(".mistake-title")).to_be_visible()
    page.get_by_role("button", name="Watch how").click()
    expect(page.locator(".line")).to_contain_text("How it was lost")


def test_watching_why_the_better_move_wins(visitor: Visitor, site: WebServer) -> None:
    record = match_with_mistake()
    first = review(record).mistakes[0]
    visitor.go(f"/analysis?match={played(site, record)}&at={first.number}")
    page = visitor.page
    page.get_by_role("button", name=f"Why {first.better} wins").click()
    expect(page.locator(".line .card-title")).to_have_text(f"Why {first.better} wins")
    expect(page.locator(".line-move").first).to_contain_text(str(first.better))
    page.get_by_text("As text").click()
    captions = page.locator(".as-text li")
    expect(captions.first).to_contain_text(f"Player {first.side} plays {first.better}.")
    (reason,) = reasons(first.before.play(first.better))
    expect(captions.filter(has_text=reason.claim)).not_to_have_count(0)


def test_values_that_arrive_later_leave_the_better_move_alone(visitor: Visitor, site: WebServer) -> None:
    record = match_with_mistake()
    first = review(record).mistakes[0]
    page, values, why = visitor.page, list[Route](), list[Route]()
    page.route("**/api/analysis?*", lambda route: values.append(route))
    page.route("**/api/why?*", lambda route: why.append(route))
    with page.expect_request("**/api/analysis?*"):
        visitor.go(f"/analysis?match={played(site, record)}&at={first.number}")
    with page.expect_request("**/api/why?*"):
        page.get_by_role("button", name=f"Why {first.better} wins").click()
    page.unroute("**/api/analysis?*")
    for request in values:
        request.continue_()
    expect(verdict(page)).to_contain_text("wins in")
    for request in why:
        request.continue_()
    expect(page.locator(".line .card-title")).to_have_text(f"Why {first.better} wins")


def test_retry_hides_the_answer(visitor: Visitor, site: WebServer) -> None:
    record = match_with_mistake()
    mistake = next(each for each in review(record).mistakes if each.move is not None)
    visitor.go(f"/analysis?match={played(site, record)}&at={mistake.number}")
    page = visitor.page
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".try-text")).to_contain_text("Find the move")
    expect(page.locator(".chip")).to_have_count(0)
    expect(verdict(page)).to_be_hidden()
    assert mistake.move is not None
    cell(page, int(mistake.move)).click()
    expect(page.locator(".try-text")).to_have_text(f"{mistake.move} lets the win slip. Try another move.")
    position = mistake.before
    while True:
        best = gridlock.analyze(position)[0].move
        expect(cell(page, int(best))).to_have_class(CAN_BE_PLAYED)
        cell(page, int(best)).click()
        position = position.play(best)
        if not position.legal:
            break
        if position.turn != mistake.side:
            reply = gridlock.analyze(position)[0].move
            expect(page.locator(".try-text")).to_have_text(f"Your opponent answers {reply}. Your move.")
            position = position.play(reply)
    expect(page.locator(".try-text")).to_contain_text("You won")
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator(".mistake-title")).to_be_visible()


def test_no_move_is_possible_while_a_retry_is_judged(visitor: Visitor, site: WebServer) -> None:
    """A second click would play a move in an outdated position."""
    record = match_with_mistake()
    mistake = next(each for each in review(record).mistakes if each.move is not None)
    visitor.go(f"/analysis?match={played(site, record)}&at={mistake.number}")
    page, held = visitor.page, list[Route]()
    page.get_by_role("button", name="Try again").click()
    best = cell(page, int(gridlock.analyze(mistake.before)[0].move))
    expect(best).to_have_class(CAN_BE_PLAYED)
    page.route("**/api/positions*", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/positions*"):
        best.click()
    expect(page.locator(f"{BOARD} .can")).to_have_count(0)
    held[0].continue_()
    expect(page.locator(".try-text")).to_contain_text(re.compile("answers|have won"))


def test_analysis_of_a_running_bot_match_is_noted(visitor: Visitor, site: WebServer) -> None:
    secret = secrets.token_urlsafe(32)
    order = {"game": "spread", "size": "3x3", "seats": ["me", "random"], "request": "one"}
    headers = {"Authorization": f"Bearer {secret}"}
    match = httpx.post(f"{site.url}/api/matches", json=order, headers=headers, timeout=DEADLINE).json()
    visitor.go("/")
    visitor.page.evaluate(
        "seat => localStorage.setItem('gridlock.seats.1', JSON.stringify([seat]))",
        {"id": match["id"], "secret": secret},
    )
    open_board(visitor, f"/analysis?match={match['id']}")

    def analysed() -> int:
        state = httpx.get(f"{site.url}/api/matches/{match['id']}", timeout=DEADLINE).json()
        return int(state["help"]["analysis"])

    until(analysed)
    assert analysed() == 1


def test_running_match_between_people_cannot_be_analysed(
    visit: Callable[..., Visitor], site: WebServer
) -> None:
    order = {"game": "spread", "size": "3x3", "seats": ["me", "open"], "request": "two"}
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    match = httpx.post(f"{site.url}/api/matches", json=order, headers=headers, timeout=DEADLINE).json()
    someone = visit()
    someone.go(f"/analysis?match={match['id']}")
    expect(someone.page.locator("main")).to_contain_text("still running")
    expect(someone.page.locator(".chip")).to_have_count(0)


def test_play_from_here(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=4x4&moves=2,2")
    href = page.get_by_role("link", name="Play from here").get_attribute("href") or ""
    query = parse_qs(urlsplit(href).query)
    position = gridlock.make("spread", 4, 4).start().play("2,2")
    assert urlsplit(href).path == "/new"
    assert (query["game"], query["size"], query["position"]) == (["spread"], ["4x4"], [position.text])


# Records and downloads ------------------------------------------------------------------------------


def test_reviewing_a_pasted_record(visitor: Visitor) -> None:
    record = match_with_mistake("blockade", 3, 3)
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a record").fill(str(record))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Blockade")
    expect(page.locator(".mistake-title")).to_be_visible()
    url = page.url
    page.reload()
    expect(page.locator(".mistake-title")).to_be_visible()
    assert page.url == url


def test_every_match_of_a_text_can_be_opened(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    texts = [str(random_record(gridlock.make(kind, 3, 3), Random(1))) for kind in ("trail", "crossfire")]
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a record").fill("\n".join(texts))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Trail")
    page.get_by_role("button", name="Next match").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Crossfire")


def test_match_resigned_while_winning_can_be_retried(visitor: Visitor) -> None:
    record = Record(gridlock.make("spread", 3, 3), (), winner=1, ending="resignation")
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a record").fill(str(record))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".mistake-title")).to_have_text("Player 2 could have won")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".try-text")).to_contain_text("Your opponent answers")


def test_invalid_records_are_rejected(visit: Callable[..., Visitor]) -> None:
    someone = visit()
    page = open_board(someone, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Open a record").click()
    page.get_by_label("Paste a record").fill('[Game "spread"]\n\n1. 9,9')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("main")).to_contain_text("move 1, '9,9'")
    someone.forgive("status of 422")


def test_downloading_a_line_and_its_picture(visitor: Visitor) -> None:
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
