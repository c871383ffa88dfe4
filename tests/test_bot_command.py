"""The bot commands, and bots of interrupted matches."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from programs import Write, bot_file, engine_writer, gone, runs, started  # noqa: F401  (a fixture)
from terminal import ended, gridlock, spawn
from waiting import until


def test_bot_new_writes_a_bot_that_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = gridlock("bot", "new", "ours.py")
    assert ran == (0, "Written: ours.py. Try it: gridlock bot check python:ours.py\n", "")
    assert "python:ours.py" in Path("ours.py").read_text()
    ran = gridlock("bot", "check", "python:ours.py")
    assert ran.status == 0
    assert ran.out.startswith("python:ours.py plays against random.\nSpread 5x5 ")
    assert "\n22 games, " in ran.out
    assert ran.out.endswith(" won against random.\nNo problems found.\n")


def test_bot_new_does_not_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "mybot.py"
    path.write_text("precious")
    ran = gridlock("bot", "new", str(path))
    assert ran == (2, "", f"gridlock: {path} already exists. Choose another name.\n")
    assert path.read_text() == "precious"
    ran = gridlock("bot", "new", str(tmp_path / "none" / "mybot.py"))
    assert (ran.status, ran.err) == (
        2,
        f"gridlock: There is no folder {tmp_path / 'none'}. Create it first.\n",
    )


def test_bot_check_reports_problems(tmp_path: Path) -> None:
    """The bot always plays 1,1, which is soon taken."""
    path = bot_file(tmp_path, "def choose(position): return '1,1'")
    ran = gridlock("bot", "check", f"python:{path}", "trail", "--seed", "4")
    assert ran.status == 1
    assert f"{'Trail 4x4':<36} as Player 1  PROBLEM\n" in ran.out
    assert "\nProblem 1: Trail 4x4, as Player 1, after 1,1 " in ran.out
    assert "mybot.py has failed: choose returned '1,1': (1,1) " in ran.out
    assert "\n    The position: " in ran.out
    assert "\nThe bot failed in 3 of 3 games.\n" in ran.out


ONE_GAME = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("option name Game type combo default trail var trail")
    print({"ugi": "ugiok", "isready": "readyok", "go": "bestmove none"}.get(word, "info"), flush=True)
"""


def test_bot_check_skips_games_that_an_engine_does_not_list(tmp_path: Path) -> None:
    path = tmp_path / "engine.py"
    path.write_text(ONE_GAME)
    ran = gridlock("bot", "check", f"engine:{sys.executable} {path}", "spread")
    assert ran.status == 1
    assert f"{'Spread 5x5':<36} skipped: it does not play spread\n" in ran.out
    assert "PROBLEM" not in ran.out
    assert ran.out.endswith("\nNo games: the bot lists none of these as a value of its option Game.\n")
    ran = gridlock("bot", "check", f"engine:{sys.executable} {path}", "trail")
    assert f"{'Trail 4x4':<36} as Player 1  PROBLEM\n" in ran.out, "it has no moves in its own game either"


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bot_check_works_for_every_player(name: str) -> None:
    ran = gridlock("bot", "check", name, "crossfire")
    assert ran.status == 0
    assert "Crossfire 5x5, diagonals all " in ran.out
    assert "\n6 games, " in ran.out


def test_bot_check_of_an_engine(write: Write, tmp_path: Path) -> None:
    write("def go(words): sys.exit('I quit.')")
    ran = gridlock("bot", "check", f"engine:{sys.executable} {tmp_path / 'engine0.py'}", "spread")
    assert ran.status == 1
    assert "ended with exit status 1 instead of choosing a move.\n" in ran.out
    assert "\n        I quit.\n" in ran.out
    assert not any(runs(pid) for pid in started(tmp_path))


def test_the_example_engine_plays_trail() -> None:
    path = Path(__file__).parent.parent / "docs" / "examples" / "trail_engine.py"
    ran = gridlock("bot", "check", f"engine:{sys.executable} {path}", "trail")
    assert f"{'Trail 4x4':<36} as Player 1  PROBLEM" not in ran.out
    assert f"{'Trail 4x4':<36} as Player 2  PROBLEM" not in ran.out


def test_bot_check_needs_a_bot() -> None:
    assert gridlock("bot", "check", "human").status == 2
    assert "There is no player 'nobody'" in gridlock("bot", "check", "nobody").err
    assert gridlock("bot", "check", "mybot.py").err.endswith("Did you mean 'python:mybot.py'?\n")
    assert "There is no game 'chess'" in gridlock("bot", "check", "random", "chess").err


@pytest.mark.parametrize("command", ["new", "check"])
def test_help(command: str) -> None:
    ran = gridlock("bot", command, "--help")
    assert f"gridlock bot {command}" in ran.out.partition("Examples:")[2]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["Ctrl-C", "end of the terminal"])
def test_interrupted_match_leaves_no_bot_running(how: str, tmp_path: Path) -> None:
    path = bot_file(
        tmp_path,
        """
        import os
        def choose(position):
            with open(__file__ + ".pid", "w") as out: out.write(f"{os.getpid()}\\n")
            while True: pass
        """,
    )
    child = spawn("watch", "spread", "--p1", f"python:{path}", "--p2", "random")
    until(lambda: started(tmp_path))
    if how == "Ctrl-C":
        child.sendintr()
        assert ended(child) == 130
    else:
        os.close(child.child_fd)  # which sends SIGHUP
        child.closed = True
    (pid,) = started(tmp_path)
    assert gone(pid)
