"""Analysis, reasons, reviews and records over HTTP, compared with the library and with naive minimax."""

from __future__ import annotations

import secrets
import tracemalloc
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

import gridlock
from boards import make, state_of
from gridlock.match import Match
from gridlock.records import Record
from gridlock.review import review
from gridlock.rules import FIVE, Position
from gridlock.rules.notation import play_line
from gridlock.text.reviews import review_to_json
from gridlock.web import tasks
from gridlock.web.lru import LruCache, memory_of
from reviews import minimax_of, random_record
from servers import ONE_REQUEST, WebServer
from waiting import DEADLINE, until

pytestmark = pytest.mark.slow

SMALL = {"spread": "3x3", "crossfire": "3x3", "lightcycle": "3x3", "trail": "3x3", "blockade": "2x3"}


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        WebServer(tmp_path_factory.mktemp("analysis"), "--allow", "100", patient=True) as server,
        httpx.Client(base_url=server.url, timeout=DEADLINE, limits=ONE_REQUEST) as client,
    ):
        yield client


def ask(api: httpx.Client, path: str, **query: str) -> dict[str, Any]:
    answer = api.get(path, params=query)
    assert answer.status_code == 200, answer.text
    payload: dict[str, Any] = answer.json()
    return payload


def fields(position: Position) -> dict[str, str]:
    game = position.game
    return {"game": game.id, "size": game.size_text, **game.options, "position": position.text}


def positions(kind: str, size: str, seed: int) -> Iterator[Position]:
    """The positions of a random match."""
    rows, cols = map(int, size.split("x"))
    return random_record(make(kind, rows, cols), Random(seed)).positions()


# Analysis -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FIVE)
def test_every_value_matches_minimax(api: httpx.Client, kind: str) -> None:
    for position in positions(kind, SMALL[kind], 1):
        payload = ask(api, "/api/analysis", **fields(position))
        minimax, state = minimax_of(position.game), state_of(position)
        assert (payload["winner"], payload["remoteness"]) == minimax.value(state)
        children = minimax.children(state)
        assert len(payload["moves"]) == len(children)
        for judged in payload["moves"]:
            winner, moves = children[position.parse_move(judged["move"])]
            assert judged["remoteness"] == moves
            assert (judged["moveValue"] == "win") == (winner == position.turn)
        assert payload["complete"]


@pytest.mark.parametrize("kind", FIVE)
def test_the_line_is_best_play_to_the_end(api: httpx.Client, kind: str) -> None:
    position = make(kind).start()
    payload = ask(api, "/api/analysis", **fields(position))
    assert len(payload["line"]) == payload["remoteness"]
    for number, move in enumerate(payload["line"]):
        assert gridlock.solve(position).moves == payload["remoteness"] - number
        position = position.play(move)
    assert not position.legal


def test_moves_are_played_before_the_analysis(api: httpx.Client) -> None:
    payload = ask(api, "/api/analysis", game="crossfire", diagonals="all", size="4x4", moves="2,2 1,4")
    game = gridlock.make("crossfire", 4, 4, diagonals="all")
    assert payload["position"] == game.start().play("2,2").play("1,4").text
    assert payload["diagonals"] == "all"


def test_a_timeout_returns_a_partial_analysis() -> None:
    limits = gridlock.Limits(seconds=0.2, threads=1, memory=1 << 24)
    payload = tasks.analysis(gridlock.make("spread", 8, 8).start(), limits=limits)
    assert not payload["complete"]
    assert payload["line"] == []
    assert tasks.why(gridlock.make("blockade", 6, 6).start(), limits=limits)["complete"] is False


def test_the_atlas_fills_in_after_a_timeout() -> None:
    limits = gridlock.Limits(seconds=0.1, threads=1, memory=1 << 24)
    game = gridlock.make("blockade", 6, 6)
    payload = tasks.analysis(game.start(), limits=limits)
    assert (payload["proof"], payload["complete"]) == ("atlas", False)
    assert payload["winner"] in (1, 2)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "spread", "size": "9x9"}, "64"),
        ({"game": "spread", "position": "X 1"}, "rows"),
        ({"game": "spread", "moves": "9,9"}, "board"),
        ({"game": "spread", "colour": "red"}, "colour"),
    ],
)
def test_invalid_requests_get_an_error_message(api: httpx.Client, query: dict[str, str], words: str) -> None:
    for path in ("/api/analysis", "/api/why"):
        answer = api.get(path, params=query)
        assert answer.status_code == 422
        assert answer.headers["content-type"] == "application/problem+json"
        assert words in answer.json()["detail"]


