"""The analysis page in a real browser: exploring, the position editor, accessibility."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import gridlock
from analysing import (
    BOARD,
    cell,
    match_with_mistake,
    open_board,
    place,
    played,
    query,
    too_low,
    verdict,
    worked_out,
)
from browser import NARROW, Visitor, overflow, serious
from servers import WebServer

pytest_plugins = ["browser"]


# Explore --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["spread", "lightcycle", "trail", "kayles"])
def test_every_cell_shows_the_value_of_its_move(visitor: Visitor, kind: str) -> None:
    page = open_board(visitor, f"/analysis?game={kind}")
    expect(page.locator(".chip").first).to_be_visible()
    expect(page.locator(".chip")).to_have_count(page.locator(f"{BOARD} .grid-cell.can").count())
    label = page.locator(f"{BOARD} .grid-cell.can").first.get_attribute("aria-label") or ""
    assert re.search(r"(wins|loses) in \d+$", label)


def test_values_match_the_library(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    value = gridlock.solve(gridlock.make("spread", 3, 3).start())
    expect(verdict(page)).to_have_text(f"Player {value.winner} wins in {value.moves} moves.")
    for judged in gridlock.analyze(gridlock.make("spread", 3, 3).start()):
        expect(cell(page, int(judged.move))).to_have_attribute(
            "aria-label", re.compile(rf"loses in {(judged.value.moves or 0) + 1}$")
        )


def test_two_part_moves_are_valued_in_two_steps(visitor: Visitor) -> None:
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


def test_branches_can_be_explored_and_removed(visitor: Visitor) -> None:
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


def test_stepping_through_best_play(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    moves = gridlock.solve(gridlock.make("spread", 3, 3).start()).moves
    page.get_by_role("button", name="Play it through").click()
    expect(page.locator(".step-place")).to_have_text(f"1 / {moves}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".step-place")).to_have_text(f"2 / {moves}")
    expect(page.locator("#live")).to_contain_text(f"Move 2 of {moves}")
    page.keyboard.press("End")
    expect(page.locator(".caption")).to_contain_text("has won")
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


def test_links_reproduce_the_view(visit: Callable[..., Visitor]) -> None:
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


def test_invalid_addresses_show_an_error(visit: Callable[..., Visitor]) -> None:
    someone = visit()
    someone.go("/analysis?game=spread&position=nonsense")
    expect(someone.page.get_by_role("heading", level=1)).to_have_text("This cannot be shown")
    expect(someone.page.locator("main")).to_contain_text("A position of this game is 5 rows of 5")
    someone.forgive("status of 422")


# Set up ---------------------------------------------------------------------------------------------


def test_setting_up_a_position(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread&size=3x3")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Player 1", exact=True).click()
    cell(page, 0).click()
    page.get_by_role("button", name="Player 2", exact=True).click()
    cell(page, 8).click()
    page.get_by_role("button", name="Player 2 to move").click()
    page.get_by_role("button", name="Analyse this").click()
    page.wait_for_url(re.compile("position="))
    worked_out(page)
    position = gridlock.make("spread", 3, 3).position("X../.../..O 2")
    assert query(page)["position"] == [position.text]
    value = gridlock.solve(position)
    expect(verdict(page)).to_contain_text(f"Player {value.winner} wins in {value.moves} move")


def test_impossible_positions_are_rejected(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=lightcycle")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Empty board").click()
    page.get_by_role("button", name="Analyse this").click()
    expect(page.get_by_role("alert")).to_contain_text("exactly one marker")
    visitor.forgive("status of 422")


def test_choosing_another_board(visitor: Visitor) -> None:
    page = open_board(visitor, "/analysis?game=spread")
    page.get_by_role("button", name="Choose another board").click()
    page.get_by_label("Game").select_option("crossfire")
    page.get_by_label("Rows").fill("3")
    page.get_by_label("Columns").fill("4")
    page.get_by_label("Diagonals").select_option("all")
    page.get_by_role("button", name="Show this board").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3\N{MULTIPLICATION SIGN}4")
    assert query(page) == {"game": ["crossfire"], "size": ["3x4"], "diagonals": ["all"]}


# Accessibility --------------------------------------------------------------------------------------


def test_everything_works_by_keyboard(visitor: Visitor) -> None:
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
def test_page_is_accessible(visit: Callable[..., Visitor], site: WebServer, scheme: str) -> None:
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
    page.get_by_role("button", name="Watch how").click()
    expect(page.locator(".line")).to_be_visible()
    assert serious(page) == []


def test_page_fits_a_narrow_window(visit: Callable[..., Visitor], site: WebServer) -> None:
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
    worked_out(page)
    assert too_low(page) == []
