"""The board for other people's pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import httpx
import pytest
from playwright.sync_api import expect

import gridlock
from browser import Visitor, overflow, serious
from servers import WebServer
from waiting import DEADLINE

pytest_plugins = ["browser"]

LINE = "/embed?game=spread&size=3x3&moves=2,2 1,1&at=1"


def test_only_the_embed_page_can_be_framed_by_other_sites(site: WebServer) -> None:
    policies = {
        path: httpx.get(site.url + path, timeout=DEADLINE).headers["content-security-policy"]
        for path in ("/embed", "/")
    }
    assert "frame-ancestors 'none'" in policies["/"]
    assert "frame-ancestors 'none'" not in policies["/embed"]


def test_a_line_is_stepped_through(visitor: Visitor) -> None:
    visitor.go(LINE)
    page = visitor.page
    expect(page.locator(".embed-caption")).to_have_text("Player 1 played 2,2.")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".embed-caption")).to_have_text("Player 2 played 1,1.")
    expect(page.get_by_role("button", name="One move on")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".embed-caption")).to_have_text("Player 1 to move.")
    link = page.get_by_role("link", name="Open in Gridlock")
    assert link.get_attribute("href") == "/analysis?game=spread&size=3x3&moves=2,2+1,1&at=0"


def test_values_are_shown_if_wanted(visitor: Visitor) -> None:
    visitor.go(LINE + "&values=1")
    value = gridlock.solve(gridlock.make("spread", 3, 3).start().play("2,2"))
    expect(visitor.page.locator(".embed-caption")).to_have_text(
        f"Player {value.winner} wins in {value.moves} move."
    )
    expect(visitor.page.locator(".chip")).to_have_count(8)
    visitor.go(LINE)
    expect(visitor.page.locator(".chip")).to_have_count(0)


@contextmanager
def blog(body: str) -> Iterator[str]:
    """The address of somebody else's page."""

    class Post(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *said: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Post) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_it_stands_in_another_page(visitor: Visitor) -> None:
    visitor.go("/analysis?game=spread&size=3x3&moves=2,2")
    page = visitor.page
    page.get_by_role("button", name="Share and download").click()
    snippet = page.get_by_label("Board for your own page", exact=True).input_value()
    with blog(f"<!doctype html><title>Mine</title>{snippet}") as address:
        page.goto(address)
        told = page.frame_locator("iframe").locator(".embed-caption")
        expect(told).to_have_text("Player 1 played 2,2.")
        visitor.forgive(address)


def test_what_cannot_be_shown_is_said(visit: Callable[..., Visitor]) -> None:
    someone = visit()
    someone.go("/embed?game=chess")
    expect(someone.page.locator("main")).to_contain_text("chess")
    someone.forgive("status of 422")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_small_frame_and_keeps_nobody_out(visit: Callable[..., Visitor], scheme: str) -> None:
    someone = visit(color_scheme=scheme, size=(280, 360))
    someone.go(LINE)
    assert overflow(someone.page) <= 0
    assert serious(someone.page) == []


def test_it_is_small(site: WebServer, visitor: Visitor) -> None:
    sizes: list[int] = []
    visitor.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    visitor.go(LINE)
    visitor.page.wait_for_load_state("networkidle")
    assert sum(sizes) < 60_000
