"""What a person has won and lost is kept once for each match, and says how strong they are."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from random import Random

import pytest

from gridlock import make
from gridlock.files import locks
from gridlock.match import Help, Match
from gridlock.players.level import LEVELS
from gridlock.saves import Autosave, resume_match
from gridlock.stats import (
    Result,
    Results,
    equal_opponent,
    rating_of,
    results_file,
    save_result,
    strength,
    suggestion,
)
from gridlock.text.results import results_text
from gridlock.tui.plan import against
from terminal import ended, gridlock, spawn
from terminal_app import running
from waiting import DEADLINE

BOT = ("human", "level:2")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def played(match: Match, specs: tuple[str, str] = BOT) -> Autosave:
    """A match of trail in which both sides have made a move."""
    autosave = Autosave(match, specs)
    match.play(match.position.legal_moves()[0])
    match.play(match.position.legal_moves()[0])
    return autosave


def result(level: int, won: bool, *, uncounted: str = "", opponent: str = "") -> Result:
    return Result(
        game="spread",
        size="5x5",
        variant="",
        opponent=opponent or f"level:{level}",
        seat=1,
        won=won,
        ending="stuck",
        moves=15,
        date="2026-11-16",
        uncounted=uncounted,
    )


# What is kept -----------------------------------------------------------------------------------


def test_a_finished_match_is_kept_with_all_that_matters() -> None:
    match = Match(make("trail", 5, 6))
    autosave = played(match, ("level:3", "human"))
    assert Results.load().all == ()
    match.resign(2)
    (kept,) = Results.load().all
    assert kept[:8] == ("trail", "5x6", "", "level:3", 2, False, "resignation", 2)
    assert kept.uncounted == ""
    autosave.close()
    assert len(Results.load().all) == 1


def test_the_options_of_a_game_are_kept() -> None:
    match = Match(make("crossfire", diagonals="all"))
    played(match)
    match.resign(2)
    (kept,) = Results.load().all
    assert kept.variant == "diagonals=all"
    assert kept.won


@pytest.mark.parametrize(
    "specs", [("human", "human"), ("level:1", "level:2")], ids=["two people", "two bots"]
)
def test_only_matches_of_one_person_against_a_bot_are_kept(specs: tuple[str, str]) -> None:
    match = Match(make("trail"))
    played(match, specs)
    match.resign()
    assert not results_file().exists()


def test_a_match_in_which_the_person_made_no_move_is_not_kept() -> None:
    match = Match(make("trail"))
    Autosave(match, ("level:1", "human"))
    match.play("2,2")
    match.resign(2)
    assert not results_file().exists()


def test_why_a_match_does_not_count() -> None:
    trail = make("trail")
    matches = {
        "help": Match(trail),
        "undo": Match(trail),
        "position": Match(trail, start=trail.start().play("2,2").play("2,3")),
        "size": Match(make("trail", 3, 5)),
        "forfeit": Match(trail),
    }
    for reason, match in matches.items():
        played(match)
        if reason == "help":
            match.use_help(Help.HINT)
        if reason == "undo":
            match.undo()
            match.redo()
        if reason == "forfeit":
            match.forfeit(2, "It has crashed.")
        else:
            match.resign(2)
    found = Results.load()
    assert [kept.uncounted for kept in found.all] == list(matches)
    assert found.counted == []


def test_moves_that_were_taken_back_are_remembered_when_the_match_is_resumed() -> None:
    match = Match(make("trail"))
    autosave = played(match)
    match.undo()
    match.redo()
    autosave.close()
    assert autosave.path is not None
    resumed = resume_match(autosave.path)
    again = Match.resume(resumed.record)
    Autosave(again, BOT, resumed)
    again.resign(2)
    assert [kept.uncounted for kept in Results.load().all] == ["undo"]


def test_the_first_end_of_a_match_is_the_one_that_counts() -> None:
    match = Match(make("trail"))
    autosave = played(match)
    match.resign(1)
    match.undo()
    match.resign(2)
    autosave.close()
    (kept,) = Results.load().all
    assert not kept.won
    assert not kept.uncounted


def test_a_resumed_match_counts_once() -> None:
    match = Match(make("trail"))
    autosave = played(match)
    autosave.close()
    assert autosave.path is not None
    for _ in range(2):  # the second time, it is over already
        resumed = resume_match(autosave.path)
        again = Match.resume(resumed.record)
        continued = Autosave(again, BOT, resumed)
        if again.outcome is None and len(Results.load().all) == 0:
            again.resign(2)
        continued.close()
    assert [kept.uncounted for kept in Results.load().all] == [""]


def test_a_copy_does_not_count() -> None:
    autosave = played(Match(make("trail")))
    again = Match.resume(autosave.record())
    Autosave(again, BOT)
    again.resign(2)
    assert [kept.uncounted for kept in Results.load().all] == ["copy"]


def test_a_match_with_another_player_than_at_its_beginning_does_not_count() -> None:
    autosave = played(Match(make("trail")))
    autosave.close()
    assert autosave.path is not None
    for specs in (("human", "perfect"), ("human", "perfect")):  # and never again
        resumed = resume_match(autosave.path)
        again = Match.resume(resumed.record)
        continued = Autosave(again, specs, resumed)
        again.play(again.position.legal_moves()[0])
        continued.close()
    resumed = resume_match(autosave.path)
    again = Match.resume(resumed.record)
    Autosave(again, ("human", "perfect"), resumed)
    again.resign(2)
    assert [(kept.opponent, kept.uncounted) for kept in Results.load().all] == [("perfect", "players")]


async def test_the_app_keeps_results_too() -> None:
    async with running(against("random", make("trail"), 1)) as driver:
        await driver.make("2,2")
        await driver.press("x", "enter")
        await driver.press("u")
        await driver.press("x", "enter")
    (kept,) = Results.load().all
    assert (kept.game, kept.opponent, kept.won, kept.uncounted) == ("trail", "random", False, "")


def test_a_conversation_at_a_terminal_keeps_results_and_a_pipe_does_not() -> None:
    gridlock("play", "trail", "--p2", "random", typed=["2 2", "resign"])
    assert not results_file().exists()
    child = spawn("play", "trail", "--p2", "equal")
    child.expect_exact("Your opponent is level:2.")
    child.expect_exact("Enter row (1-4): ")
    child.sendline("2")
    child.expect_exact("Enter column (1-4): ")
    child.sendline("2")
    child.expect_exact("Enter row (1-4): ")
    child.sendline("resign")
    assert ended(child) == 0
    (kept,) = Results.load().all
    assert (kept.opponent, kept.seat, kept.won) == ("level:2", 1, False)


# The file ---------------------------------------------------------------------------------------


def test_deleting_the_file_forgets() -> None:
    save_result("a", result(1, True))
    assert len(Results.load().all) == 1
    results_file().unlink()
    assert Results.load().all == ()


def test_results_that_many_add_at_once_are_all_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", DEADLINE)

    def add(thread: int) -> None:
        for number in range(5):
            save_result(f"{thread}-{number}", result(1, True))

    threads = [threading.Thread(target=add, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(Results.load().all) == 20


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"version": 1}',
        '{"version": 2, "results": {}}',
        '{"version": 1, "results": []}',
        '{"version": 1, "results": {"a": 3}}',
        '{"version": 1, "results": {"a": {"game": "spread"}}}',
        json.dumps({"version": 1, "results": {"a": result(1, True)._replace(seat=3)._asdict()}}),
        json.dumps({"version": 1, "results": {"a": result(1, True)._replace(date="today")._asdict()}}),
        json.dumps({"version": 1, "results": {"a": result(1, True)._asdict() | {"won": 1}}}),
        "[" * 100_000,
    ],
)
def test_a_damaged_file_is_set_aside(text: str) -> None:
    file = results_file()
    file.parent.mkdir(parents=True)
    file.write_text(text)
    ran = gridlock("stats")
    aside = file.with_name("results.json.damaged")
    assert ran.status == 0
    assert f"set aside as {aside}." in ran.err
    assert aside.read_text() == text
    assert save_result("a", result(1, True)) == ""
    assert len(Results.load().all) == 1


def test_a_damaged_file_keeps_no_match_from_being_saved() -> None:
    results_file().parent.mkdir(parents=True)
    results_file().write_text("{")
    told: list[str] = []
    match = Match(make("trail"))
    autosave = Autosave(match, BOT, tell=told.append)
    match.play("2,2")
    match.resign()
    assert autosave.up_to_date
    assert len(told) == 1
    assert "set aside" in told[0]
    assert len(Results.load().all) == 1


def test_a_result_that_cannot_be_kept_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: str | bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("gridlock.files.json_file.write_whole", full)
    told: list[str] = []
    match = Match(make("trail"))
    autosave = Autosave(match, BOT, tell=told.append)
    match.play("2,2")
    match.resign()
    autosave.close()
    assert autosave.up_to_date
    assert told == [f"The result couldn't be saved: {results_file()}: No space left on device."]


# How strong -------------------------------------------------------------------------------------


def test_elo_by_hand() -> None:
    """Against an equal, a win and a defeat are worth half of the most that a match can bring."""
    assert rating_of(Results()) == (1100, 0)
    assert rating_of(Results([result(2, True)])) == (1160, 1)
    assert rating_of(Results([result(2, False)])) == (1040, 1)
    # 1500 against 1100 wins 10 of 11 matches: a defeat there costs ten times what a win brings.
    lead = [result(len(LEVELS), True)] * 40
    high = rating_of(Results(lead)).points
    won = rating_of(Results([*lead, result(1, True)])).points
    lost = rating_of(Results([*lead, result(1, False)])).points
    assert won - high < (high - lost) / 5
    assert won - lost == pytest.approx(40, abs=1)


def test_matches_that_do_not_count_change_nothing() -> None:
    counted = [result(2, True), result(3, False)]
    others = [result(5, True, uncounted="help"), result(0, True, opponent="python:mybot.py")]
    assert rating_of(Results(counted)) == rating_of(Results([*others, *counted, *others]))


def test_the_ratings_of_the_bots() -> None:
    levels = [strength(f"level:{level}") for level in range(1, len(LEVELS) + 1)]
    assert levels == [1000 + 100 * step for step in range(len(LEVELS))]
    assert strength("perfect") == levels[-1]
    assert strength("random") == 1000
    for stranger in (
        "mcts:800",
        "python:level:3",
        "level:",
        "level:x",
        "level:²",
        f"level:{len(LEVELS) + 1}",
    ):
        assert strength(stranger) is None


@pytest.mark.parametrize("true_strength", [1000, 1300, 1500])
def test_somebody_of_a_known_strength_is_found_out(true_strength: int) -> None:
    """Somebody who plays an equal opponent each time, and wins as Elo's formula says."""
    random, ends = Random(1), []
    for _ in range(40):
        found: list[Result] = []
        for _ in range(40):
            opponent = equal_opponent(Results(found), "spread")
            theirs = strength(opponent)
            assert theirs is not None
            chance = 1 / (1 + 10 ** ((theirs - true_strength) / 400))
            found.append(result(0, random.random() < chance, opponent=opponent))
        ends.append(rating_of(Results(found)).points)
    assert sum(ends) / len(ends) == pytest.approx(true_strength, abs=60)


