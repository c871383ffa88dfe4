"""Every response and socket message matches its schema."""

from __future__ import annotations

import json
import secrets
from random import Random
from typing import Any, get_args

import httpx
import pytest
from jsonschema_rs import validator_for
from pydantic import TypeAdapter

from boards import make
from gridlock.rules import FIVE, GAMES
from gridlock.web.matches.socket_messages import SocketMessage
from gridlock.web.matches.state_json import StateJson
from reviews import random_record
from web_apps import ANN, BOB, Web, enter, hear, tell

pytest_plugins = ["web_apps"]
pytestmark = pytest.mark.slow

SMALL = {"spread": "3x3", "crossfire": "3x3", "lightcycle": "3x3", "trail": "3x3", "blockade": "2x3"}
STATE: TypeAdapter[StateJson] = TypeAdapter(StateJson)


class Api:
    """An application and its OpenAPI schema; every response is checked against it."""

    def __init__(self, web: Web) -> None:
        self.client = web.client
        self.document: dict[str, Any] = web.app.openapi()
        self.succeeded: set[tuple[str, str]] = set()
        """The routes that have responded, as method and pattern."""

    @property
    def routes(self) -> set[tuple[str, str]]:
        """Return all routes, as method and pattern."""
        return {(method, path) for path, methods in self.document["paths"].items() for method in methods}

    async def get(self, pattern: str, secret: str = "", status: int = 200, **query: Any) -> Any:
        """Send a GET request; parameters that the pattern names go into the path."""
        path, query = _filled(pattern, query)
        answer = await self.client.get(path, params=query, headers=_bearer(secret))
        return self._checked("get", pattern, status, answer)

    async def post(self, pattern: str, secret: str = "", status: int = 200, **body: Any) -> Any:
        """Send a POST request."""
        path, body = _filled(pattern, body)
        answer = await self.client.post(path, json=body, headers=_bearer(secret))
        return self._checked("post", pattern, status, answer)

    def _checked(self, method: str, pattern: str, status: int, answer: httpx.Response) -> Any:
        assert answer.status_code == status, answer.text
        described = self.document["paths"][pattern][method]["responses"][str(status)]["content"]
        kind = answer.headers["content-type"].partition(";")[0]
        assert kind in described, f"{method} {pattern} sends {kind}"
        if status < 300:
            self.succeeded.add((method, pattern))
        if not kind.endswith("json"):
            return answer.text
        schema = described[kind]["schema"]
        assert schema, f"{method} {pattern} has no schema"
        validator_for({**schema, "components": self.document["components"]}).validate(answer.json())
        return answer.json()


