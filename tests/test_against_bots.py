"""Playing against bots in the dialogue: announcements, failures and commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gridlock import make
from gridlock.cli.options import NO_MATCHES
from gridlock.match import Match
from gridlock.records import Ending, read_records
from gridlock.rules import FIVE
from gridlock.saves import Autosave
from programs import let_time_run_out, printed, stop_clocks
from terminal import ended, gridlock, spawn
from waiting import DEADLINE

ANNOUNCED = {
    "spread": r"^Player 2 \(O\) places a token: [1-5] [1-5]$",
    "crossfire": r"^Player 2 placed an 'O' at \([1-5],[1-5]\)\.$",
    "lightcycle": r"^Player 2's turn\. Player 2 moves (up|down|left|right)\.$",
    "trail": r"^Player 2 places an O at \([1-4],[1-4]\)\.$",
    "blockade": r"^Player 2 moves from \([0-4], [0-4]\) to \([0-4], [0-4]\)\.$",
}


@pytest.mark.parametrize("game", FIVE)
def test_bot_moves_are_announced_like_on_the_sheet(game: str, tmp_path: Path) -> None:
    first = {"lightcycle": "right", "blockade": "right 0 0"}.get(game, "2 2")
    path = tmp_path / "record.txt"
    ran = gridlock(
        "play", game, "--p2", "random", "--seed", "1", "--record", str(path), typed=[first, "quit"]
    )
    assert ran.status == 0
    assert len(re.findall(ANNOUNCED[game], ran.out, re.MULTILINE)) == 1
    (record,) = read_records(path)
    assert record.players == ("You", "random")
    assert len(record.moves) == 2


@pytest.mark.parametrize("game", FIVE)
def test_watching_two_bots(game: str, tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    arguments = ["watch", game, "--p1", "greedy", "--p2", "random", "--delay", "0", "--seed", "3"]
    ran = gridlock(*arguments, "--rounds", "2", "--swap", "--record", str(path))
    assert (ran.status, ran.err) == (0, "")
    assert "Round 2 of 2: random is Player 1, greedy is Player 2." in ran.out
    records = read_records(path)
    assert [record.players for record in records] == [("greedy", "random"), ("random", "greedy")]
    assert all(record.ending == Ending.STUCK for record in records)
    assert gridlock(*arguments).out == gridlock(*arguments).out  # the seed


def test_two_equal_bots_have_different_names() -> None:
    ran = gridlock(
        "watch", "trail", "--p1", "random", "--p2", "random", "--delay", "0", "--rounds", "2", "--swap"
    )
    assert "random (A) is Player 1, random (B) is Player 2" in ran.out


def test_watch_needs_bots() -> None:
    ran = gridlock("watch", "trail", "--p1", "human", "--p2", "random")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "gridlock: 'gridlock watch' needs two bots; to play yourself, use 'gridlock play'.\n"


def test_invalid_players_and_clocks_give_one_sentence() -> None:
    ran = gridlock("play", "spread", "--p2", "level:12")
    assert (ran.status, ran.err) == (2, "gridlock: 'level:12' needs a number from 1 to 7: level:4.\n")
    ran = gridlock("play", "spread", "--clock", "soon")
    sentence = "A time is minutes (5), minutes plus seconds for each move (5+3), or minutes:seconds (0:30)"
    assert ran.err == f"gridlock: {sentence}, not 'soon'.\n"


def test_undo_and_redo_go_to_the_persons_own_turn() -> None:
    ran = gridlock(
        "play", "lightcycle", "--p2", "random", "--seed", "1",
        typed=["undo", "right", "undo", "redo", "redo", "moves", "quit"],
    )  # fmt: skip
    assert ran.out.count("There is no move to take back.") == 1
    (bot,) = re.findall(r"Player 2 moves (\w+)\.", ran.out)
    assert f"Took back {bot} and right." in ran.out
    assert f"Played right and {bot} again." in ran.out
    assert ran.out.count("There is no move to redo.") == 1
    assert "Legal moves: " in ran.out


def test_first_move_of_a_bot_cannot_be_undone() -> None:
    ran = gridlock("play", "lightcycle", "--p1", "random", "--seed", "1", typed=["undo", "quit"])
    assert ran.out.count("There is no move to take back.") == 1
    assert ran.out.count("moves") == 1


def test_used_help_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    typed = ["hint", "hint", "analysis", "2 2", "quit"]
    ran = gridlock("play", "trail", "--p2", "random", "--record", str(path), typed=typed)
    assert ran.out.count("Hint: ") == 2
    assert "Best play: " in ran.out
    (record,) = read_records(path)
    assert (record.tags["Hint"], record.tags["Analysis"]) == ("2", "1")


def test_rules_can_be_read_at_the_prompt() -> None:
    ran = gridlock("play", "spread", typed=["rules", "quit"])
    assert gridlock("rules", "spread").out.strip() in ran.out


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise RuntimeError('no idea')", "no idea"),
        ("return 'nonsense'", "nonsense"),
        ("return position.legal_moves()[0] if position.turn == 1 else 12", r"\(3,3\) is already taken"),
        ("import os; os._exit(3)", "exit status 3"),
    ],
)
def test_failing_bot_loses_and_the_program_continues(tmp_path: Path, body: str, said: str) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"def choose(position):\n    {body}\n")
    path = tmp_path / "record.txt"
    ran = gridlock(
        "play",
        "spread",
        "--p2",
        f"python:{bot}",
        "--rounds",
        "2",
        "--record",
        str(path),
        typed=["3 3", "3 3"],
    )
    assert ran.status == 0
    assert ran.out.count("Player 2 forfeits. ") == 2
    assert re.search(said, ran.out)
    assert ran.out.count("Congratulations, Player 1 wins the game!") == 2
    assert [record.ending for record in read_records(path)] == [Ending.FORFEIT] * 2


def test_bot_that_exceeds_its_time_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_time_run_out(monkeypatch, lambda: printed("hm"))
    bot = tmp_path / "bot.py"
    bot.write_text("import time\n\ndef choose(position):\n    print('hm')\n    time.sleep(1000)\n")
    ran = gridlock("play", "spread", "--p2", f"python:{bot}", "--clock", "0:03", typed=["3 3"])
    assert ran.status == 0
    assert "hm" in ran.out
    assert ran.out.endswith("Congratulations, Player 1 wins the game!\n")


def test_preparing_bots_uses_no_clock_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clocks advance by an hour while the bot loads, and then stand still."""
    bot, loaded = tmp_path / "bot.py", tmp_path / "loaded"
    stop_clocks(monkeypatch, lambda: 3600.0 if loaded.exists() else 0.0)
    bot.write_text(
        f"open({str(loaded)!r}, 'w')\n\ndef choose(position):\n    return position.legal_moves()[0]\n"
    )
    ran = gridlock("play", "trail", "--p2", f"python:{bot}", "--clock", "0:02", typed=["2 2", "resign"])
    assert "Player 2 places an O" in ran.out


