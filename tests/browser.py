"""Fixtures for tests in a real browser: a server, the system's Chromium, and visitors that collect errors.

List this module in ``pytest_plugins`` to use them. Each test process starts one server, each module one
browser, and each test gets its own isolated visitors.
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
BROWSERS = (
    "chromium-headless-shell",  # has no windows, and needs half the time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PLACES = (Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),)
PATIENCE = 500 * DEADLINE  # half the deadline, in milliseconds, because a broken page fails hundreds of tests
WIDE, NARROW = (1280, 800), (320, 640)
PUBLIC_NAME = "gridlock.test"
"""A name of this machine that the browser treats as another host."""


def find_browser() -> str | None:
    """Return the path of the system's Chromium, or None to use Playwright's own."""
    on_path = (shutil.which(name) for name in BROWSERS)
    installed = (str(place) for place in PLACES if place.exists())
    return next((place for place in (*on_path, *installed) if place), None)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A server with the five games and a sixth from a plugin."""
    folder = tmp_path_factory.mktemp("site")
    environment = {"GRIDLOCK_GAMES": str(KAYLES)}
    with WebServer(folder, *GENEROUS, "--workers", "1", patient=True, environment=environment) as server:
        yield server


GENEROUS = ("--allow", "100")
"""Raises the per-address limits, as all tests share one address."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser of a module. While it runs, no asynchronous test can run in this process."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        options = [f"--host-resolver-rules=MAP {PUBLIC_NAME} 127.0.0.1"]
        options += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=find_browser(), args=options, timeout=PATIENCE)
        yield browser
        browser.close()


class Visitor:
    """A visitor with an isolated browser context that collects errors."""

    def __init__(self, browser: Browser, url: str, **options: Any) -> None:
        self.url = url
        self._faults: list[str] = []
        self._forgiven: set[str] = set()
        width, height = options.pop("size", WIDE)
        self.context = browser.new_context(
            base_url=url, viewport={"width": width, "height": height}, reduced_motion="reduce", **options
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.on("console", self._on_console)
        self.context.on("weberror", self._on_error)
        self.context.on("request", self._on_request)
        self.context.on("requestfailed", self._on_failure)
        self.page: Page = self.context.new_page()

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._faults.append(f"console: {message.text} ({self.page.url})")

    def _on_error(self, error: WebError) -> None:
        self._faults.append(f"error: {error.error}")

    def _on_request(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc and not request.url.startswith(OWN):
            self._faults.append(f"another host: {request.url}")

    def _on_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # requests are aborted when a page is left
            self._faults.append(f"request: {request.method} {request.url} {request.failure}")

    def forgive(self, *texts: str) -> None:
        """Ignore faults that contain one of these texts, whenever they occur."""
        self._forgiven.update(texts)

    @property
    def faults(self) -> list[str]:
        """The unexpected errors."""
        return [fault for fault in self._faults if not any(text in fault for text in self._forgiven)]

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Go offline for a while, and ignore the errors that the browser reports."""
        self.forgive("ERR_INTERNET_DISCONNECTED")
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)

    def go(self, path: str) -> None:
        """Open a page and wait until it is drawn."""
        self.page.goto(path)
        self.settled()

    def settled(self) -> None:
        """Wait until the page is drawn."""
        self.page.locator("main h1").first.wait_for()

    def close(self) -> None:
        self.context.close()


OWN = ("data:", "blob:", "about:")


@pytest.fixture
def visit(chromium: Browser, site: WebServer) -> Iterator[Callable[..., Visitor]]:
    """Create visitors of the site, or of another server, and check at the end that they saw no errors."""
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
    """Return the serious accessibility violations that axe finds."""
    violations = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in violations
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def overflow(page: Page) -> int:
    """Return how many pixels the page is wider than the window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def cells(board: Locator) -> Locator:
    """Return the cells of a board."""
    return board.get_by_role("gridcell")
