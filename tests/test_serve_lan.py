"""``gridlock serve --lan``: the address for other devices, and its QR code."""

from __future__ import annotations

import io
import os
import re
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import segno

from gridlock.errors import InvalidChoice
from gridlock.web import network
from gridlock.web import server as web_server
from gridlock.web.network import lan_addresses, listen_host, terminal_qr, url_of
from gridlock.web.settings import ServerSettings
from terminal import gridlock, spawn
from test_docs import ROOT

pytestmark = pytest.mark.slow

URL = "http://192.168.178.20:8000/"


def pretend(monkeypatch: pytest.MonkeyPatch, routed: list[str], interfaces: list[str]) -> None:
    """Pretend that this machine has these addresses, of its default routes and of all interfaces."""
    monkeypatch.setattr(network, "_default_routes", lambda: iter(routed))
    monkeypatch.setattr(network, "_all_addresses", lambda: iter(interfaces))


@pytest.fixture
def fake_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the server by one that only prints its address."""

    def serve(settings: ServerSettings, listener: socket.socket, tell: object) -> None:
        assert callable(tell)
        print("listens at", listener.getsockname()[0])
        tell("listening")

    monkeypatch.setattr(web_server, "serve", serve)


# Which address ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("routed", "interfaces", "addresses"),
    [
        (["192.168.1.20"], ["127.0.0.1", "192.168.1.20"], ["192.168.1.20"]),
        (["10.0.0.4"], ["127.0.0.1", "172.17.0.1", "10.0.0.4"], ["10.0.0.4", "172.17.0.1"]),
        (["10.0.0.4", "2001:db8::7"], ["10.0.0.4"], ["10.0.0.4"]),
        (["2001:db8::7"], ["127.0.0.1"], ["2001:db8::7"]),
        ([], ["127.0.0.1", "192.168.7.1"], ["192.168.7.1"]),  # a network without a way out
        (["2001:db8::7"], ["192.168.7.1"], ["192.168.7.1"]),
    ],
)
def test_default_route_address_comes_first(
    monkeypatch: pytest.MonkeyPatch, routed: list[str], interfaces: list[str], addresses: list[str]
) -> None:
    pretend(monkeypatch, routed, interfaces)
    assert lan_addresses() == tuple(addresses)


@pytest.mark.parametrize(
    "useless", ["127.0.0.1", "127.0.1.1", "169.254.3.4", "::1", "fe80::1", "fe80::1%eth0", "0.0.0.0"]
)
def test_unreachable_addresses_are_left_out(monkeypatch: pytest.MonkeyPatch, useless: str) -> None:
    pretend(monkeypatch, [useless], [useless])
    with pytest.raises(InvalidChoice, match="This computer isn't connected to a network"):
        lan_addresses()


def test_all_listed_addresses_are_reachable() -> None:
    try:
        addresses = lan_addresses()
    except InvalidChoice:
        pytest.skip("this machine is on no network")
    for address in addresses:
        with socket.create_server((address, 0), family=socket.getaddrinfo(address, 0)[0][0]) as listener:
            assert listener.getsockname()[0] == address


@pytest.mark.parametrize(
    ("address", "host", "url"),
    [("192.168.178.20", "0.0.0.0", URL), ("2001:db8::7", "::", "http://[2001:db8::7]:8000/")],
)
def test_listen_host_and_url(address: str, host: str, url: str) -> None:
    assert (listen_host(address), url_of(address, 8000)) == (host, url)


# What is said -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("fake_server")
def test_address_and_firewall_hint_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, ["192.168.1.20"], ["192.168.1.20", "172.17.0.1"])
    ran = gridlock("serve", "--lan", "--port", "0")
    assert (ran.status, ran.err) == (0, "")
    port = re.search(r":(\d+)/", ran.out)
    assert port is not None
    assert ran.out.splitlines() == [
        "listens at 0.0.0.0",
        f"Gridlock is at http://192.168.1.20:{port[1]}/",
        f"Other addresses of this computer: http://172.17.0.1:{port[1]}/",
        f"If other devices can't open it, allow port {port[1]} in this computer's firewall.",
    ]


@pytest.mark.usefixtures("fake_server")
@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_a_network_with_ipv6_only(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, ["2001:db8::7"], ["127.0.0.1"])
    ran = gridlock("serve", "--lan", "--port", "0")
    assert ran.out.startswith("listens at ::\nGridlock is at http://[2001:db8::7]:")


def test_no_network_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, [], ["127.0.0.1"])
    ran = gridlock("serve", "--lan")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "gridlock: This computer isn't connected to a network, so --lan has no address to share. "
        "Connect it first, or leave out --lan to play on this computer.\n"
    )


def test_lan_excludes_host() -> None:
    ran = gridlock("serve", "--lan", "--host", "127.0.0.1")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == ("gridlock: --lan chooses the address to listen on. Use either --lan or --host.\n")


def test_busy_port(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, ["192.168.1.20"], [])
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        ran = gridlock("serve", "--lan", "--port", str(port))
    assert ran.status == 2
    assert f"Port {port} is already in use. This one is free: --port " in ran.err


# The QR code ------------------------------------------------------------------------------------


class Terminal(io.TextIOWrapper):
    """A stream that claims to be a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[(80, 24)])
