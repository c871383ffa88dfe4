"""Matches on a server: seats, actions, refusals, races and rematches."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from gridlock.errors import GridlockError
from gridlock.rules import GAMES
from gridlock.web.matches import LiveMatch
from gridlock.web.matches.actions import Action
from gridlock.web.matches.seats import hash_secret, new_match_id, read_name
from gridlock.web.problems import Problem
from gridlock.web.store import Unavailable
from hosts import ANN, BOB, EVE, Host, hosting, in_folder, new_holder, refused, state_now, state_of
from waiting import eventually

pytest_plugins = ["hosts"]


# Seats ------------------------------------------------------------------------------------------


async def test_a_match_begins_when_both_seats_are_taken(host: Host) -> None:
    live = await host.make(ANN, "me", "open", name="Ann")
    assert state_now(live)["status"] == "waiting"
    assert [player["kind"] for player in state_now(live)["players"]] == ["person", "open"]
    assert (await refused(host.move(live, ANN))).kind == "waiting"
    assert (await refused(host.act(live, ANN, "resign"))).kind == "waiting"
    assert await host.join(live, BOB, "Bob") is live
    assert state_now(live)["status"] == "playing"
    assert [player["name"] for player in state_now(live)["players"]] == ["Ann", "Bob"]
    assert live.match.players == ("Ann", "Bob")


async def test_the_creator_can_take_the_second_seat(host: Host) -> None:
    live = await host.make(ANN, "open", "me")
    await host.join(live, BOB)
    assert live.now.sides_of(ANN) == (2,)
    assert live.now.sides_of(BOB) == (1,)
    assert (await refused(host.move(live, ANN))).kind == "not-your-turn"
    await host.move(live, BOB)


async def test_joining_again_keeps_the_seat(host: Host, friends: LiveMatch) -> None:
    number = friends.number
    assert await host.join(friends, BOB, "Bobby") is friends
    assert await host.join(friends, ANN) is friends
    assert friends.number == number
    problem = await refused(host.join(friends, EVE))
    assert (problem.status, problem.kind) == (409, "taken")


async def test_only_one_of_many_joins_gets_the_seat(host: Host) -> None:
    live = await host.make(ANN, "me", "open")
    crowd = [new_holder() for _ in range(10)]
    results = await asyncio.gather(*(host.join(live, each) for each in crowd), return_exceptions=True)
    problems = [result for result in results if isinstance(result, Problem)]
    assert [problem.kind for problem in problems] == ["taken"] * 9
    assert sum(bool(live.now.sides_of(each)) for each in crowd) == 1


async def test_acting_needs_the_secret(host: Host, friends: LiveMatch) -> None:
    for kind in ("move", "resign", "undo", "ask-undo", "rename", "hint", "analysis", "rematch"):
        problem = await refused(host.act(friends, EVE, kind, move="1,1", name="Eve"))
        assert (problem.status, problem.kind) == (403, "not-yours")
    assert friends.number == 2
    assert (await refused(host.act(friends, ANN, "resign", side=2))).kind == "not-yours"


async def test_a_repeated_request_creates_one_match(host: Host) -> None:
    same = [host.make(ANN, "me", "open", request="once") for _ in range(5)]
    created = await asyncio.gather(*same)
    assert len({live.id for live in created}) == 1
    other = await host.make(BOB, "me", "open", request="once")
    assert other.id != created[0].id


def test_match_ids_are_short_and_unique() -> None:
    ids = {new_match_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert {len(name) for name in ids} == {12}


@pytest.mark.parametrize("wrong", ["", "short", "x" * 42, "x" * 44, "x" * 42 + "!", "x" * 42 + "\n"])
def test_malformed_secrets_are_refused(wrong: str) -> None:
    with pytest.raises(Problem) as caught:
        hash_secret(wrong)
    assert caught.value.status == 401


@pytest.mark.parametrize("name", ["", "Ann", "Zoë 🙂", "!", "q\u0308", "<b>", "李", "x" * 30, "שלום"])
def test_names(name: str) -> None:
    assert read_name(f" {name} ") == name


@pytest.mark.parametrize(
    "wrong",
    [
        "x" * 31,
        "a\nb",
        "a\x00",
        "a\u202eb",
        "a\u200bb",
        "\u2066a",
        "a\u3164",
        "\x1b[1m",
        "\u0345" * 30,
        "\u0308 \u0308",
    ],
)
def test_invalid_names_are_refused(wrong: str) -> None:
    with pytest.raises(Problem) as caught:
        read_name(wrong)
    assert caught.value.status == 422


@pytest.mark.parametrize(
    "order",
    [
        {"game": "none"},
        {"size": "99x99"},
        {"seats": ["open", "open"]},
        {"seats": ["random", "greedy"]},
        {"seats": ["me", "python:bot.py"]},
        {"seats": ["me", "engine:sh"]},
        {"seats": ["me", "human"]},
        {"seats": ["me", "level:99"]},
        {"seats": ["me"]},
        {"clock": "soon"},
        {"name": "a\u202e"},
        {"request": "with a blank"},
        {"position": "rubbish"},
        {"moves": ["1,1", "1,1"]},
        {"colour": "red"},
    ],
)
async def test_invalid_orders_are_refused(host: Host, order: dict[str, Any]) -> None:
    whole = {"seats": ["me", "open"], **order}
    with pytest.raises((Problem, GridlockError, ValidationError)):
        await host.make(ANN, *whole.pop("seats"), **whole)


async def test_a_match_cannot_start_in_a_finished_position(host: Host) -> None:
    problem = await refused(host.make(ANN, "me", "open", position="XO/OX 1", size="2x2"))
    assert problem.status == 422


async def test_a_match_can_start_from_any_position(host: Host) -> None:
    live = await host.make(ANN, "me", "me", size="4x4", moves=["1,1", "4,4"], clock="5")
    assert state_now(live)["moves"] == ["1,1", "4,4"]
    assert live.now.left(1) == 300
    assert state_now(live)["clock"]["running"] is None
    position = live.match.position.text
    again = await host.make(ANN, "me", "me", size="4x4", position=position)
    assert state_now(again)["start"] == again.match.position.text == position


# Moves ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_is_played_to_its_end(host: Host, game: str) -> None:
    live = await host.make(ANN, "me", "open", game=game)
    await host.join(live, BOB)
    while live.match.stuck_side is None and not live.over:
        await host.move(live, (ANN, BOB)[live.now.turn - 1])
    await eventually(lambda: live.over)
    state = state_now(live)
    assert state["status"] == "over"
    assert state["outcome"]["ending"] == "stuck"
    assert (await refused(host.act(live, ANN, "move", move="1,1"))).kind == "over"
    assert (await refused(host.act(live, ANN, "resign"))).kind == "over"


async def test_invalid_moves_are_refused(host: Host, friends: LiveMatch) -> None:
    assert (await refused(host.move(friends, BOB))).kind == "not-your-turn"
    assert (await refused(host.act(friends, ANN, "move"))).status == 422
    problem = await refused(host.move(friends, ANN, "9,9"))
    assert (problem.status, problem.kind) == (422, "invalid")
    await host.move(friends, ANN, "1,1")
    problem = await refused(host.move(friends, BOB, "1,1"))
    assert (problem.status, problem.kind) == (422, "illegal")
    assert friends.number == 3


async def test_a_move_after_another_is_out_of_date(host: Host, friends: LiveMatch) -> None:
    await host.move(friends, ANN, "1,1")
    problem = await refused(host.act(friends, BOB, "move", move="5,5", after=2))
    assert (problem.status, problem.kind) == (409, "out-of-date")
    assert state_of(problem)["number"] == 3
    problem = await refused(host.act(friends, BOB, "move", move="5,5", after=99))
    assert problem.kind == "out-of-date"


async def test_only_one_of_two_concurrent_moves_is_played(host: Host, friends: LiveMatch) -> None:
    tries = [host.act(friends, ANN, "move", move=f"{row},1", after=2) for row in range(1, 6)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    problems = [result for result in results if isinstance(result, Problem)]
    assert [problem.kind for problem in problems] == ["out-of-date"] * 4
    assert {state_of(problem)["number"] for problem in problems} == {3}
    assert friends.number == 3


async def test_a_repeated_request_is_carried_out_once(host: Host, friends: LiveMatch) -> None:
    same = [host.act(friends, ANN, "move", move="1,1", after=2, request="mine") for _ in range(4)]
    assert {done.number for done in await asyncio.gather(*same)} == {3}
    await host.move(friends, BOB, "5,5")
    again = await host.act(friends, ANN, "move", move="1,1", after=2, request="mine")
    assert again.number == 3
    assert friends.number == 4


async def test_request_ids_are_separate_for_each_player(host: Host, friends: LiveMatch) -> None:
    await host.act(friends, ANN, "move", move="1,1", request="mine")
    assert (await refused(host.act(friends, EVE, "move", move="1,1", after=2, request="mine"))).status == 403
    done = await host.act(friends, BOB, "move", move="5,5", request="mine")
    assert done.number == 4


async def test_a_repeated_request_is_recognised_after_a_restart(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "me", request="make")
        await host.act(live, ANN, "move", move="1,1", request="mine")
        before = state_now(live)
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.matches.get(live.id)
        assert state_now(live) == before
        assert (await host.act(live, ANN, "move", move="1,1", after=1, request="mine")).number == 2
        assert (await host.make(ANN, "me", "me", request="make")).id == live.id


async def test_an_unavailable_database_is_a_problem(
    host: Host, friends: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> Any:
        raise Unavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(host.matches.store, "write", away)
        patch.setattr(host.matches.store, "match", away)
        for doing in (host.move(friends, ANN), host.make(ANN, "me", "me"), host.matches.get("unknown")):
            problem = await refused(doing)
            assert (problem.status, problem.kind) == (503, "unavailable")
            assert problem.retry_after
    await host.move(friends, ANN)


async def test_unknown_matches_are_not_found(host: Host) -> None:
    for wrong in ("none", "", "a" * 41, "a b", "\x00", "ä"):
        assert (await refused(host.matches.get(wrong))).status == 404


async def test_a_deleted_match_is_not_found(host: Host, friends: LiveMatch) -> None:
    host.time.pass_seconds(91 * 24 * 60 * 60)
    await host.matches._janitor.remove_old()
    assert (await refused(host.move(friends, ANN))).status == 404
    assert (await refused(host.matches.get(friends.id))).status == 404


async def test_unused_matches_are_evicted_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock.web.matches.repository._RECENT", 5)
    async with hosting(in_folder(tmp_path)) as host:
        names = [(await host.make(ANN, "me", "me")).id for _ in range(20)]
        assert host.matches.in_memory <= 6
        first = await host.matches.get(names[0])
        await host.move(first, ANN, "1,1")
        assert await host.matches.get(names[0]) is first


async def test_the_number_of_events_is_limited(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock.web.matches.actions._MAX_EVENTS", 5)
    live = await host.make(ANN, "me", "me")
    for number in range(4):
        await host.act(live, ANN, "rename", name=f"Ann {number}")
    assert (await refused(host.act(live, ANN, "rename", name="Ann"))).kind == "too-long"
    await host.act(live, ANN, "resign")
    assert live.over


# Undo, resignation, names -----------------------------------------------------------------------


async def test_undo_is_immediate_on_one_screen(host: Host) -> None:
    live = await host.make(ANN, "me", "me")
    assert state_now(live)["canUndo"] == []
    assert (await refused(host.act(live, ANN, "undo"))).kind == "no-move"
    await host.move(live, ANN, "1,1")
    await host.move(live, ANN, "5,5")
    assert state_now(live)["canUndo"] == [1, 2]
    await host.act(live, ANN, "undo")
    assert state_now(live)["moves"] == ["1,1"]
    assert (await refused(host.act(live, ANN, "ask-undo"))).kind == "need-not-ask"


async def test_undo_against_a_bot_goes_back_to_your_turn(host: Host) -> None:
    live = await host.make(ANN, "random", "me")
    await eventually(lambda: live.number == 2)
    assert state_now(live)["canUndo"] == []
    await host.move(live, ANN)
    await eventually(lambda: live.number == 4)
    assert state_now(live)["canUndo"] == [2]
    await host.act(live, ANN, "undo")
    assert len(live.match.moves) == 1
    assert live.now.turn == 2


async def test_an_undo_request_is_granted(host: Host, friends: LiveMatch) -> None:
    assert (await refused(host.act(friends, ANN, "ask-undo"))).kind == "no-move"
    await host.move(friends, ANN, "1,1")
    assert state_now(friends)["canUndo"] == [1]
    assert (await refused(host.act(friends, ANN, "undo"))).kind == "must-ask"
    assert (await refused(host.act(friends, BOB, "grant-undo"))).kind == "not-asked"
    await host.move(friends, BOB, "5,5")
    await host.act(friends, ANN, "ask-undo")
    assert state_now(friends)["undoAsked"] == 1
    assert (await refused(host.act(friends, ANN, "grant-undo"))).kind == "not-asked"
    assert (await refused(host.act(friends, BOB, "ask-undo"))).kind == "asked-already"
    await host.act(friends, BOB, "grant-undo")
    assert state_now(friends)["undoAsked"] is None
    assert state_now(friends)["moves"] == []
    assert friends.events[-1].side == 2


async def test_an_undo_request_is_refused(host: Host, friends: LiveMatch) -> None:
    await host.move(friends, ANN, "1,1")
    await host.act(friends, ANN, "ask-undo")
    await host.act(friends, BOB, "refuse-undo")
    assert state_now(friends)["undoAsked"] is None
    await host.act(friends, ANN, "ask-undo")
    await host.move(friends, BOB, "5,5")
    assert state_now(friends)["undoAsked"] is None
    assert state_now(friends)["moves"] == ["1,1", "5,5"]


async def test_resigning(host: Host, friends: LiveMatch) -> None:
    await host.act(friends, BOB, "resign")
    outcome = state_now(friends)["outcome"]
    assert outcome == {
        "winner": 1,
        "reason": "Player 2 resigned.",
        "ending": "resignation",
        "closed": [],
        "order": [],
    }
    assert state_now(friends)["canUndo"] == []
    here = await host.make(ANN, "me", "me")
    await host.act(here, ANN, "resign")
    assert state_now(here)["outcome"]["winner"] == 2


async def test_renaming(host: Host, friends: LiveMatch) -> None:
    await host.act(friends, BOB, "rename", name="Robert")
    assert friends.match.players == ("Ann", "Robert")
    assert (await refused(host.act(friends, BOB, "rename", name="\u202e"))).status == 422
    await host.act(friends, BOB, "rename")
    assert friends.match.players == ("Ann", "Player 2")
    assert 'Player1 "Ann"' in str(friends.now.record())


# Rematch ----------------------------------------------------------------------------------------


async def test_a_rematch_needs_both_players(host: Host, friends: LiveMatch) -> None:
    assert (await refused(host.act(friends, ANN, "rematch"))).kind == "not-over"
    await host.act(friends, ANN, "resign")
    await host.act(friends, ANN, "rematch")
    assert state_now(friends)["rematch"] == {"asked": [1], "next": None}
    assert (await refused(host.act(friends, ANN, "rematch"))).kind == "asked-already"
    await host.act(friends, BOB, "rematch")
    following = await host.matches.get(state_now(friends)["rematch"]["next"])
    assert state_now(following)["status"] == "playing"
    assert following.now.sides_of(ANN) == (2,)
    assert following.now.sides_of(BOB) == (1,)
    assert following.match.players == ("Bob", "Ann")
    assert (await refused(host.act(friends, BOB, "rematch"))).kind == "has-rematch"
    await host.move(following, BOB)


async def test_a_rematch_has_the_same_creator_hash(host: Host) -> None:
    live = await host.make(ANN, "me", "me", address="198.51.100.7")
    await host.act(live, ANN, "resign")
    await host.act(live, ANN, "rematch")
    assert live.now.rematch.next is not None
    again = await host.matches.get(live.now.rematch.next)
    assert live.now.row.creator == again.now.row.creator == host.matches.store.hash_address("198.51.100.7")
    assert "198.51" not in repr(again.now.row)


async def test_concurrent_rematch_requests_create_one_match(host: Host, friends: LiveMatch) -> None:
    await host.act(friends, ANN, "resign")
    both = (host.act(friends, ANN, "rematch"), host.act(friends, BOB, "rematch"))
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(result, Problem) for result in results) == 1
    late = ANN if isinstance(results[0], Problem) else BOB
    await host.act(friends, late, "rematch")
    assert state_now(friends)["rematch"]["next"]


async def test_a_rematch_against_a_bot_starts_at_once(host: Host) -> None:
    live = await host.make(ANN, "me", "random", size="4x4", clock="5+3", name="Ann")
    await host.act(live, ANN, "resign")
    await host.act(live, ANN, "rematch")
    following = await host.matches.get(state_now(live)["rematch"]["next"])
    assert following.now.seats == ("random", "me")
    await eventually(lambda: following.number == 2)
    state = state_now(following)
    assert (state["scene"]["size"], state["clock"]["control"]) == ("4x4", "5:00+3")
    assert state["players"][1]["name"] == "Ann"


async def test_a_rematch_on_one_screen_starts_at_once(host: Host) -> None:
    live = await host.make(ANN, "me", "me")
    await host.act(live, ANN, "resign")
    await host.act(live, ANN, "rematch")
    following = await host.matches.get(state_now(live)["rematch"]["next"])
    assert following.now.sides_of(ANN) == (1, 2)


# Help -------------------------------------------------------------------------------------------


async def test_no_help_between_people(host: Host, friends: LiveMatch) -> None:
    here = await host.make(ANN, "me", "me")
    for live in (friends, here):
        assert live.between_people
        assert not state_now(live)["helpAllowed"]
        for kind in ("hint", "analysis"):
            assert (await refused(host.act(live, ANN, kind))).kind == "no-help"
    await host.act(friends, ANN, "resign")
    assert state_now(friends)["helpAllowed"]


async def test_hints_are_counted_and_repeated_on_request(host: Host) -> None:
    live = await host.make(ANN, "me", "random", size="3x3")
    done = await host.act(live, ANN, "hint", after=1, request="mine")
    assert done.hint is not None
    assert done.hint["move"] in [str(move) for move in live.match.position.legal_moves()]
    assert state_now(live)["help"] == {"hint": 1, "analysis": 0}
    assert await host.act(live, ANN, "hint", after=1, request="mine") == done
    await host.act(live, ANN, "analysis")
    assert state_now(live)["help"] == {"hint": 1, "analysis": 1}
    assert 'Hint "1"' in str(live.now.record())


async def test_a_late_hint_is_dropped(host: Host) -> None:
    live = await host.make(ANN, "me", "random", size="3x3")

    async def resign() -> None:
        host.pool.before = None
        await host.act(live, ANN, "resign")

    host.pool.before = resign
    assert (await refused(host.act(live, ANN, "hint"))).kind == "out-of-date"
    assert state_now(live)["help"]["hint"] == 0


# Malformed actions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "forfeit"},
        {"kind": "time-out"},
        {"after": -1},
        {"after": "2"},
        {"after": 2**31},
        {"after": True},
        {"request": ""},
        {"request": "x" * 65},
        {"request": "a\n"},
        {"move": "x" * 41},
        {"move": 5},
        {"name": "x" * 31},
        {"side": 3},
    ],
)
def test_malformed_actions_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Action.model_validate({"kind": "move", "after": 1, "request": "r", **wrong})
