"""Matches on the page without the form: created, entered and played by requests."""

from __future__ import annotations

import secrets
from typing import Any

from playwright.sync_api import expect

from browser import PATIENCE, Visitor

SCREENS = {"small phone": (360, 640), "phone": (390, 844), "desk": (1280, 720)}
SECRET = "e" * 43


def create(visitor: Visitor, game: str, *seats: str, **more: Any) -> str:
    """Create a match, with this visitor in the seats called me, and return its id."""
    response = visitor.page.request.post(
        "/api/matches",
        data={"game": game, "seats": list(seats), "request": secrets.token_hex(8), **more},
        headers={"Authorization": f"Bearer {SECRET}"},
        timeout=PATIENCE,
    )
    return str(response.json()["id"])


def enter(visitor: Visitor, match: str) -> None:
    """Open a match that this visitor has created."""
    visitor.go(f"/m/{match}#seat={SECRET}")
    expect(visitor.page.locator(".match.known")).to_be_visible()


def act(visitor: Visitor, match: str, kind: str, secret: str = SECRET, **more: Any) -> None:
    """Act in a match without its page."""
    number = visitor.page.request.get(f"/api/matches/{match}", timeout=PATIENCE).json()["number"]
    visitor.page.request.post(
        f"/api/matches/{match}/actions",
        data={"kind": kind, "after": number, "request": secrets.token_hex(8), **more},
        headers={"Authorization": f"Bearer {secret}"},
        timeout=PATIENCE,
    )
