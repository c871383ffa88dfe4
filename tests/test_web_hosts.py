"""Which hosts a server answers for, and who may read its metrics."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from gridlock.errors import InvalidChoice
from gridlock.web import ServerSettings, create_app
from gridlock.web.guard.hosts import Hosts, read_hosts
from gridlock.web.problems import Problem

SENTENCE = "This server doesn't answer for 'evil.example'."


def scope(*hosts: str, server: str | None = "192.0.2.1", version: str = "1.1") -> dict[str, Any]:
    """A request with these Host headers that arrived at an address."""
    return {
        "type": "http",
        "http_version": version,
        "server": (server, 8000) if server else None,
        "headers": [(b"host", host.encode()) for host in hosts],
    }


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Tower.lan")


HOSTS = ServerSettings(public_hosts=("club.example", "192.0.2.99"), base_url="https://Games.example.org:8443")


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost.",
        "app.localhost:8000",
        "127.0.0.1:8000",
        "127.5.5.5",
        "[::1]:8000",
        "[::1]",
        "[0:0:0:0:0:0:0:1]:8000",
        "[::ffff:127.0.0.1]",
        "192.0.2.1:8000",  # the address it arrived at
        "tower",
        "TOWER.lan:8000",
        "tower.local",
        "club.example",
        "Club.Example.:80",
        "192.0.2.99:8000",
        "games.example.org",
        "games.example.org:8443",
    ],
)
def test_own_hosts_are_accepted(host: str) -> None:
    Hosts(HOSTS.public_hosts, HOSTS.base_url).check(scope(host))


def test_the_address_a_request_arrived_at_is_accepted() -> None:
    hosts = Hosts(())
    hosts.check(scope("[2001:db8::7]:8000", server="2001:db8::7"))
    hosts.check(scope("192.0.2.1", server="::ffff:192.0.2.1"))
    hosts.check(scope("[fe80::1]", server="fe80::1%eth0"))
    with pytest.raises(Problem):
        hosts.check(scope("192.0.2.1", server="192.0.2.2"))
    with pytest.raises(Problem):
        hosts.check(scope("192.0.2.1", server=None))


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil-localhost",
        "evillocalhost",
        "127.0.0.1.evil.example",
        "tower.evil.example",
        "sub.club.example",
        "xclub.example",
        "192.0.2.2",
        "0.0.0.0:8000",
        "[::]",
        "[2001:db8::1]",
        "2130706433",  # 127.0.0.1 as one number; here it's a name
    ],
)
def test_other_hosts_are_refused(host: str) -> None:
    with pytest.raises(Problem) as refused:
        Hosts(HOSTS.public_hosts, HOSTS.base_url).check(scope(host))
    assert (refused.value.status, refused.value.kind) == (421, "other-host")


@pytest.mark.parametrize(
    "hosts",
    [
        (),
        ("",),
        (":8000",),
        ("localhost", "localhost"),
        ("localhost", "evil.example"),
        ("localhost:8000:8000",),
        ("localhost:80x",),
        ("localhost@evil.example",),
        ("evil.example/localhost",),
        ("localhost, evil.example",),
        ("[::1",),
        ("[::1]8000",),
        ("[127.0.0.1]",),
        ("::1",),
        ("x" * 300,),
    ],
)
def test_malformed_host_headers_are_refused(hosts: tuple[str, ...]) -> None:
    with pytest.raises(Problem) as refused:
        Hosts(()).check(scope(*hosts))
    assert (refused.value.status, refused.value.kind) == (400, "invalid")


def test_only_http_1_0_may_omit_the_host() -> None:
    Hosts(()).check(scope(version="1.0"))
    with pytest.raises(Problem):
        Hosts(()).check(scope("evil.example", version="1.0"))


def test_public_hosts_are_names_or_addresses() -> None:
    assert read_hosts(["Games.Example.", "[2001:DB8::1]", "192.0.2.7", "bücher.example"]) == (
        "games.example",
        "2001:db8::1",
        "192.0.2.7",
        "xn--bcher-kva.example",
    )
    for wrong in ("https://games.example", "games.example/x", "", "a b", "games.example:8000"):
        with pytest.raises(InvalidChoice, match="--public-host takes a host name or an address"):
            read_hosts([wrong])


# A whole server ---------------------------------------------------------------------------------


@asynccontextmanager
async def client_of(peer: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    sending = httpx.ASGITransport(create_app(ServerSettings()), client=(peer, 50000))
    async with httpx.AsyncClient(transport=sending, base_url="http://localhost") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/api/games", "/healthz", "/readyz", "/metrics", "/assets/x/y", "/no"])
async def test_every_path_checks_the_host(path: str) -> None:
    async with client_of() as client:
        answer = await client.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "/problems/other-host"
    assert answer.json()["detail"].startswith(SENTENCE)
    assert "content-security-policy" in answer.headers


async def test_sockets_check_the_host() -> None:
    app, sent = create_app(ServerSettings()), []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    request = scope("evil.example") | {
        "type": "websocket",
        "scheme": "ws",
        "path": "/api/matches/x/socket",
        "query_string": b"",
        "client": ("127.0.0.1", 50000),
        "extensions": {"websocket.http.response": {}},
    }
    await app(request, receive, send)
    assert [message["type"] for message in sent] == [
        "websocket.http.response.start",
        "websocket.http.response.body",
    ]
    assert sent[0]["status"] == 421
    assert SENTENCE.encode() in sent[1]["body"]


@pytest.mark.parametrize(
    "header",
    [
        "Via",
        "Forwarded",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Forwarded",
        "X-Real-IP",
        "True-Client-IP",
        "CF-Connecting-IP",
        "Fastly-Client-IP",
        "X-Client-IP",
        "CDN-Loop",
    ],
)
async def test_metrics_are_refused_through_a_proxy(header: str) -> None:
    async with client_of() as client:
        answer = await client.get("/metrics", headers={header: "203.0.113.9"})
        assert answer.status_code == 403
        assert "gridlock_" not in answer.text
        assert (await client.get("/metrics")).status_code == 200