def test_match_can_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "record.txt"
    gridlock("play", "trail", "--p2", "random", "--record", str(path), typed=["2 2", "quit"])
    ran = gridlock("play", "--resume", str(path), typed=["moves", "resign"])
    assert ran.status == 0
    assert "Player 1's Turn (X)\nLast move was at" in ran.out
    assert "Player 1 resigned." in ran.out
    gridlock("play", "trail", "--record", str(path), typed=["resign"])
    ran = gridlock("play", "--resume", str(path))
    assert (ran.status, ran.err) == (2, f"gridlock: {path} does not end with an unfinished match.\n")


def test_opponent_of_a_bot_is_called_you() -> None:
    ran = gridlock("play", "crossfire", "--size", "2x2", "--p2", "random", "--rounds", "2", typed=["1 1"] * 2)
    assert "Round 1 of 2: You are Player 1, random is Player 2.\n" in ran.out
    assert ran.out.endswith("Wins: You 2, random 0.\n\nYou win the series, 2 to 0.\n")
    ran = gridlock("play", "spread", "--p2", "random", typed=["board", "quit"])
    assert "You are to move, as Player 1.\n" in ran.out


def test_play_starts_at_any_position() -> None:
    ran = gridlock("play", "lightcycle", "--size", "3x3", "--position", "#../1.2/... 2", typed=["up", "quit"])
    assert ran.out.startswith("# . .\n1 . 2\n. . .\nPlayer 2 is to move.\n\nPlayer 2's turn.")


