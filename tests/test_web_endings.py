"""The beginning and the end of a match on the server: first moves, turning points, playing out, scores."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gridlock.review import review
from gridlock.rules import FIVE, Position, make
from gridlock.web.matches import LiveMatch
from gridlock.web.matches.actions import PendingEvent
from gridlock.web.matches.match_state import CALL_OFF_AFTER
from gridlock.web.store import LogKind
from hosts import ANN, BOB, EVE, Host, hosting, in_folder, refused, state_now
from waiting import eventually

pytest_plugins = ["hosts"]

SMALL = {"spread": (3, 4), "crossfire": (3, 3), "lightcycle": (3, 4), "trail": (3, 3), "blockade": (3, 3)}


async def play(host: Host, live: LiveMatch, *moves: str) -> None:
    """Play moves for whoever has the side to move."""
    for move in moves:
        holder = live.now.holders[live.now.turn - 1]
        assert holder is not None
        await host.move(live, holder, move)


async def play_to_the_end(host: Host, live: LiveMatch) -> None:
    """Play the first legal moves until the match is over."""
    while live.match.stuck_side is None and not live.over:
        await play(host, live, str(live.match.position.legal_moves()[0]))
    await eventually(lambda: live.over)


# Turning points -----------------------------------------------------------------------------------


@cache
def winner(position: Position) -> int:
    """Return the winner with best play, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner
    wins = any(winner(position.play(move)) == position.turn for move in position.legal_moves())
    return position.turn if wins else 3 - position.turn


def last_chance(positions: tuple[Position, ...], loser: int) -> int:
    """Return the number of the loser's last move in a position that it could have won; 0 if there is none."""
    for number in range(len(positions) - 1, 0, -1):
        before = positions[number - 1]
        if before.turn == loser and winner(before) == loser:
            return number
    return 0


@pytest.mark.parametrize("game", FIVE)
async def test_the_turning_point_is_the_losers_last_chance(host: Host, game: str) -> None:
    host.pool.has_idle_time = True
    rows, cols = SMALL[game]
    live = await host.make(ANN, "me", "me", game=game, size=f"{rows}x{cols}")
    await play_to_the_end(host, live)
    await eventually(lambda: live.now.turning_point)
    point = state_now(live)["turningPoint"]
    loser = 3 - state_now(live)["outcome"]["winner"]
    positions = live.match.positions[: len(live.match.positions) - live.match.played_out]
    assert point["number"] == last_chance(positions, loser)
    if point["number"]:
        before = positions[point["number"] - 1]
        after = before.play(point["better"])
        assert point["betterText"] == before.game.move_words(before.parse_move(point["better"]))
        assert winner(after) == loser == point["side"]
        assert point["scene"]["position"] == before.text
        assert point["move"] == str(live.match.moves[point["number"] - 1])


async def test_nothing_is_told_before_the_end(host: Host) -> None:
    host.pool.has_idle_time = True
    live = await host.join(await host.make(ANN, "me", "open", size="3x4"), BOB)
    await play(host, live, "1,1")
    await eventually(lambda: live.chances)
    assert state_now(live)["turningPoint"] is None
    assert LogKind.TURNING_POINT not in {event.kind for event in live.events}


async def test_giving_up_a_won_position_is_the_turning_point(host: Host) -> None:
    host.pool.has_idle_time = True
    live = await host.make(ANN, "me", "me", size="3x3")
    await play(host, live, "1,1")
    assert winner(live.match.position) == 2
    await host.act(live, ANN, "resign", side=2)
    await eventually(lambda: live.now.turning_point)
    point = state_now(live)["turningPoint"]
    assert (point["number"], point["move"]) == (2, None)
    assert winner(live.match.position.play(point["better"])) == 2


async def test_the_turning_point_is_charged_to_the_creator_and_may_fail(host: Host) -> None:
    live = await host.make(ANN, "me", "me", size="3x4")
    await play_to_the_end(host, live)
    assert state_now(live)["turningPoint"] is None  # the workers were busy
    host.pool.has_idle_time = True
    again = await host.make(ANN, "me", "me", size="3x4")
    await play_to_the_end(host, again)
    await eventually(lambda: again.now.turning_point)
    charged = zip(host.pool.calls, host.pool.charged, strict=True)
    assert {address for name, address in charged if name == "winning_move"} == {again.now.row.creator}


async def test_the_turning_point_survives_a_restart(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        host.pool.has_idle_time = True
        live = await host.make(ANN, "me", "me", size="3x4")
        await play_to_the_end(host, live)
        await eventually(lambda: live.now.turning_point)
        before = state_now(live)["turningPoint"]
    async with hosting(in_folder(tmp_path)) as host:
        assert state_now(await host.matches.get(live.id))["turningPoint"] == before


# The last board -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", FIVE)
async def test_every_cell_that_the_loser_needs_is_closed_by_something(host: Host, game: str) -> None:
    live = await host.make(ANN, "me", "me", game=game)
    await play_to_the_end(host, live)
    end = state_now(live)["outcome"]
    position = live.match.position
    assert end["closed"]
    for closed in end["closed"]:
        assert closed["by"], "a piece, a wall or a block"
        taken = position.own | position.opp | position.extra
        assert all(taken >> cell & 1 for cell in closed["by"])
    assert len(end["order"]) == len(set(end["order"]))


# Playing out --------------------------------------------------------------------------------------


def stuck_line() -> list[str]:
    """Return moves on a 3x4 board after which one side is stuck and the other isn't."""
    position = make("spread", 3, 4).start()
    moves: list[str] = []
    while position.game.stuck_side(position) is None:
        moves.append(str(position.legal_moves()[0]))
        position = position.play(moves[-1])
    return moves


async def test_a_decided_game_is_played_out_and_the_record_says_so(host: Host) -> None:
    live = await host.join(await host.make(ANN, "me", "open", size="3x4"), BOB)
    await play(host, live, *stuck_line())
    chosen, stuck = len(live.match.moves), live.match.stuck_side
    assert state_now(live)["stuck"] == stuck
    await eventually(lambda: live.over)
    assert state_now(live)["stuck"] == stuck
    assert state_now(live)["outcome"]["winner"] == 3 - (stuck or 0)
    kinds = [event.kind for event in live.events]
    played_out = len(live.match.moves) - chosen
    assert kinds[-played_out:] == [LogKind.PLAYED_OUT] * played_out
    record = live.now.record()
    assert record.played_out == played_out > 0
    assert [judged.number for judged in review(record).judged] == list(range(1, chosen + 1))


async def test_a_server_that_stops_in_between_plays_out_later(tmp_path: Path) -> None:
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "me", size="3x4")
        await play(host, live, *stuck_line())
    async with hosting(in_folder(tmp_path)) as host:
        again = await host.matches.get(live.id)
        await eventually(lambda: again.over)
        assert again.match.played_out


