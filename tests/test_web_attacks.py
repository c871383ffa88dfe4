"""Attacks on seats by strangers, opponents and other sites' pages."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from pathlib import Path
from random import Random
from typing import Any

import pytest
import websockets

from guests import Guest, Seats, kind_of, new_secret
from servers import WebServer

pytest_plugins = ["guests"]

NEARBY = ("/metrics", "/api/openapi.json")
"""Available only locally."""


async def moves_of(guest: Guest, match: Seats) -> list[tuple[int, str]]:
    return [(event["side"], event["text"]) for event in await guest.events(match) if event["kind"] == "move"]


# Seats ------------------------------------------------------------------------------------------


def near_misses(match: Seats) -> list[str]:
    """Return secrets that a well-informed attacker might try."""
    right = match.secrets[match.turn]
    return [
        new_secret(), right[:-1], right + "A", right.swapcase(), right[::-1], match.id, "A" * 43, "",
        hashlib.sha256(right.encode()).hexdigest(), "null", "' OR 1=1 --", "*" * 43, right[:21],
    ]  # fmt: skip


async def test_guessed_secrets_cannot_move(guest: Guest, match: Seats) -> None:
    before = await guest.events(match)
    for guess in near_misses(match):
        order = {"after": match.state["number"], "request": secrets.token_hex(8), "move": match.moves[0]}
        answer = await guest.ask("POST", f"{match.path}/actions", guess, kind="move", **order)
        assert answer.status_code in (401, 403, 422), guess
        assert answer.headers["content-type"] == "application/problem+json"
        seat = await guest.ask("GET", f"{match.path}/seat", guess)
        assert seat.status_code in (401, 403, 422) or seat.json()["sides"] == [], guess
        async with guest.raw_socket(match.id) as line:
            await line.say({"type": "hello", "secret": guess, "since": 0})
            reply = await line.hear("welcome", "refused")
            if reply["type"] == "welcome":
                assert reply["sides"] == []
                await line.say({"type": "move", **order})
                assert (await line.hear("refused"))["problem"]["status"] == 403
            else:
                assert await line.closed() == 1008
    assert await guest.events(match) == before


async def test_the_opponent_cannot_act_for_the_side_to_move(guest: Guest, match: Seats) -> None:
    number, other = match.state["number"], 3 - match.turn
    answer = await guest.act(match, other, "move", number, move=match.moves[0])
    assert (answer.status_code, kind_of(answer.json())) == (409, "not-your-turn")
    order = {"kind": "move", "after": number, "request": "x", "move": match.moves[0], "side": match.turn}
    assert (await guest.ask("POST", f"{match.path}/actions", match.secrets[other], **order)).is_error
    async with guest.socket(match.id, match.secrets[other]) as line:
        reply = await line.ask("move", after=number, move=match.moves[0], side=match.turn)
        assert reply["type"] == "refused"
        await line.say({"type": "hello", "secret": new_secret(), "since": 0, "side": match.turn})
        reply = await line.ask("move", after=number, move=match.moves[0])
        assert reply["type"] == "refused"
    assert await moves_of(guest, match) == []


async def test_a_taken_seat_cannot_be_taken_again(guest: Guest, match: Seats) -> None:
    answer = await guest.ask("POST", f"{match.path}/join", new_secret(), request="x", name="Third")
    assert (answer.status_code, kind_of(answer.json())) == (409, "taken")


async def test_only_one_of_many_concurrent_joins_succeeds(guest: Guest) -> None:
    created = await guest.ask(
        "POST", "/api/matches", new_secret(), game="trail", size="5x5", seats=["me", "open"], request="x"
    )
    path = f"/api/matches/{created.json()['id']}/join"
    answers = await asyncio.gather(
        *(guest.ask("POST", path, new_secret(), request=f"join-{n}") for n in range(20))
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19


async def test_no_response_contains_a_secret(guest: Guest, match: Seats, server: WebServer) -> None:
    await guest.act(match, match.turn, "move", match.state["number"], move=match.moves[0], request="my-id")
    paths = ("", "/events?since=0", "/record")
    texts = [(await guest.client.get(match.path + path)).text for path in paths]
    async with Guest(server.url, address="") as near:
        texts += [(await near.client.get(path)).raise_for_status().text for path in NEARBY]
    async with guest.socket(match.id) as line:
        texts.append(json.dumps(line.welcome))
    for secret in match.secrets.values():
        hashed = hashlib.sha256(secret.encode()).hexdigest()
        assert not [text for text in [*texts, server.output()] if secret in text or hashed in text]
        assert not [path for path in server.folder.rglob("*") if secret.encode() in _content(path)]
    assert not [text for text in texts if "my-id" in text]


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


# Repeated and replayed requests -----------------------------------------------------------------


async def test_another_players_request_id_is_useless(guest: Guest, match: Seats) -> None:
    number, side = match.state["number"], match.turn
    done = await guest.act(match, side, "move", number, move=match.moves[0], request="same")
    assert done.json()["number"] == number + 1
    stranger = Seats(match.id, {side: new_secret()}, match.state)
    answer = await guest.act(stranger, side, "move", number, move=match.moves[0], request="same")
    assert kind_of(answer.json()) == "not-yours"
    answer = await guest.act(match, 3 - side, "move", number, move=match.moves[0], request="same")
    assert kind_of(answer.json()) == "out-of-date", "the opponent's own request is another one"
    state = (await guest.get(match.path))["scene"]
    answer = await guest.act(
        match, 3 - side, "move", number + 1, move=state["moves"][0]["move"], request="same"
    )
    assert answer.json()["number"] == number + 2, "an id that the other has used is not taken from me"


async def test_the_creators_request_id_gives_no_seat(guest: Guest) -> None:
    order: dict[str, Any] = {"game": "trail", "size": "5x5", "seats": ["me", "open"], "request": "same"}
    mine = new_secret()
    first = (await guest.ask("POST", "/api/matches", mine, **order)).json()
    again = (await guest.ask("POST", "/api/matches", mine, **order)).json()
    other = (await guest.ask("POST", "/api/matches", new_secret(), **order)).json()
    assert first["id"] == again["id"] != other["id"]


async def test_a_repeated_move_is_played_once(guest: Guest, match: Seats) -> None:
    number, side = match.state["number"], match.turn
    order = {"move": match.moves[0], "request": "again"}
    async with guest.socket(match.id, match.secrets[side]) as line:
        for _ in range(10):
            await line.say({"type": "move", "after": number, **order})
        answers = await asyncio.gather(*(guest.act(match, side, "move", number, **order) for _ in range(20)))
        assert {answer.json()["number"] for answer in answers} == {number + 1}
        reply = [await line.hear("done", "refused") for _ in range(10)]
        assert {(answer["type"], answer["number"]) for answer in reply} == {("done", number + 1)}
    assert await moves_of(guest, match) == [(side, match.moves[0])]


async def test_replayed_messages_are_refused_on_another_socket(guest: Guest, match: Seats) -> None:
    order = {"type": "move", "after": match.state["number"], "request": "mine", "move": match.moves[0]}
    async with guest.socket(match.id) as watcher, guest.socket(match.id, match.secrets[match.turn]) as line:
        await line.say(order)
        await line.hear("done")
        await watcher.say(order)
        assert kind_of((await watcher.hear("refused"))["problem"]) == "not-yours"
    assert len(await moves_of(guest, match)) == 1


async def test_reordered_messages_cannot_break_the_rules(guest: Guest, match: Seats) -> None:
    """Send a whole game shuffled, each message three times: only messages that are next get played."""
    random, orders, state = Random(5), [], match.state
    rehearsal = await guest.sit()
    while state["status"] != "over":
        order = {"move": random.choice(state["scene"]["moves"])["move"], "after": state["number"]}
        side = state["scene"]["turn"]
        state = (await guest.act(rehearsal, side, "move", state["number"], move=order["move"])).json()[
            "state"
        ]
        orders.append((side, order | {"type": "move", "request": f"m{order['after']}"}))
    sent = random.sample(orders * 3, 3 * len(orders))
    async with (
        guest.socket(match.id, match.secrets[1]) as one,
        guest.socket(match.id, match.secrets[2]) as two,
    ):
        for side, order in sent:
            await (one if side == 1 else two).say(order)
        for line, side in ((one, 1), (two, 2)):
            for _ in [order for whose, order in sent if whose == side]:
                await line.hear("done", "refused")
    events = await guest.events(match)
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    played = [text for _, text in await moves_of(guest, match)]
    assert played == [order["move"] for _, order in orders][: len(played)]


async def test_an_old_move_with_a_new_id_is_out_of_date(guest: Guest, match: Seats) -> None:
    number = match.state["number"]
    await guest.act(match, match.turn, "move", number, move=match.moves[0])
    for after in (number, 0, -1, number + 2, 2**31, 2**63, 2**64, 10**300):
        answer = await guest.act(match, match.turn, "move", after, move=match.moves[-1])
        assert answer.status_code in (409, 422), after
    assert len(await moves_of(guest, match)) == 1


# Origins ----------------------------------------------------------------------------------------


async def test_pages_of_another_origin_cannot_open_a_socket(
    guest: Guest, match: Seats, server: WebServer
) -> None:
    own = server.url
    for origin in (
        "https://evil.example", "null", "http://127.0.0.1", f"{own}.evil.example", f"{own}@evil.example",
        f"http://localhost.evil.example:{server.port}", own.replace("http", "file"), "http://[", " ",
    ):  # fmt: skip
        with pytest.raises((websockets.InvalidStatus, websockets.ConnectionClosed)) as refused:
            async with guest.socket(match.id, headers={"Origin": origin}):
                pytest.fail(f"{origin} was let in")
        if isinstance(refused.value, websockets.InvalidStatus):
            assert refused.value.response.status_code == 403, origin
    async with guest.socket(match.id, headers={"Origin": own}):
        pass


async def test_another_origin_cannot_read_responses(guest: Guest, match: Seats) -> None:
    for method in ("GET", "OPTIONS"):
        headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        answer = await guest.client.request(method, match.path, headers=headers)
        assert not [name for name in answer.headers if name.startswith("access-control-")]
        assert "set-cookie" not in answer.headers
