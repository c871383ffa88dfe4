"""The page in a real browser: the system's Chromium, our own server, and visitors who notice every fault.

A module that names this one in ``pytest_plugins`` can use the fixtures. Each test process starts one server,
each module one browser, and each test gets visitors of its own, who know nothing of each other.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebError,
    expect,
    sync_playwright,
)

from servers import WebServer
from waiting import DEADLINE

ROOT = Path(__file__).parent.parent
KAYLES = ROOT / "examples" / "kayles" / "kayles.py"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)
PATIENCE = 500 * DEADLINE  # half of it, in milliseconds: of a page that does not work, hundreds of tests fail
WIDE, NARROW = (1280, 800), (320, 640)
PUBLIC_NAME = "gridlock.test"
"""A name by which the browser finds this machine, and which it takes for another one."""


def find_browser() -> str | None:
    """The system's Chromium; None leaves it to Playwright, which may have fetched one."""
    found = (shutil.which(name) for name in BROWSERS)
    there = (str(place) for place in PLACES if place.exists())
    return next((place for place in (*found, *there) if place), None)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server with the five games and a sixth of another package."""
    folder = tmp_path_factory.mktemp("site")
    with WebServer(folder, *GENEROUS, patient=True, environment={"GRIDLOCK_GAMES": str(KAYLES)}) as server:
        yield server


GENEROUS = ("--allow", "100")
"""All tests come from one address, which may do as much as a hundred."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of a module. As long as it is there, no asynchronous test can run in this process."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        options = [f"--host-resolver-rules=MAP {PUBLIC_NAME} 127.0.0.1"]
        options += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=find_browser(), args=options, timeout=PATIENCE)
        yield browser
        browser.close()


class Visitor:
    """Somebody with a browser of their own, who notices whatever goes wrong in it."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        self._faults: list[str] = []
        self._forgiven: set[str] = set()
        width, height = options.pop("size", WIDE)
        self.context = browser.new_context(
            base_url=url, viewport={"width": width, "height": height}, reduced_motion="reduce", **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("console", self._heard)
        self.context.on("weberror", self._failed)
        self.context.on("request", self._asked)
        self.context.on("requestfailed", self._missed)
        self.page: Page = self.context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._faults.append(f"console: {message.text} ({self.page.url})")

    def _failed(self, error: WebError) -> None:
        self._faults.append(f"error: {error.error}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc and not request.url.startswith(OWN):
            self._faults.append(f"another host: {request.url}")

    def _missed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # which is what leaving a page does to its questions
            self._faults.append(f"request: {request.method} {request.url} {request.failure}")

    def forgive(self, *texts: str) -> None:
        """Expect faults with one of these texts, which the browser itself notes, early or late."""
        self._forgiven.update(texts)

    @property
    def faults(self) -> list[str]:
        """What went wrong, and was not to be expected."""
        return [fault for fault in self._faults if not any(text in fault for text in self._forgiven)]

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Without a connection for a while: the browser complains, which is no fault of the page."""
        self.forgive("ERR_INTERNET_DISCONNECTED")
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)

    def go(self, path: str) -> None:
        """Open a page, and wait until it is there."""
        self.page.goto(path)
        self.settled()

    def settled(self) -> None:
        """Wait until the page has shown what it was asked for."""
        self.page.locator("main h1").first.wait_for()

    def close(self) -> None:
        self.context.close()


OWN = ("data:", "blob:", "about:")


@pytest.fixture
def visit(chromium: Browser, site: WebServer) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors of the site, or of another server; in the end, none of them may have seen a fault."""
    visitors: list[Visitor] = []

    def make(url: str = site.url, **options: Any) -> Visitor:
        visitors.append(Visitor(chromium, url, **options))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    """One visitor with a wide window."""
    return visit()


def serious(page: Page) -> list[str]:
    """What axe finds that would keep people out."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def overflow(page: Page) -> int:
    """How many pixels of the page lie to the right of the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def cells(board: Locator) -> Locator:
    """The cells of a board."""
    return board.get_by_role("gridcell")