def size(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    columns, rows = request.param
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))


HALVES = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
"""The two modules in a character, upper one first; ink is light, because most terminals are dark."""


def modules(code: str) -> list[list[int]]:
    """Return the modules in a drawing, without the quiet zone."""
    rows: list[list[int]] = []
    for line in code.splitlines():
        rows += map(list, zip(*(HALVES[letter] for letter in line), strict=True))
    return [row[2:-2] for row in rows[2:]]


@pytest.mark.usefixtures("size")
def test_qr_code_packs_two_modules_per_character() -> None:
    drawn = modules(terminal_qr(URL, Terminal()))
    matrix = [list(row) for row in segno.make(URL, error="l", micro=False).matrix]
    assert drawn[: len(matrix)] == matrix
    assert {module for row in drawn[len(matrix) :] for module in row} <= {0, 1}


@pytest.mark.usefixtures("size")
@pytest.mark.parametrize("size", [(28, 24), (80, 20)], indirect=True)
def test_small_terminal_shows_no_qr_code() -> None:
    assert terminal_qr(URL, Terminal()) == ""


@pytest.mark.usefixtures("size")
def test_no_qr_code_without_a_suitable_terminal() -> None:
    assert terminal_qr(URL, Terminal("ascii")) == ""
    assert terminal_qr(URL, io.StringIO()) == ""


# The real program -------------------------------------------------------------------------------


@pytest.fixture
def on_a_network() -> Iterator[str]:
    try:
        yield lan_addresses()[0]
    except InvalidChoice:
        pytest.skip("this machine is on no network")


def test_printed_address_answers(on_a_network: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    server = spawn("serve", "--lan", "--port", "0", "--workers", "1")
    server.expect(r"Gridlock is at (http://\S+/)\r\n")
    assert server.match is not None
    url = server.match.group(1)
    assert url.startswith(url_of(on_a_network, 0).rpartition(":")[0])
    server.expect("Scan this with a phone on the same network:")
    server.expect("firewall")
    server.expect("Press Ctrl-C to stop")
    with urllib.request.urlopen(url, timeout=60) as page:
        assert page.status == 200
    server.sendintr()
    assert "Traceback" not in server.read()


def test_make_web_host_lan() -> None:
    def commands(*arguments: str) -> str:
        environment = os.environ | {"HOST": "exported-by-a-shell"}
        command = ["make", "--dry-run", "--no-print-directory", "web", "WEB=", *arguments]
        return subprocess.check_output(command, cwd=ROOT, env=environment, text=True).strip()

    assert commands("HOST=lan") == ".venv/bin/gridlock serve --open --lan"
    assert commands("HOST=0.0.0.0") == ".venv/bin/gridlock serve --open --host 0.0.0.0"
    assert commands() == ".venv/bin/gridlock serve --open"
