"""Sockets: welcome, order of events, presence, actions, malformed messages and slow readers."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest
import websockets

from gridlock.rules import Position
from gridlock.search import Limits
from gridlock.web.guard.buckets import Buckets
from gridlock.web.matches.hub import Hub
from gridlock.web.settings import Allowance
from gridlock.web.views.analysis import HintJson
from waiting import eventually
from web_apps import ANN, BOB, Web, enter, hear, tell

pytest_plugins = ["web_apps"]
pytestmark = pytest.mark.slow


async def test_every_client_gets_a_welcome(web: Web) -> None:
    match = await web.friends()
    async with web.connect(match) as ann, web.connect(match) as watcher:
        welcome = await enter(ann, ANN)
        assert (welcome["side"], welcome["sides"]) == (1, [1])
        assert [event["number"] for event in welcome["events"]] == [1, 2]
        assert welcome["state"]["status"] == "playing"
        assert welcome["presence"] == {"here": [1], "watchers": 0}
        welcome = await enter(watcher, since=1)
        assert (welcome["side"], welcome["sides"]) == (None, [])
        assert [event["number"] for event in welcome["events"]] == [2]


async def test_events_reach_every_client_before_the_reply(web: Web) -> None:
    match = await web.friends()
    async with web.connect(match) as ann, web.connect(match) as bob:
        await enter(ann, ANN)
        await enter(bob, BOB)
        for number, (mover, move) in enumerate([(ann, "1,1"), (bob, "5,5"), (ann, "1,3")], start=3):
            await tell(mover, "move", move=move, after=number - 1, request=f"r{number}")
            for each in (ann, bob):
                message = await hear(each)
                assert message["event"]["number"] == message["state"]["number"] == number
                assert message["event"]["text"] == move
            assert await hear(mover) == {"type": "done", "request": f"r{number}", "number": number}
        await tell(bob, "since", since=3)
        message = await hear(bob, "events")
        assert [event["text"] for event in message["events"]] == ["5,5", "1,3"]


async def test_refusals_include_the_state(web: Web) -> None:
    match = await web.friends()
    async with web.connect(match) as ann, web.connect(match) as watcher:
        await enter(ann, ANN)
        await enter(watcher)
        await tell(ann, "move", move="1,1", after=1, request="late")
        message = await hear(ann)
        assert (message["type"], message["request"]) == ("refused", "late")
        assert message["problem"]["type"] == "/problems/out-of-date"
        assert message["problem"]["state"]["number"] == 2
        await tell(watcher, "move", move="1,1", after=2, request="mine")
        assert (await hear(watcher))["problem"]["status"] == 403
        await tell(ann, "move", move="9,9", after=2, request="wrong")
        assert (await hear(ann))["problem"]["status"] == 422


async def test_a_request_repeated_over_http_is_carried_out_once(web: Web) -> None:
    match = await web.friends()
    async with web.connect(match) as ann:
        await enter(ann, ANN)
        order = {"move": "1,1", "after": 2, "request": "same"}
        await tell(ann, "move", **order)
        assert (await hear(ann, "done"))["number"] == 3
        again = await web.post(f"/api/matches/{match}/actions", ANN, kind="move", **order)
        assert again["number"] == 3
        await tell(ann, "move", **order)
        assert (await hear(ann, "done"))["number"] == 3


async def test_reconnecting_clients_catch_up(web: Web) -> None:
    match = await web.friends()
    async with web.connect(match) as ann:
        last = (await enter(ann, ANN))["state"]["number"]
    await web.post(f"/api/matches/{match}/actions", ANN, kind="move", move="1,1", after=last)
    async with web.connect(match) as ann:
        welcome = await enter(ann, ANN, since=last)
        assert [event["number"] for event in welcome["events"]] == [last + 1]
    async with web.connect(match) as ann:
        assert (await enter(ann, ANN, since=99))["events"] == []


async def test_presence(web: Web) -> None:
    match = await web.make("me", "open")
    async with web.connect(match) as ann:
        await enter(ann, ANN)
        assert await hear(ann, "presence") == {"type": "presence", "here": [1], "watchers": 0}
        async with web.connect(match) as bob:
            await enter(bob, BOB)
            assert (await hear(ann, "presence"))["watchers"] == 1
            await web.post(f"/api/matches/{match}/join", BOB)
            assert await hear(ann, "presence") == {"type": "presence", "here": [1, 2], "watchers": 0}
        assert (await hear(ann, "presence"))["here"] == [1]


async def test_a_watcher_who_joins_can_act_on_the_same_socket(web: Web) -> None:
    match = await web.make("open", "me")
    async with web.connect(match) as bob:
        await enter(bob, BOB)
        await web.post(f"/api/matches/{match}/join", BOB)
        await tell(bob, "move", move="1,1", after=2, request="r")
        assert (await hear(bob, "done"))["number"] == 3


def quick_hint(position: Position, *, limits: Limits) -> HintJson:
    return {"text": "Hint: 1,1.", "move": "1,1", "parts": [0]}


async def test_hints_do_not_block_the_socket(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.web.matches.matches.hint", quick_hint)
    match = await web.make("me", "random", size="3x3")
    pool = web.app.state.pool
    go_on = asyncio.Event()
    pool.before = go_on.wait
    async with web.connect(match) as ann:
        await enter(ann, ANN)
        await tell(ann, "hint", after=1, request="one")
        await tell(ann, "hint", after=1, request="two")
        message = await hear(ann, "refused")
        assert (message["request"], message["problem"]["status"]) == ("two", 429)
        await tell(ann, "ping")
        assert (await hear(ann))["type"] == "pong"
        go_on.set()
        done = await hear(ann, "done")
        assert done["request"] == "one"
        assert done["hint"] == {"text": "Hint: 1,1.", "move": "1,1", "parts": [0]}


async def test_malformed_messages_are_refused_and_then_the_socket_is_closed(web: Web) -> None:
    match = await web.friends()
    rubbish: list[str | bytes] = [
        "", "rubbish", "[]", "5", '{"type":5}', '{"a":1}', b"\xff\xfe", '{"type":"move"}', "[" * 5000,
        '{"type":"time-out","after":2,"request":"x"}',
    ]  # fmt: skip
    async with web.connect(match) as ann:
        await enter(ann, ANN)
        for text in rubbish:
            await ann.send(text)
        for _ in rubbish:
            message = await hear(ann)
            assert message["type"] == "refused"
            assert message["problem"]["detail"]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await hear(ann)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize(
    ("first", "match"),
    [
        ({"type": "ping"}, None),
        ({"type": "hello", "since": -1}, None),
        ({"type": "hello", "secret": "short", "since": 0}, None),
        ({"type": "hello", "since": 0}, "none"),
    ],
)
async def test_a_missing_hello_is_refused(web: Web, first: dict[str, Any], match: str | None) -> None:
    async with web.connect(match or await web.friends()) as ann:
        await ann.send(json.dumps(first))
        assert (await hear(ann))["type"] == "refused"
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await hear(ann)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


async def test_silent_clients_are_disconnected(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.web.routes.sockets._HELLO_SECONDS", 0.1)
    async with web.connect(await web.friends()) as ann:
        assert (await hear(ann))["type"] == "refused"
        with pytest.raises(websockets.ConnectionClosed):
            await hear(ann)


async def test_slow_readers_are_disconnected_and_delay_nobody(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock.web.matches.hub._MAX_MESSAGES", 5)
    monkeypatch.setattr("gridlock.web.routes.sockets._CLOSE_SECONDS", 0.5)
    match = await web.make("me", "me", size="8x8")
    live = await web.app.state.matches.get(match)
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    small.connect(("127.0.0.1", int(web.place.rpartition(":")[2])))
    async with web.connect(match) as ann, web.connect(match, sock=small, max_queue=1) as slow:
        await enter(ann, ANN)
        await tell(slow, "hello", since=0)
        await eventually(lambda: len(live.hub.listeners) == 2)
        slow.transport.pause_reading()
        for _ in range(5000):
            if len(live.hub.listeners) == 1:
                break
            await tell(slow, "since", since=0)
        await eventually(lambda: len(live.hub.listeners) == 1)
        await tell(ann, "move", move="1,1", after=1, request="r")
        assert (await hear(ann, "done"))["number"] == 2
        slow.transport.abort()
    async with web.connect(match) as again:
        assert len((await enter(again, since=0))["events"]) == 2


async def test_presence_changes_are_sent_together(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await web.friends()
    hub = (await web.app.state.matches.get(match)).hub
    async with web.connect(match) as ann:
        await enter(ann, ANN)
        assert (await hear(ann, "presence"))["watchers"] == 0
        monkeypatch.setattr("gridlock.web.matches.hub._PAUSE", 3600)  # the test decides when it passes
        crowd = [await web.connect(match) for _ in range(20)]
        for each in crowd:
            await enter(each)
        pass_the_pause(hub)
        assert (await hear(ann, "presence"))["watchers"] == 20
        for each in crowd:
            await each.close()
        await eventually(lambda: len(hub.listeners) == 1)
        pass_the_pause(hub)
        assert (await hear(ann, "presence"))["watchers"] == 0
    await eventually(lambda: not hub.listeners)


def pass_the_pause(hub: Hub) -> None:
    """Broadcast the collected presence changes now."""
    assert hub._timer is not None
    hub._timer.cancel()
    hub._broadcast_presence()


async def test_requests_on_a_socket_are_limited(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await web.friends()
    async with web.connect(match) as ann:
        await enter(ann, ANN)
        monkeypatch.setattr(web.app.state.guard, "_allowance", Allowance(requests=5, moves=2))
        monkeypatch.setattr(web.app.state.guard, "_buckets", Buckets(lambda: 0.0))  # no time passes
        for number in range(3):
            await tell(ann, "rename", name="Ann", after=0, request=str(number))
        refusals = [(await hear(ann))["problem"] for _ in range(3)]
        assert [problem["status"] for problem in refusals] == [409, 409, 429]
        for _ in range(6):
            await tell(ann, "since", since=0)
        assert [(await hear(ann))["type"] for _ in range(6)] == ["events"] * 5 + ["refused"]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await hear(ann)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
