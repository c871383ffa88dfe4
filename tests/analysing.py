"""Helpers for the tests of the analysis page: a match with a mistake, and locators."""

from __future__ import annotations

import re
import secrets
from functools import cache
from itertools import takewhile
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx
from playwright.sync_api import Locator, Page, expect

import gridlock
from browser import Visitor
from gridlock import Move
from gridlock.match import Match
from gridlock.records import Record
from gridlock.review import review
from reviews import random_record
from servers import ONE_REQUEST, WebServer
from waiting import DEADLINE, until

BOARD = ".board-part .board"


@cache
def match_with_mistake(kind: str = "spread", rows: int = 4, cols: int = 4) -> Record:
    """Return a match in which a move gives the win away."""
    game = gridlock.make(kind, rows, cols)
    records = (played_out(random_record(game, Random(seed))) for seed in range(50))
    return next(record for record in records if any(m.move is not None for m in review(record).mistakes))


def moves_of_players(record: Record) -> list[Move]:
    """Return the moves up to where a side is stuck for good: the server makes the rest."""
    free = takewhile(lambda position: record.game.stuck_side(position) is None, record.positions())
    return [move for move, _ in zip(record.moves, free, strict=False)]


def played_out(record: Record) -> Record:
    """Return the record with the moves that the server makes once a side is stuck for good."""
    match = Match(record.game)
    for move in moves_of_players(record):
        match.play(move)
    while match.stuck_side is not None:
        match.play_out()
    return match.record()


def played(site: WebServer, record: Record) -> str:
    """Play a record on the server, wait until the match is over, and return its id."""
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    order = {"game": record.game.id, "size": record.game.size_text, "seats": ["me", "me"]}
    with httpx.Client(base_url=site.url, headers=headers, timeout=DEADLINE, limits=ONE_REQUEST) as api:
        match = api.post("/api/matches", json=order | {"request": secrets.token_hex(8)}).json()
        number, path = match["state"]["number"], f"/api/matches/{match['id']}/actions"
        for move in moves_of_players(record):
            act = {"kind": "move", "move": str(move), "after": number, "request": secrets.token_hex(8)}
            number = api.post(path, json=act).json()["number"]
        until(lambda: api.get(f"/api/matches/{match['id']}").json()["status"] == "over")
    match_id: str = match["id"]
    return match_id


def cell(page: Page, number: int) -> Locator:
    return page.locator(f"{BOARD} [data-cell='{number}']")


def verdict(page: Page) -> Locator:
    return page.locator(".verdict-text")


def worked_out(page: Page) -> None:
    expect(verdict(page)).to_have_text(re.compile(r"^Player [12] (wins|has won)"))


def place(page: Page) -> str:
    return page.locator(".step-place").inner_text().replace(" ", "")


def too_low(page: Page) -> list[str]:
    """Return the buttons that are too low for touch, measured at once as the page may redraw them."""
    buttons: list[str] = page.evaluate(
        """[...document.querySelectorAll('.analysis button')].filter(one => {
            const { height } = one.getBoundingClientRect();
            return height > 0 && height < 43.5;
        }).map(one => one.outerHTML)"""
    )
    return buttons


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def open_board(visitor: Visitor, path: str) -> Page:
    visitor.go(path)
    worked_out(visitor.page)
    return visitor.page
