"""Looking at the analysis page in a browser: a match with a mistake in it, and where things are."""

from __future__ import annotations

import re
import secrets
from functools import cache
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx
from playwright.sync_api import Locator, Page, expect

import gridlock
from browser import Visitor
from gridlock.records import Record
from gridlock.review import review
from reviews import random_record
from servers import WebServer
from waiting import DEADLINE

BOARD = ".board-part .board"


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
    with httpx.Client(base_url=site.url, headers=headers, timeout=DEADLINE) as api:
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


def too_low(page: Page) -> list[str]:
    """The buttons that a finger could miss, all looked at in one moment, as the page may draw them again."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll('.analysis button')].filter(one => {
            const { height } = one.getBoundingClientRect();
            return height > 0 && height < 43.5;
        }).map(one => one.outerHTML)"""
    )
    return found


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def open_board(visitor: Visitor, path: str) -> Page:
    visitor.go(path)
    worked_out(visitor.page)
    return visitor.page
