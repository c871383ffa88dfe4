"""``gridlock serve``: what can be chosen, what is said when it cannot start, and how it lives and ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import websockets

from gridlock.web import ports
from gridlock.web import server as web_server
from gridlock.web.ports import listen_at, local_url
from gridlock.web.settings import Allowance, ServerSettings
from servers import Port
from terminal import ended, gridlock, spawn
from waiting import DEADLINE, until

# What can be chosen -----------------------------------------------------------------------------


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """The settings with which servers would have been run."""
    found: list[ServerSettings] = []

    def serve(settings: ServerSettings, listener: socket.socket, tell: object) -> None:
        listener.close()
        found.append(settings)

    monkeypatch.setattr(web_server, "serve", serve)
    return found


def test_what_is_left_out_suits_one_machine(chosen: list[ServerSettings]) -> None:
    assert gridlock("serve").status == 0
    assert chosen == [ServerSettings()]


def test_every_choice_arrives(chosen: list[ServerSettings]) -> None:
    options = (
        "--port 0 --database sqlite+aiosqlite:///x.db --keep 12h --keep-finished 2w --storage 20M "
        "--workers 3 --queue 7 --memory 1.5G "
        "--base-url https://games.example.org/ --trust-proxy 10.0.0.1 --trust-proxy fd00::/8,192.168.0.0/16 "
        "--allow 2 --public-host Games.lan --public-host 192.0.2.7"
    )
    assert gridlock("serve", *options.split()).status == 0
    assert chosen == [
        ServerSettings(
            database="sqlite+aiosqlite:///x.db",
            keep=12 * 3600,
            keep_finished=14 * 86400,
            storage=20 << 20,
            workers=3,
            queue=7,
            memory=3 << 29,
            base_url="https://games.example.org",
            public_hosts=("games.lan", "192.0.2.7"),
            trusted_proxies=("10.0.0.1/32", "fd00::/8", "192.168.0.0/16"),
            allowance=Allowance(
                requests=1200,
                files=6000,
                moves=480,
                matches=60,
                searches=120,
                sockets=80,
                frames=6000,
                connections=200,
                share=0.04,
            ),
        )
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            "--keep soon",
            "--keep is a number of minutes, hours, days or weeks, such as 12h or 90d, not 'soon'.",
        ),
        ("--keep 0d", "not '0d'."),
        ("--keep -1d", "not '-1d'."),
        ("--keep-finished x", "--keep-finished is a number of minutes, hours, days or weeks"),
        ("--storage 9M", "--storage is at least 10M, not '9M'."),
        ("--memory lots", "Memory is a number with K, M or G, such as 2G, not 'lots'."),
        (
            "--base-url games",
            "--base-url is a site's address, such as https://games.example.org, not 'games'.",
        ),
        ("--base-url https://games.example.org/sub", "not 'https://games.example.org/sub'."),
        (
            "--trust-proxy everybody",
            "--trust-proxy takes an address or a network, such as 127.0.0.1 or 10.0.0.0/8",
        ),
        ("--host 192.0.2.1", "Cannot listen on 192.0.2.1, port 8000: "),
        ("--host no.such.host.invalid", "Cannot listen on no.such.host.invalid, port 8000: "),
        ("--workers 0", "'--workers': "),
        (
            "--database mysql://x/y",
            "The database must be sqlite+aiosqlite or postgresql+asyncpg, not 'mysql'.",
        ),
        ("--database nonsense", "'nonsense' is not a database URL."),
    ],
)
def test_a_wrong_choice_is_explained(options: str, sentence: str) -> None:
    ran = gridlock("serve", *options.split())
    assert ran.status == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_without_its_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gridlock.web.server")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ran = gridlock("serve")
    install = 'pip install "gridlock-games[web]"'
    assert ran == (1, "", f"gridlock: Serving needs some more packages, which this installs: {install}\n")


# Where it listens -------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_named_with_one_that_is_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = gridlock("serve", "--port", str(port))
    assert ran.status == 2
    assert f"Port {port} is already in use. This one is free: --port " in ran.err


def test_without_a_port_the_next_free_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(ports, "DEFAULT_PORT", usual)
        with listen_at("127.0.0.1", None) as listener:
            assert listener.getsockname()[1] > usual


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost")])
def test_the_address_is_one_that_can_be_typed(host: str, shown: str) -> None:
    with listen_at(host, 0) as listener:
        assert local_url(listener) == f"http://{shown}:{listener.getsockname()[1]}/"


# Why it cannot start ----------------------------------------------------------------------------


def cannot_start(database: str) -> str:
    """What is said about a database."""
    command = [sys.executable, "-m", "gridlock", "serve", "--port", "0", "--database", database]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr


def test_a_database_that_cannot_be_reached() -> None:
    nobody = Port()
    url = f"postgresql+asyncpg://gridlock:hidden@127.0.0.1:{nobody.number}/gridlock"
    told = cannot_start(url)
    assert f"The database {url.replace('hidden', '***')} cannot be used: " in told
    assert "hidden" not in told


def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert str(tmp_path / "file") in cannot_start(f"sqlite+aiosqlite:///{tmp_path}/file/web.sqlite3")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "web.sqlite3").write_text("my diary\n" * 1000)
    told = cannot_start(f"sqlite+aiosqlite:///{tmp_path}/web.sqlite3")
    assert "cannot be used: file is not a database." in told


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "web.sqlite3"
    with sqlite3.connect(file) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    told = cannot_start(f"sqlite+aiosqlite:///{file}")
    assert "was written by a newer version of Gridlock, which this one cannot read." in told


# How it lives and ends --------------------------------------------------------------------------


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server, and its address as soon as it has told it."""
    command = [sys.executable, "-m", "gridlock", "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"GRIDLOCK_DATA": str(folder)},
    )
    try:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first.startswith("Gridlock is at http://127.0.0.1:"), first
        yield process, first.split()[-1].rstrip("/")
    finally:
        process.kill()
        process.communicate()


