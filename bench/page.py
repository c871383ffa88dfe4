"""Load the page in a cold browser, from the address to a playable board (goal: < 1 s)."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, sync_playwright

from bench.web import start_server

VISITS = 7


def visit(browser: Browser, url: str) -> tuple[float, float, int, float]:
    """Open the first page and start a game: seconds to each, and requests and bytes of the first."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    began = perf_counter()
    page.goto("/")
    play = page.get_by_role("button", name="Play now")
    play.wait_for()
    shown = perf_counter() - began
    page.wait_for_load_state("networkidle")
    requests, wire = len(sizes), sum(sizes)
    began = perf_counter()
    play.click()
    page.locator("[role=gridcell][aria-label*=legal]").first.wait_for()
    playable = perf_counter() - began
    context.close()
    return shown, playable, requests, wire


def main() -> None:
    """Print the table."""
    options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    executable = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as folder,
        start_server(Path(folder), "") as (url, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=executable, args=options)
        visits = [visit(browser, url) for _ in range(VISITS)]
        browser.close()
    shown, playable, requests, wire = (median(column) for column in zip(*visits, strict=True))
    print(f"  first page: {shown * 1000:.0f} ms, {requests:.0f} requests, {wire / 1000:.0f} kB over the wire")
    print(f"  from there to a board to play on: {playable * 1000:.0f} ms")


if __name__ == "__main__":
    main()
