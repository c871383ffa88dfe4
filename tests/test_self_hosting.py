"""The page for those who run a server: its files are the examples, its commands work."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from gridlock.web import network
from gridlock.web import server as web_server
from gridlock.web.guard import bodies, http_protocol, stalls
from gridlock.web.matches import actions
from gridlock.web.routes import analysis
from gridlock.web.settings import ServerSettings
from gridlock.web.store import LogKind
from postgres import Cluster, programs
from servers import WebServer
from terminal import gridlock
from waiting import DEADLINE

pytest_plugins = ["postgres"]
pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "self-hosting.md").read_text()
HOSTING = ROOT / "examples" / "hosting"
SECRET = "A" * 43


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """Every command of the page, in words."""
    lines = "".join(blocks("sh")).replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.parametrize(
    ("language", "name"), [("caddy", "Caddyfile"), ("nginx", "nginx.conf"), ("ini", "gridlock.service")]
)
def test_the_files_of_the_page_are_the_examples(language: str, name: str) -> None:
    assert blocks(language) == [(HOSTING / name).read_text()]


def served(monkeypatch: pytest.MonkeyPatch, options: list[str]) -> ServerSettings:
    """What a server would be run with."""
    found: list[ServerSettings] = []
    monkeypatch.setattr(web_server, "serve", lambda settings, *_: found.append(settings))
    monkeypatch.setattr(network, "lan_addresses", lambda: ("192.168.1.20",))  # also where there is no network
    ran = gridlock("serve", *options)
    assert ran.status == 0, ran.err
    return found[0]


def test_every_command_that_serves_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [words[2:] for words in commands() if words[:2] == ["gridlock", "serve"]]
    assert len(found) >= 4
    for options in found:
        served(monkeypatch, options)


def test_the_service_and_the_container_serve_what_the_proxies_expect(monkeypatch: pytest.MonkeyPatch) -> None:
    (start,) = re.findall(r"^ExecStart=\S+/gridlock serve (.*)$", blocks("ini")[0], re.MULTILINE)
    settings = served(monkeypatch, start.split())
    assert (settings.base_url, settings.trusted_proxies) == ("https://games.example.org", ("127.0.0.1/32",))
    for config in (*blocks("nginx"), *blocks("caddy")):
        assert "127.0.0.1:8000" in config
        assert "/metrics" in config
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
    served(monkeypatch, [*json.loads(entry)[2:], "--base-url", "https://games.example.org"])
    copied = re.findall(r"^COPY ((?!--).*)$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
    assert all((ROOT / name).exists() for line in copied for name in line.split()[:-1])


def test_every_option_is_on_the_page() -> None:
    options = set(re.findall(r"^ *│? *(--[a-z-]+)", gridlock("serve", "--help").out, re.MULTILINE))
    assert len(options) >= 10
    assert not [name for name in options - {"--help", "--open"} if f"`{name}" not in PAGE]


def test_the_limits_are_those_of_a_server() -> None:
    allowed = ServerSettings().allowance
    table = PAGE.partition("| what | limit |")[2]
    for line in (
        f"| requests | {allowed.requests} a minute",
        f"files and for health checks | {allowed.files:,} a minute",
        f"| moves and other actions | {allowed.moves} a minute",
        f"| new matches | {allowed.matches} a minute",
        f"| solver requests | {allowed.searches} a minute, each for {analysis.SECONDS:g} seconds "
        f"(a review: {analysis.REVIEW_SECONDS:g})",
        f"| open match pages | {allowed.sockets}, and {allowed.all_sockets:,} in total",
        f"| stored matches | {allowed.share * 100:g} % of `--storage`, "
        f"{allowed.share * ServerSettings().storage / 1e6:.0f} MB by default |",
        f"| open connections | {allowed.connections}, and {allowed.all_connections:,} in total",
        f"| socket frames | {allowed.frames:,} a minute",
        f"| head of a request | {http_protocol._MAX_OVERHEAD // 1024} kB and "
        f"{http_protocol.MAX_HEADERS} headers",
        f"| size of a request | {bodies.MAX_BODY // 1024} kB, {web_server.MAX_MESSAGE // 1024} kB",
        f"| time for a request to arrive | {http_protocol.HEADER_SECONDS:g} seconds for its head, "
        f"{bodies.SECONDS:g} for",
        f"| time to read a response | {stalls.SECONDS:g} seconds for each {stalls.MIN_READ // 1024} kB",
    ):
        assert line in table, line


def test_the_limits_of_a_match_are_on_the_page() -> None:
    most = actions._MAX_BY_KIND
    assert most[LogKind.HINT] == most[LogKind.ANALYSIS]
    words = " ".join(PAGE.split())
    for part in (
        f"{most[LogKind.RENAMED]} name changes, {most[LogKind.UNDO_ASKED]} undo requests, "
        f"{most[LogKind.UNDO]} undos, {most[LogKind.HINT]} hints and {most[LogKind.ANALYSIS]} analyses",
    ):
        assert part in words, part


# Backup and restore -----------------------------------------------------------------------------


def ask(server: WebServer, path: str, **order: Any) -> dict[str, Any]:
    body = json.dumps(order).encode() if order else None
    headers = {"Authorization": f"Bearer {SECRET}", "Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(server.url + path, body, headers), timeout=DEADLINE
    ) as told:
        answer: dict[str, Any] = json.load(told)
        return answer


def new_match(server: WebServer) -> str:
    order = {"game": "trail", "seats": ["me", "me"], "request": "first"}
    return str(ask(server, "/api/matches", **order)["id"])


def is_there(server: WebServer, match: str) -> None:
    """The match is there with its seats: it can be played on."""
    state = ask(server, f"/api/matches/{match}")
    move = state["scene"]["moves"][0]["move"]
    order = {"kind": "move", "after": state["number"], "request": "second", "move": move}
    assert ask(server, f"/api/matches/{match}/actions", **order)["number"] == state["number"] + 1


def started(server: WebServer) -> WebServer:
    server.start()
    server.wait("/healthz")
    return server


def test_a_file_is_backed_up_while_the_server_runs_and_restored(tmp_path: Path) -> None:
    (command,) = [words for words in commands() if words[:2] == ["python3", "-c"] and "INTO" in words[2]]
    (shrink,) = [words for words in commands() if words[:2] == ["python3", "-c"] and "INTO" not in words[2]]
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
    server = started(WebServer(one, "--workers", "1"))
    try:
        match = new_match(server)
        subprocess.run(command, cwd=one, check=True, timeout=DEADLINE)
        is_there(server, match)
    finally:
        server.stop()
    shutil.copy(one / "backup.sqlite3", two / "web.sqlite3")
    subprocess.run(shrink, cwd=two, check=True, timeout=DEADLINE)
    restored = started(WebServer(two, "--workers", "1"))
    try:
        is_there(restored, match)
    finally:
        restored.stop()


def test_postgresql_is_backed_up_and_restored(tmp_path: Path, cluster: Cluster) -> None:
    dump, restore = ([*words] for words in commands() if words[0] in ("pg_dump", "pg_restore"))
    first, second = cluster.database(), cluster.database()
    server = started(WebServer(tmp_path, "--workers", "1", "--database", first))
    try:
        match = new_match(server)
        run_postgres(dump, first, tmp_path)
    finally:
        server.stop()
    run_postgres(restore, second, tmp_path)
    restored = started(WebServer(tmp_path, "--workers", "1", "--database", second))
    try:
        is_there(restored, match)
    finally:
        restored.stop()


def run_postgres(command: list[str], database: str, folder: Path) -> None:
    """Run a command of the page on a test's database instead of the one called gridlock."""
    url = urlsplit(database)
    name = url.path[1:]
    words = [re.sub(r"^(--dbname=)?gridlock$", rf"\g<1>{name}", word) for word in command]
    place = {"PGHOST": str(url.hostname), "PGPORT": str(url.port), "PGUSER": str(url.username)}
    subprocess.run(
        [str(programs() / words[0]), *words[1:]],
        cwd=folder,
        env=place | {"PGPASSWORD": unquote(str(url.password))},
        check=True,
        timeout=DEADLINE,
    )