def test_clock_runs_out_while_waiting_for_input() -> None:
    child = spawn("play", "lightcycle", "--p2", "random", "--clock", "0:02")
    child.expect(r"Time left: Player 1 0:0[0-2](\.[0-9])?, Player 2 0:02\.")
    child.expect_exact("Player 1's time has run out.")
    child.expect_exact("Player 2 wins!")
    assert ended(child) == 0


def test_ctrl_c_while_a_bot_thinks_ends_the_program(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import time\n\ndef choose(position):\n    time.sleep(1000)\n")
    child = spawn("watch", "spread", "--p1", f"python:{bot}", "--p2", "random", columns=200)
    child.expect_exact("is thinking")
    child.sendintr()
    child.expect_exact("Interrupted.")
    assert ended(child) == 130


def test_without_a_terminal_the_program_is_the_dialogue() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "gridlock"], input=b"quit\n", capture_output=True, timeout=DEADLINE, check=True
    )
    assert b"Which game? quit" in ran.stdout


def test_matches_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    assert gridlock("matches") == (0, f"{NO_MATCHES}\n", "")
    assert gridlock("review", "last") == (2, "", f"gridlock: {NO_MATCHES}\n")
    ran = gridlock("play", "--resume", "last")
    assert (ran.status, ran.err) == (2, "gridlock: You have no unfinished match.\n")
    match = Match(make("lightcycle"), ("You", "random"))
    autosave = Autosave(match, ("human", "random"))
    match.play("right")
    ran = gridlock("matches")
    assert "  Light Cycle Duel 5x5, You against random, 1 move, unfinished\n" in ran.out
    assert str(autosave.path) in ran.out
    for command in ("review", "replay"):
        ran = gridlock(command, "last", *(["--all"] if command == "replay" else []))
        assert ran.status == 0
        assert "You against random" in ran.out
    ran = gridlock("play", "--resume", "last", typed=["quit"])
    assert ran.out.count("Player 2's turn. Player 2 moves ") == 1
    assert "Player 1's turn. Enter move direction" in ran.out


def test_the_latest_match_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    match = Match(make("trail"), ("You", "random"))
    Autosave(match, ("human", "random"))
    match.play("2,2")
    monkeypatch.setattr("gridlock.records.read_records", lambda path: pytest.fail("it is read again"))
    assert "You against random" in gridlock("replay", "last").out


def test_matches_at_a_terminal_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path))
    child = spawn("play", "trail", "--p2", "random")
    child.expect_exact("Enter row (1-4): ")
    child.sendline("2 2")
    child.expect_exact("Player 1's Turn (X)\r\nLast move was at")
    child.kill(9)
    ended(child)
    child = spawn("play", "--resume", "last")
    child.expect_exact("Player 1's Turn (X)\r\nLast move was at")
    child.sendline("quit")
    child.expect_exact("Resume it with: gridlock play --resume last")
    assert ended(child) == 0
    (path,) = (tmp_path / "matches").iterdir()
    assert len(read_records(path)[0].moves) == 2


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("python:nowhere.py", "There is no file 'nowhere.py'."),
        ("engine:nowhere --fast", "There is no program 'nowhere'."),
    ],
)
def test_unknown_bot_is_refused_before_the_game(name: str, problem: str) -> None:
    ran = gridlock("play", "spread", "--p2", name)
    assert (ran.status, ran.out, ran.err) == (2, "", f"gridlock: {problem}\n")