# Rematches ----------------------------------------------------------------------------------------


async def rematch(host: Host, live: LiveMatch) -> LiveMatch:
    for holder in (ANN, BOB):
        await host.act(live, holder, "rematch")
    assert live.now.rematch.next is not None
    return await host.matches.get(live.now.rematch.next)


async def test_the_score_runs_over_rematches(host: Host, friends: LiveMatch) -> None:
    assert state_now(friends)["score"] == [0, 0]
    await host.act(friends, ANN, "resign")
    assert state_now(friends)["score"] == [0, 1]
    second = await rematch(host, friends)
    assert state_now(second)["score"] == [1, 0], "the seats are swapped: Bob, who has won, is first now"
    await host.act(second, BOB, "resign")
    third = await rematch(host, second)
    assert state_now(third)["score"] == [1, 1]
    assert third.now.sides_of(ANN) == (1,)


async def test_good_game_is_said_once_and_after_the_end(host: Host, friends: LiveMatch) -> None:
    assert (await refused(host.act(friends, ANN, "good-game"))).kind == "not-over"
    await host.act(friends, ANN, "resign")
    await host.act(friends, BOB, "good-game")
    assert state_now(friends)["goodGame"] == [2]
    assert (await refused(host.act(friends, BOB, "good-game"))).kind == "asked-already"
    assert (await refused(host.act(friends, EVE, "good-game"))).kind == "not-yours"
    alone = await host.make(ANN, "me", "me")
    await host.act(alone, ANN, "resign")
    assert (await refused(host.act(alone, ANN, "good-game"))).kind == "nobody-there"


# First moves --------------------------------------------------------------------------------------


def clock_of(live: LiveMatch) -> dict[str, Any]:
    clock: dict[str, Any] = state_now(live)["clock"]
    return clock


async def test_neither_clock_runs_before_a_sides_first_move(host: Host) -> None:
    live = await host.join(await host.make(ANN, "me", "open", clock="1"), BOB)
    for holder, move in ((ANN, "1,1"), (BOB, "5,5")):
        assert clock_of(live)["running"] is None
        host.time.pass_seconds(100)
        await host.matches._janitor.end_timed_out()
        assert not live.over
        await host.move(live, holder, move)
        assert clock_of(live)["left"] == [60_000, 60_000]
    assert clock_of(live)["running"] == 1
    host.time.pass_seconds(61)
    await host.matches._janitor.end_timed_out()
    assert state_now(live)["outcome"]["ending"] == "time"


async def test_taking_the_first_move_back_stops_the_clock(host: Host) -> None:
    live = await host.make(ANN, "me", "me", clock="1")
    await play(host, live, "1,1", "5,5")
    await host.act(live, ANN, "undo")
    assert clock_of(live)["running"] is None


async def test_a_loss_on_time_in_the_log_stands_whatever_the_clock_says(tmp_path: Path) -> None:
    """Logs from before first moves were free have such losses."""
    async with hosting(in_folder(tmp_path)) as host:
        live = await host.make(ANN, "me", "me", clock="1")
        await host.matches._add(live, PendingEvent(LogKind.TIME_OUT, 1))
    async with hosting(in_folder(tmp_path)) as host:
        assert state_now(await host.matches.get(live.id))["outcome"]["ending"] == "time"


@pytest.mark.parametrize("first", [(), ("1,1",)], ids=["no move", "no answer"])
async def test_a_match_without_a_first_move_can_be_called_off(host: Host, first: tuple[str, ...]) -> None:
    live = await host.join(await host.make(ANN, "me", "open", clock="1"), BOB)
    host.time.pass_seconds(100)
    await play(host, live, *first)
    assert state_now(live)["callOffFrom"] == live.events[-1].at + CALL_OFF_AFTER
    host.time.pass_seconds(CALL_OFF_AFTER / 1000 - 101)
    assert (await refused(host.act(live, BOB, "call-off"))).kind == "too-soon"
    host.time.pass_seconds(102)
    await host.act(live, BOB, "call-off")
    state = state_now(live)
    assert (state["status"], state["outcome"], state["score"]) == ("over", None, [0, 0])
    assert (await refused(host.act(live, ANN, "move", move="3,3"))).kind == "over"
    assert live.now.record().winner is None


async def test_a_match_that_has_begun_cannot_be_called_off(host: Host, friends: LiveMatch) -> None:
    await play(host, friends, "1,1", "5,5")
    host.time.pass_seconds(CALL_OFF_AFTER)
    assert state_now(friends)["callOffFrom"] is None
    assert (await refused(host.act(friends, ANN, "call-off"))).kind == "has-begun"