def _filled(pattern: str, words: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    named = {name: word for name, word in words.items() if f"{{{name}}}" in pattern}
    return pattern.format(**named), {name: word for name, word in words.items() if name not in named}


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"} if secret else {}


@pytest.fixture
def api(web: Web) -> Api:
    """The requests to send."""
    return Api(web)


async def new_match(api: Api, *seats: str, game: str = "spread", **more: Any) -> dict[str, Any]:
    order = {"game": game, "size": "3x3", "seats": list(seats), "request": secrets.token_hex(8), **more}
    created: dict[str, Any] = await api.post("/api/matches", ANN, 201, **order)
    return created


async def act(
    api: Api, match: str, secret: str, kind: str, after: int, status: int = 200, **more: Any
) -> Any:
    order = {"kind": kind, "after": after, "request": secrets.token_hex(8), **more}
    return await api.post("/api/matches/{id}/actions", secret, status, id=match, **order)


# Routes -------------------------------------------------------------------------------------------


async def ask_about_games(api: Api) -> None:
    assert {game["id"] for game in (await api.get("/api/games"))["games"]} == set(GAMES)
    for kind in FIVE:
        record = random_record(make(kind, *map(int, SMALL[kind].split("x"))), Random(1))
        moves = [str(move) for move in record.moves]
        line: dict[str, Any] = {"game": kind, "size": SMALL[kind], "moves": " ".join(moves)}
        assert len((await api.get("/api/positions", **line))["scenes"]) == len(moves) + 1
        assert str(record.moves[0]) in await api.get("/api/records", **line)
        assert (await api.post("/api/records", record=str(record)))["moves"] == moves
        for path in ("/api/analysis", "/api/why"):
            assert (await api.get(path, game=kind, size=SMALL[kind], moves=moves[0]))["complete"]
        boards = (await api.get("/api/games/{game}/rules", game=kind))["boards"]
        assert len(boards) == 3
        assert all(len(board["scenes"]) > 1 or board["wrong"] is not None for board in boards)
    await api.get("/api/games/{game}/rules", status=404, game="chess")
    diagonal = await api.get("/api/analysis", game="crossfire", size="3x3", diagonals="all")
    assert diagonal["diagonals"] == "all"
    why_not: dict[str, Any] = {"game": "spread", "size": "3x3", "moves": ["2,2", "1,1"], "parts": [1]}
    assert (await api.post("/api/why-not", **why_not))["text"]
    assert (await api.get("/api/positions", status=422, game="chess"))["type"] == "/problems/invalid"


async def ask_for_reviews(api: Api) -> None:
    reviews = []
    for kind in FIVE:
        game = make(kind, *map(int, SMALL[kind].split("x")))
        reviews += [
            await api.post("/api/review", record=str(random_record(game, Random(seed)))) for seed in range(10)
        ]
    assert any(
        reason for review in reviews for mistake in review["mistakes"] for reason in mistake["reasons"]
    )
    assert any(review["lostFromStart"] and review["lostFromStart"]["slips"] for review in reviews)


async def ask_about_matches(api: Api) -> None:
    match = (await new_match(api, "me", "open", clock="5+3", name="Ann"))["id"]
    waiting = await api.get("/api/matches/{id}", id=match)
    assert waiting["status"] == "waiting"
    joined = await api.post("/api/matches/{id}/join", BOB, id=match, request="join")
    assert joined["sides"] == [2]
    done = await act(api, match, ANN, "move", joined["state"]["number"], move="1,1")
    late = await act(api, match, BOB, "move", 1, 409, move="2,2")
    assert STATE.validate_json(json.dumps(late["state"]), strict=True)["number"] == done["number"]
    assert (await api.get("/api/matches/{id}/review", status=403, id=match))["type"] == "/problems/no-help"
    await act(api, match, BOB, "resign", done["number"])
    assert (await api.get("/api/matches/{id}", id=match))["outcome"]["ending"]
    assert (await api.get("/api/matches/{id}/events", id=match, since=1))["events"]
    assert (await api.get("/api/matches/{id}/seat", ANN, id=match))["sides"] == [1]
    assert "1,1" in await api.get("/api/matches/{id}/record", id=match)
    assert (await api.get("/api/matches/{id}/review", id=match))["mistakes"]
    await api.get("/api/matches/{id}/seat", id=match, status=401)
    await api.get("/api/matches/{id}", status=404, id="nowhere")
    alone = await new_match(api, "me", "me", game="blockade")
    assert await act(api, alone["id"], ANN, "hint", alone["state"]["number"], 403)
    bot = await new_match(api, "me", "random", game="trail")
    assert (await act(api, bot["id"], ANN, "hint", bot["state"]["number"]))["hint"]["move"]


async def ask_about_puzzles(api: Api) -> None:
    assert (await api.get("/api/puzzles"))["series"]
    puzzle_id = f"{FIVE[0]}-easy-1"
    assert (await api.get("/api/puzzles/{id}", id="daily"))["day"]
    puzzle = await api.get("/api/puzzles/{id}", id=puzzle_id)
    verdicts = [
        await api.post("/api/puzzles/{id}/check", id=puzzle_id, move=choice["move"])
        for choice in puzzle["scene"]["moves"]
    ]
    assert {verdict["right"] for verdict in verdicts} == {True, False}
    hints = [await api.post("/api/puzzles/{id}/hint", id=puzzle_id, number=number) for number in (1, 2)]
    assert [hint["tells"] for hint in hints] == [False, True]
    *before, last = (await api.get("/api/puzzles/{id}/solution", id=puzzle_id))["moves"]
    assert (await api.post("/api/puzzles/{id}/check", id=puzzle_id, moves=before, move=last))["end"]
    await api.get("/api/puzzles/{id}", status=404, id="nothing")


async def ask_about_lessons(api: Api) -> None:
    for kind in FIVE:
        for lesson in (await api.get("/api/lessons/{game}", game=kind))["lessons"]:
            place = {"game": kind, "number": lesson["number"]}
            choices = lesson["scenes"][-1]["moves"]
            for choice in choices[:3]:
                await api.post("/api/lessons/{game}/{number}/try", **place, move=choice["move"])
            await api.post("/api/lessons/{game}/{number}/try", **place, parts=[0])
            await api.post(
                "/api/lessons/{game}/{number}/hint", status=200 if lesson["hints"] else 409, **place
            )


async def ask_about_the_server(api: Api) -> None:
    assert "<svg" in await api.post("/api/qr", text=f"{api.client.base_url}/m/abc")
    assert (await api.get("/healthz"))["status"] == "ok"
    assert (await api.get("/readyz"))["status"] == "ready"
    assert "gridlock_requests" in await api.get("/metrics")


async def test_every_response_matches_the_schema(api: Api) -> None:
    await ask_about_games(api)
    await ask_for_reviews(api)
    await ask_about_matches(api)
    await ask_about_puzzles(api)
    await ask_about_lessons(api)
    await ask_about_the_server(api)
    assert api.succeeded == api.routes


def test_response_schemas_allow_no_extra_members(api: Api) -> None:
    """Only a game's options may be extra members."""
    schemas = api.document["components"]["schemas"]
    answers = {name: schema for name, schema in schemas.items() if name.endswith("Json")}
    open_ones = {name for name, schema in answers.items() if schema["additionalProperties"] is not False}
    assert open_ones == {"AnalysisJson", "ReviewJson"}
    assert all(answers[name]["additionalProperties"] == {"type": "string"} for name in open_ones)


# Sockets ------------------------------------------------------------------------------------------


async def test_every_socket_message_matches_its_schema(web: Web) -> None:
    """``hear`` checks each message against its schema."""
    match = await web.make("me", "random", size="3x3")
    async with web.connect(match) as line:
        number = (await enter(line, ANN))["state"]["number"]
        seen = {"welcome", (await hear(line, "presence"))["type"]}
        await tell(line, "hint", after=number, request="hint")
        seen.add((await hear(line, "event"))["type"])
        assert (await hear(line, "done"))["hint"]["move"]
        await tell(line, "move", after=0, request="late", move="1,1")
        refused = (await hear(line, "refused"))["problem"]
        assert STATE.validate_json(json.dumps(refused["state"]), strict=True)
        for kind, answer in (("since", "events"), ("ping", "pong")):
            await tell(line, kind, since=1)
            seen.add((await hear(line, answer))["type"])
    kinds = get_args(get_args(SocketMessage)[0])
    assert seen | {"done", "refused"} == {
        TypeAdapter(kind).json_schema()["properties"]["type"]["const"] for kind in kinds
    }
