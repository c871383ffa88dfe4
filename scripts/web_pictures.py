"""Take browser screenshots of the page for docs/pictures: a match, an analysis, and boards with a reason."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1280, "height": 800}
SMALL: ViewportSize = {"width": 340, "height": 800}

BLOCKS = "right:1,1 up:3,3 right:1,2 up:2,3"
"""The beginning of a game of blockade."""
STEP = "row 0 column 3"
"""A step from there, before the block is chosen."""
SAVED = "/analysis?game=spread&moves=3,3+1,3+5,3+3,5+3,1+2,1"
"""A game of spread with something to explain."""
REASONS = {
    "reason-safe": "/analysis?game=crossfire&size=4x4&position=X.../...O/..../X...+2",
    "reason-shut-in": "/analysis?game=blockade&size=4x4&position=..%23./%231%23./%23.%232/..%23%23+2",
}
"""Positions that show a reason at a glance."""


@contextmanager
def start_server() -> Iterator[str]:
    """Start a server; yield its address once the solver is ready."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gridlock", "serve", "--port", "0"]
        environment = os.environ | {"GRIDLOCK_DATA": folder}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1]
            process.stdout.readline()
            try:
                yield address
            finally:
                process.terminate()


def show_match(page: Page, address: str) -> None:
    """Show a match against a bot, in the middle of a turn."""
    secret = secrets.token_urlsafe(32)
    order = {"game": "blockade", "seats": ["me", "level:4"], "moves": BLOCKS.split(), "request": "picture"}
    response = httpx.post(
        f"{address}api/matches", json=order, headers={"Authorization": f"Bearer {secret}"}
    ).raise_for_status()
    page.goto(f"{address}m/{response.json()['id']}#seat={secret}")
    page.get_by_role("gridcell", name=f"{STEP}, empty, legal").click()
    page.mouse.move(0, 0)


def show_analysis(page: Page, address: str, path: str = SAVED) -> None:
    """Show the value of every move, and the reasons."""
    page.goto(address.rstrip("/") + path)
    page.get_by_role("button", name="Why?").click()
    page.locator(".reason").first.wait_for()


def main() -> None:
    """Make the pictures."""
    shows = {"web-match": show_match, "web-analysis": show_analysis}
    options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with start_server() as address, sync_playwright() as playwright:
        executable = which("chromium-headless-shell") or which("chromium")
        browser = playwright.chromium.launch(executable_path=executable, args=options)
        for name, show in shows.items():
            page = open_page(browser, SIZE)
            show(page, address)
            page.wait_for_timeout(1000)
            page.screenshot(path=PICTURES / f"{name}.png")
            page.close()
        for name, path in REASONS.items():
            page = open_page(browser, SMALL)
            show_analysis(page, address, path)
            page.wait_for_timeout(1000)
            page.locator(".board-frame").screenshot(path=PICTURES / f"{name}.png")
            page.close()
        browser.close()


def open_page(browser: Browser, size: ViewportSize) -> Page:
    """Open an empty page of this size, in which nothing moves."""
    return browser.new_page(viewport=size, reduced_motion="reduce")


if __name__ == "__main__":
    main()