# Why ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FIVE)
def test_a_reason_names_the_winner_and_cells_of_the_board(api: httpx.Client, kind: str) -> None:
    for position in positions(kind, SMALL[kind], 2):
        payload = ask(api, "/api/why", **fields(position))
        size = position.game.board.size
        for reason in payload["reasons"]:
            assert reason["winner"] == minimax_of(position.game).value(state_of(position))[0]
            groups = [*reason["pairNumbers"], *reason["regionNumbers"], reason["cellNumbers"]]
            named = [cell for group in groups for cell in group]
            assert all(0 <= cell < size for cell in named)
            assert len(payload["line"]) >= reason["at"]


def test_separated_sides_each_have_a_region(api: httpx.Client) -> None:
    position = "..#2./1.#../..#../..#../..#.. 1"
    payload = ask(api, "/api/why", game="lightcycle", position=position)
    left, right = payload["reasons"][0]["regionNumbers"]
    assert {cell % 5 for cell in left} == {0, 1}
    assert {cell % 5 for cell in right} == {3, 4}
    assert len(left) == len(right) == 9


# Reviews --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", FIVE)
def test_a_review_matches_the_library(api: httpx.Client, kind: str) -> None:
    rows, cols = map(int, SMALL[kind].split("x"))
    record = random_record(make(kind, rows, cols), Random(5))
    answer = api.post("/api/review", json={"record": str(record)})
    assert answer.status_code == 200
    payload, expected = answer.json(), review_to_json(review(record))
    for name in ("game", "size", "start", "moves", "complete"):
        assert payload[name] == expected[name]
    assert [mistake["sentences"] for mistake in payload["mistakes"]] == [
        mistake["sentences"] for mistake in expected["mistakes"]
    ]
    values = [minimax_of(record.game).value(state_of(position))[0] for position in record.positions()]
    assert [value["winner"] for value in payload["values"]] == values


def test_a_record_is_shown_move_by_move(api: httpx.Client) -> None:
    record = random_record(gridlock.make("blockade", 3, 3), Random(1))
    payload = api.post("/api/records", json={"record": f"{record}\n{record}", "number": 2}).json()
    assert (payload["number"], payload["of"]) == (2, 2)
    assert payload["moves"] == [str(move) for move in record.moves]
    assert [scene["position"] for scene in payload["scenes"]] == [
        position.text for position in record.positions()
    ]
    assert payload["record"] == str(record)


def test_a_line_can_be_downloaded_as_a_record(api: httpx.Client) -> None:
    answer = api.get("/api/records", params={"game": "spread", "size": "3x3", "moves": "2,2 1,1"})
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    game = gridlock.make("spread", 3, 3)
    match = Match(game)
    for move in ("2,2", "1,1"):
        match.play(move)
    assert answer.text == str(match.record())


@pytest.mark.parametrize(
    ("text", "words"), [("", "no record"), ("hello", "tags"), ('[Game "chess"]', "chess"), ("\x00", "tags")]
)
def test_invalid_records_get_an_error_message(api: httpx.Client, text: str, words: str) -> None:
    for path in ("/api/records", "/api/review"):
        answer = api.post(path, json={"record": text})
        assert answer.status_code == 422
        assert words in answer.json()["detail"]


def test_a_record_without_a_move_has_a_review(api: httpx.Client) -> None:
    record = Record(gridlock.make("spread", 3, 3), ())
    payload = api.post("/api/review", json={"record": str(record)}).json()
    assert payload["moves"] == []
    assert len(payload["values"]) == 1


# Matches --------------------------------------------------------------------------------------------


def new_match(api: httpx.Client, seats: list[str], **more: str) -> tuple[str, dict[str, str], dict[str, Any]]:
    headers = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    order = {"game": "spread", "size": "3x3", "seats": seats, "request": secrets.token_hex(8), **more}
    created = api.post("/api/matches", json=order, headers=headers).json()
    return created["id"], headers, created["state"]


