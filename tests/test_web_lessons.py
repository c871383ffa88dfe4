"""Lessons over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient

from gridlock.lessons import Goal, Practice, Screen, lessons_of
from gridlock.rules import Game, Move
from gridlock.web import ServerSettings, create_app
from pupils import LEARNED, forbidden, name, wanted

APP = create_app(ServerSettings())
LESSONS = [(kind, number) for kind in LEARNED for number in range(1, len(lessons_of(kind, Screen.DESK)) + 1)]


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    """A client of an application without matches and workers."""
    async with AsyncClient(transport=ASGITransport(APP), base_url="http://127.0.0.1") as asking:
        yield asking


@pytest.mark.parametrize("kind", LEARNED, ids=name)
async def test_lessons_match_the_games_files(client: AsyncClient, kind: type[Game]) -> None:
    payload = (await client.get(f"/api/lessons/{kind.id}")).json()
    assert payload["name"] == kind.name
    for item, lesson in zip(payload["lessons"], lessons_of(kind, Screen.DESK), strict=True):
        assert (item["title"], item["text"]) == (lesson.title, lesson.text)
        assert item["scenes"][0]["position"] == lesson.at.text
        assert len(item["scenes"]) == 1 + len(lesson.before)
        assert item["scenes"][-1]["moves"]


@pytest.mark.parametrize(("kind", "number"), LESSONS, ids=name)
async def test_a_lesson_plays_the_same_over_http(client: AsyncClient, kind: type[Game], number: int) -> None:
    practice = Practice(lessons_of(kind, Screen.DESK)[number - 1])
    path, moves = f"/api/lessons/{kind.id}/{number}", list[str]()
    while not practice.done:
        if practice.lesson.goal == Goal.FORBIDDEN:
            parts, reason = forbidden(practice)
            tried = (await client.post(f"{path}/try", json={"parts": parts})).json()
            assert tried["text"] == practice.refuse(reason)
        else:
            move = wanted(practice)
            for wrong in others(practice, move):
                refused = (await client.post(f"{path}/try", json={"moves": moves, "move": str(wrong)})).json()
                assert (refused["right"], refused["done"], refused["scenes"]) == (False, False, [])
                assert refused["text"] == practice.play(wrong)
            before = len(practice.moves)
            tried = (await client.post(f"{path}/try", json={"moves": moves, "move": str(move)})).json()
            assert tried["text"] == practice.play(move)
            assert [scene["position"] for scene in tried["scenes"]] == [
                position.text for position in practice.positions[before + 1 :]
            ]
            moves.append(str(move))
        assert tried["right"]
        assert tried["done"] == practice.done


def others(practice: Practice, move: Move) -> list[Move]:
    """Return a move that is wrong in the lesson, if there is one."""
    if practice.lesson.goal == Goal.ANY:
        return []
    wrong = [other for other in practice.position.legal_moves() if other != move]
    return wrong[-1:] if practice.lesson.goal == Goal.FOLLOW else []


REFUSED: list[tuple[str, dict[str, Any], int]] = [
    ("/api/lessons/nonsense/1/try", {"move": "1,1"}, 404),
    ("/api/lessons/spread/99/try", {"move": "1,1"}, 404),
    ("/api/lessons/spread/0/try", {"move": "1,1"}, 422),
    ("/api/lessons/spread/1/try", {}, 422),
    ("/api/lessons/spread/1/try", {"move": "1,1", "parts": [0]}, 422),
    ("/api/lessons/spread/1/try", {"move": "9,9"}, 422),
    ("/api/lessons/spread/1/try", {"moves": ["3,3"], "move": "1,1"}, 409),
    ("/api/lessons/spread/1/try", {"parts": [63]}, 422),
    ("/api/lessons/spread/1/try", {"parts": [64]}, 422),
    ("/api/lessons/spread/1/try", {"parts": []}, 422),
    ("/api/lessons/spread/1/hint", {}, 409),
    ("/api/lessons/spread/4/try", {"moves": ["1,1"], "move": "1,1"}, 422),
]


@pytest.mark.parametrize(("path", "body", "status"), REFUSED)
async def test_invalid_lesson_requests_are_refused(
    client: AsyncClient, path: str, body: dict[str, Any], status: int
) -> None:
    answer = await client.post(path, json=body)
    assert answer.status_code == status
    assert answer.json()["detail"]


async def test_an_unknown_game_has_no_lessons(client: AsyncClient) -> None:
    assert (await client.get("/api/lessons/nonsense")).status_code == 404