def test_an_equal_opponent_is_of_the_same_game() -> None:
    strong = Results([result(len(LEVELS), True)] * 30)
    assert equal_opponent(strong, "spread") == f"level:{len(LEVELS)}"
    assert equal_opponent(strong, "trail") == "level:2"
    assert equal_opponent(Results([result(1, False)] * 30), "spread") == "level:1"


# Whom to play next ------------------------------------------------------------------------------


def suggested(*results: Result) -> str:
    found = suggestion(Results(results), "spread")
    return found.text if found else ""


def test_after_three_wins_the_next_level_is_suggested() -> None:
    win = result(2, True)
    try_3 = "You have beaten level 2 three times: try level 3?"
    assert suggested(win, win) == ""
    assert suggested(win, win, win) == try_3
    assert suggested(win, win, win._replace(uncounted="help")) == ""
    assert suggested(win, win, win._replace(game="trail")) == ""
    assert suggested(win, win, win, result(3, False)) == "", "it was tried"
    assert suggested(win, win, win, result(3, False), win) == try_3.replace("three", "four")
    assert suggested(*[result(len(LEVELS), True)] * 3) == "", "nobody is stronger"
    found = suggestion(Results([win] * 3), "spread")
    assert found is not None
    assert found.opponent == "level:3"


def test_after_three_defeats_in_a_row_the_level_below_is_suggested() -> None:
    lost = result(4, False)
    assert suggested(lost, lost) == ""
    assert suggested(lost, lost, lost) == "Level 4 has beaten you three times in a row: try level 3?"
    assert suggested(lost, result(4, True), lost, lost) == ""
    assert suggested(*[result(1, False)] * 5) == "", "nobody is weaker"


