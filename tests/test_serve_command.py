"""``gridlock serve``: options, start-up errors, and shutdown."""

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

from gridlock.installation import how_to_install
from gridlock.web import ports
from gridlock.web import server as web_server
from gridlock.web.ports import listen_at, local_url
from gridlock.web.settings import Allowance, ServerSettings
from servers import Port
from terminal import ended, gridlock, spawn
from waiting import DEADLINE, until

pytestmark = pytest.mark.slow

# What can be chosen -----------------------------------------------------------------------------


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """Collect the settings instead of running servers."""
    found: list[ServerSettings] = []

    def serve(settings: ServerSettings, listener: socket.socket, tell: object) -> None:
        listener.close()
        found.append(settings)

    monkeypatch.setattr(web_server, "serve", serve)
    return found


def test_defaults(chosen: list[ServerSettings]) -> None:
    assert gridlock("serve").status == 0
    assert chosen == [ServerSettings()]


def test_every_option_reaches_the_settings(chosen: list[ServerSettings]) -> None:
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
            "--keep takes minutes, hours, days or weeks, such as 30m, 12h, 90d or 2w, not 'soon'.",
        ),
        ("--keep 0d", "not '0d'."),
        ("--keep -1d", "not '-1d'."),
        ("--keep-finished x", "--keep-finished takes minutes, hours, days or weeks"),
        ("--storage 9M", "--storage must be at least 10M, not '9M'."),
        ("--memory lots", "Write a memory size as a number with K, M or G, such as 2G, not 'lots'."),
        (
            "--base-url games",
            "--base-url takes a site's address, such as https://games.example.org, not 'games'.",
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
            "The database must be sqlite or postgresql, not 'mysql'.",
        ),
        ("--database nonsense", "'nonsense' is not a database URL."),
    ],
)
def test_invalid_options_are_explained(options: str, sentence: str) -> None:
    ran = gridlock("serve", *options.split())
    assert ran.status == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_missing_packages_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gridlock.web.server")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ran = gridlock("serve")
    assert ran == (1, "", f"gridlock: Serving needs more packages. {how_to_install('web')}\n")


# Where it listens -------------------------------------------------------------------------------


def test_busy_port_is_reported_with_a_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = gridlock("serve", "--port", str(port))
    assert ran.status == 2
    assert f"Port {port} is already in use. This one is free: --port " in ran.err


def test_next_free_port_is_used_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        usual = taken.getsockname()[1]
        monkeypatch.setattr(ports, "DEFAULT_PORT", usual)
        with listen_at("127.0.0.1", None) as listener:
            assert listener.getsockname()[1] > usual


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost")])
def test_printed_address_can_be_opened(host: str, shown: str) -> None:
    with listen_at(host, 0) as listener:
        assert local_url(listener) == f"http://{shown}:{listener.getsockname()[1]}/"


# Why it cannot start ----------------------------------------------------------------------------


def cannot_start(database: str) -> str:
    """Return the error message for a database."""
    command = [sys.executable, "-m", "gridlock", "serve", "--port", "0", "--database", database]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr


def test_unreachable_database() -> None:
    unused_port = Port()
    url = f"postgresql+asyncpg://gridlock:hidden@127.0.0.1:{unused_port.number}/gridlock"
    message = cannot_start(url)
    assert f"The database {url.replace('hidden', '***')} cannot be used: " in message
    assert "hidden" not in message


def test_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert str(tmp_path / "file") in cannot_start(f"sqlite+aiosqlite:///{tmp_path}/file/web.sqlite3")


def test_file_that_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / "web.sqlite3").write_text("my diary\n" * 1000)
    message = cannot_start(f"sqlite+aiosqlite:///{tmp_path}/web.sqlite3")
    assert "cannot be used: file is not a database." in message


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "web.sqlite3"
    with sqlite3.connect(file) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
    newer.close()
    message = cannot_start(f"sqlite+aiosqlite:///{file}")
    assert "was written by a newer version of Gridlock, which this one cannot read." in message


# How it lives and ends --------------------------------------------------------------------------


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server, and yield it with its address."""
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
    """Return the child processes of a process, from /proc."""
    task = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [Path("/proc") / number for number in task.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_clean_shutdown(tmp_path: Path, number: signal.Signals) -> None:
    """Workers may get the signal at the same time, as from a terminal or a service manager."""
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


def test_server_answers_before_the_solver_is_ready(tmp_path: Path) -> None:
    with running(tmp_path) as (process, url):
        with urllib.request.urlopen(f"{url}/", timeout=DEADLINE) as page:
            assert page.status == 200
        assert process.stdout is not None
        assert process.stdout.readline() == "The solver is ready.\n"
        with urllib.request.urlopen(f"{url}/readyz", timeout=DEADLINE) as ready:
            assert ready.status == 200


def test_open_and_ctrl_c_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