def act(
    api: httpx.Client, match: str, headers: dict[str, str], state: dict[str, Any], **order: str
) -> dict[str, Any]:
    body = {"after": state["number"], "request": secrets.token_hex(8), **order}
    answer = api.post(f"/api/matches/{match}/actions", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    payload: dict[str, Any] = answer.json()["state"]
    return payload


def test_a_running_match_between_two_people_has_no_analysis(api: httpx.Client) -> None:
    match, headers, _ = new_match(api, ["me", "open"])
    other = {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    joined = api.post(
        f"/api/matches/{match}/join", json={"request": secrets.token_hex(8)}, headers=other
    ).json()
    query = {"game": "spread", "size": "3x3", "match": match}
    review = f"/api/matches/{match}/review"
    for path in ("/api/analysis", "/api/why", review):
        answer = api.get(path, params={} if path == review else query)
        assert answer.status_code == 403
        assert answer.json()["type"].endswith("/no-help")
    act(api, match, headers, joined["state"], kind="resign")
    assert ask(api, "/api/analysis", **query)["complete"]
    payload = ask(api, f"/api/matches/{match}/review")
    assert payload["mistakes"] == []


def test_a_match_against_a_bot_can_be_analysed_while_it_runs(api: httpx.Client) -> None:
    match, _, _ = new_match(api, ["me", "random"])
    assert ask(api, "/api/analysis", game="spread", size="3x3", match=match)["complete"]


def test_a_review_values_every_move_of_a_match(api: httpx.Client) -> None:
    match, headers, state = new_match(api, ["me", "me"])
    game, moves = make("spread", 3, 3), list[str]()
    while state["stuck"] is None:
        moves.append(state["scene"]["moves"][-1]["move"])
        state = act(api, match, headers, state, kind="move", move=moves[-1])
    until(lambda: ask(api, f"/api/matches/{match}")["status"] == "over")  # the rest plays itself
    payload = ask(api, f"/api/matches/{match}/review")
    positions, played = play_line(game.start(), moves)
    values = [minimax_of(game).value(state_of(position)) for position in positions]
    values_sent = [
        (move["number"], move["move"], move["winner"], move["remoteness"]) for move in payload["moves"]
    ]
    assert values_sent == [(n + 1, str(move), *values[n + 1]) for n, move in enumerate(played)]
    assert payload["complete"]
    assert payload["players"] == ["Player 1", "Player 2"]


def test_an_unknown_match_is_not_found(api: httpx.Client) -> None:
    assert api.get("/api/matches/nowhere/review").status_code == 404
    assert api.get("/api/analysis", params={"game": "spread", "match": "nowhere"}).status_code == 404


def test_resigning_while_winning_is_a_mistake(api: httpx.Client) -> None:
    match, headers, state = new_match(api, ["me", "me"])
    state = act(api, match, headers, state, kind="move", move="1,2")
    winner = gridlock.solve(gridlock.make("spread", 3, 3).start().play("1,2")).winner
    assert winner == state["scene"]["turn"] == 2
    act(api, match, headers, state, kind="resign")
    (mistake,) = ask(api, f"/api/matches/{match}/review")["mistakes"]
    assert (mistake["move"], mistake["givenUp"]) == (None, "resigned")


# Memory ---------------------------------------------------------------------------------------------


def test_the_least_recently_used_answer_is_evicted() -> None:
    cache = LruCache[str, bytes](2500, memory_of)
    cache.put("a", bytes(700))
    cache.put("b", bytes(700))
    assert cache.get("a") is not None
    cache.put("c", bytes(700))
    assert [cache.get(name) is not None for name in "abc"] == [True, False, True]
    cache.put("c", bytes(3000))
    assert cache.get("c") is None, "larger than all that may be kept"


@pytest.mark.parametrize("length", [0, 20, 3_000, 200_000])
def test_the_cache_stays_within_its_memory_limit(length: int) -> None:
    cache, most = LruCache[str, bytes](4 << 20, memory_of), 4 << 20
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for number in range(20_000 if length < 10_000 else 200):
            cache.put(f"analysis of position {number % 15_000}", bytes(length))
        used = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert most / 3 < used <= most
    assert cache.size <= most