# The command ------------------------------------------------------------------------------------


def test_the_command_without_results() -> None:
    ran = gridlock("stats")
    assert ran == (0, "You haven't finished a match against a bot yet.\n", "")
    assert json.loads(gridlock("stats", "--json").out)["results"] == []


def test_the_command() -> None:
    results = [result(2, True), result(2, True)._replace(seat=2), result(2, True), result(3, False)]
    results += [result(2, True, uncounted="undo"), result(2, False, opponent="mcts:800")]
    results.append(result(1, True)._replace(game="gone"))
    for number, each in enumerate(results):
        save_result(f"{number}", each)
    out = gridlock("stats").out
    points, matches = rating_of(Results(results).of("spread"))
    assert matches == 4
    table = [line.split() for line in out.splitlines() if line.startswith("  ")]
    assert table[1:5] == [
        ["opponent", "won", "lost", "won", "lost"],
        ["level:2", "2", "0", "1", "0"],
        ["level:3", "0", "1", "0", "0"],
        ["mcts:800", "0", "1", "0", "0"],
    ]
    nearest = min(range(1, len(LEVELS) + 1), key=lambda level: abs(1000 + 100 * (level - 1) - points))
    assert f"Your rating: {points}, about level:{nearest}, {LEVELS[nearest - 1].name} (4 matches)." in out
    assert "Played but not counted: 1 with moves taken back." in out
    assert "\n\ngone\n" in out, "a game that is no longer installed"
    assert f"These results are stored in {results_file()}" in out
    told = json.loads(gridlock("stats", "--json").out)
    assert told["file"] == str(results_file())
    assert [game["game"] for game in told["games"]] == ["spread", "gone"]
    assert told["games"][0]["rating"] == points
    assert told["games"][0]["opponents"][0] == {
        "opponent": "level:2",
        "wonAs1": 2,
        "lostAs1": 0,
        "wonAs2": 1,
        "lostAs2": 0,
    }
    assert [Result(**each) for each in told["results"]] == results


def test_what_a_file_says_gives_no_orders_to_the_terminal() -> None:
    save_result("a", result(0, True, opponent="python:\x1b[2J"))
    assert "\x1b" not in gridlock("stats").out
    assert "\x1b" in results_text(Results.load()), "what prints makes it printable"