def children(process: subprocess.Popen[str]) -> list[Path]:
    """The processes that a process has started, as Linux shows them."""
    task = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [Path("/proc") / number for number in task.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_ends_in_an_orderly_way(tmp_path: Path, number: signal.Signals) -> None:
    """Also if its workers are told to end at the same time, as terminals and service managers do it."""
    with running(tmp_path, "--workers", "1") as (process, url):
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "The solver is ready.\n"
        workers = children(process)
        assert len(workers) == 2
        place = url.replace("http", "ws") + "/api/matches/none/socket"
        async with websockets.connect(place, open_timeout=DEADLINE) as line:
            for worker in workers:
                os.kill(int(worker.name), number)
            process.send_signal(number)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await asyncio.wait_for(line.recv(), DEADLINE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert await asyncio.to_thread(process.wait, DEADLINE) == 0
        assert process.stdout.read() == "", "no other word"
        until(lambda: not [worker for worker in workers if worker.exists()])


def test_it_answers_at_once_and_says_when_the_solver_is_ready(tmp_path: Path) -> None:
    with running(tmp_path) as (process, url):
        with urllib.request.urlopen(f"{url}/", timeout=DEADLINE) as page:
            assert page.status == 200
        assert process.stdout is not None
        assert process.stdout.readline() == "The solver is ready.\n"
        with urllib.request.urlopen(f"{url}/readyz", timeout=DEADLINE) as ready:
            assert ready.status == 200


def test_at_a_terminal_it_opens_a_browser_and_ctrl_c_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.new && mv {seen}.new {seen}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    server = spawn("serve", "--port", "0", "--open")
    server.expect(r"Gridlock is at (http://127\.0\.0\.1:\d+/)\r\nPress Ctrl-C to stop\.")
    assert server.match is not None
    address = server.match.group(1)
    until(seen.exists)
    assert seen.read_text() == address
    server.sendintr()
    assert "Traceback" not in server.read()
    assert ended(server) == 0
