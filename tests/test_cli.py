"""The commands: output, errors and exit statuses."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock as package
from gridlock import GAMES
from gridlock.cli.app import app
from gridlock.players.level import LEVELS
from gridlock.rules import FIVE
from terminal import Ran, ended, gridlock, spawn

SAMPLE = '[Game "trail"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n\n1. 1,1 2. 1,2 {a remark} *\n'
COMMANDS = [*(command.callback.__name__ for command in app.registered_commands if command.callback), "bot"]
FUZZED = [name for name in COMMANDS if name not in ("stats", "solve", "atlas", "serve", "bot")]
"""The commands that end soon, whatever the rest of the command line is."""


@pytest.fixture
def sample(tmp_path: Path) -> str:
    path = tmp_path / "sample.txt"
    path.write_text(SAMPLE)
    return str(path)


def test_version() -> None:
    assert gridlock("--version") == (0, f"gridlock {package.__version__}\n", "")


def test_help_lists_every_command() -> None:
    ran = gridlock("--help")
    assert ran.status == 0
    assert all(f"\n  {command} " in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    ran = gridlock(command, "--help")
    assert ran.status == 0
    assert f"gridlock {command}" in ran.out.partition("Examples:")[2]


def test_games_lists_all_five() -> None:
    ran = gridlock("games")
    for name in FIVE:
        game = GAMES[name]
        size = f"{game.size[0]}x{game.size[1]}"
        line = next(line for line in ran.out.splitlines() if f"  {name}  " in line)
        assert line.startswith(f"{game.name}  "), "its own name first, then what is typed"
        assert game.title in line
        assert size in line.split()
        assert f"{line}\n    {game.summary}\n" in ran.out
    assert len({GAMES[name].name for name in FIVE}) == len(FIVE)


@pytest.mark.parametrize("name", FIVE)
def test_rules_explain_a_game(name: str) -> None:
    ran = gridlock("rules", name)
    kind = GAMES[name]
    assert ran.out.startswith(f"{kind.name} (")
    assert kind.title in ran.out.splitlines()[0]
    assert "How we read its rule sheet\n--------------------------\n" in ran.out
    assert "the sheet" not in ran.out.partition("The game comes from a rule sheet")[0].lower()
    assert max(map(len, ran.out.splitlines())) <= 79
    assert not any(mark in ran.out for mark in ("**", "`", "\n# ", "\n## "))


def test_rules_fit_the_terminal_and_use_bold() -> None:
    child = spawn("rules", "trail", columns=50, colour=True)
    child.expect_exact("mathematicians")
    narrow = child.before or ""
    assert ended(child) == 0
    assert narrow.startswith("\x1b[1mTrail (Grid Lock, 4x4)\x1b[0m\r\n")
    assert "\x1b[1mYour turn.\x1b[0m " in narrow
    bare = narrow.replace("\x1b[1m", "").replace("\x1b[0m", "")
    drawn = [line for line in bare.splitlines() if line.startswith("    ")]
    assert max(len(line) for line in bare.splitlines() if line not in drawn) < 50
    child = spawn("rules", "trail", columns=90)
    child.expect_exact("mathematicians")
    wide = child.before or ""
    assert ended(child) == 0
    assert "\x1b" not in wide, "NO_COLOR is set"
    assert len(wide.splitlines()) < len(bare.splitlines())


def test_replay_prints_a_record(sample: str) -> None:
    ran = gridlock("replay", sample, "--all")
    assert ran.out == (
        "Trail 4x4 (Grid Lock)\nAnn against Bob, ????-??-??\n\n"
        "The start\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\n\n"
        "1. 1,1 (Player 1)\n[X][ ][ ][ ]\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\n\n"
        "2. 1,2 (Player 2)\n[X][O][ ][ ]\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\n[ ][ ][ ][ ]\na remark\n\n"
        "The match was not finished.\n\n"
    )
    assert gridlock("replay", sample).out == ran.out  # no terminal, so no stepping


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "There is no game 'chess': choose one of "),
        (["play", "spread", "--size", "9x9"], "A board has at most 64 cells; 9x9 would have 81."),
        (["play", "spread", "--size", "five"], "A size is rows x columns, such as 5x5, not 'five'."),
        (["play", "spread", "--variant", "diagonals=all"], "spread has no option 'diagonals'; it has none."),
        (["play", "crossfire", "--variant", "diagonals=x"], "diagonals is main or all, not 'x'."),
        (["play", "lightcycle", "--size", "5x1"], "lightcycle needs at least 2 columns"),
        (["play", "spread", "--rounds", "0"], "Invalid value for '--rounds'"),
        (["play", "spread", "--names", "Ann"], "Give two different names"),
        (["play", "spread", "--names", "Ann,\u0345\u0345"], "Names can only have visible characters."),
        (["play", "spread", "--record", "/no/such/folder/x"], "/no/such/folder"),
        (["rules"], "Missing argument 'ID'."),
        (["replay", "/no/such/file"], "/no/such/file: No such file or directory."),
        (["replay", "/"], "/: Is a directory."),
        (["sing"], "No such command 'sing'."),
        (["play", "--loud"], "No such option"),
    ],
)
def test_invalid_arguments_give_one_sentence(arguments: list[str], sentence: str) -> None:
    ran = gridlock(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith(f"gridlock: {sentence}")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith((".\n", "?\n"))


def test_replay_of_invalid_files(tmp_path: Path, sample: str) -> None:
    empty = tmp_path / "empty"
    empty.write_text("")
    assert gridlock("replay", str(empty)).err == f"gridlock: {empty} has no matches.\n"
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    assert gridlock("replay", str(tmp_path / "bytes")).status == 2
    assert gridlock("replay", sample, "--game", "2").status == 2
    assert gridlock("replay", sample, "--game", "1").status == 0


# What a terminal can send: whole lines, words of the game, and rubbish of every kind.
WORDS = [
    "help",
    "moves",
    "undo",
    "save",
    "save /",
    "resign",
    "1 1",
    "up",
    "right 0 0",
    "2",
    "\x00",
    "é",
    "9" * 5000,
]
lines = st.lists(st.sampled_from(WORDS) | st.text() | st.text("0123456789 ,()udlr:"), max_size=8)
arbitrary = st.binary(max_size=200) | lines.map(lambda ls: "\n".join(ls).encode(errors="surrogatepass"))


@pytest.mark.parametrize("name", FIVE)
@settings(max_examples=60)
@given(typed=arbitrary)
def test_arbitrary_input_never_breaks_a_game(
    tmp_path_factory: pytest.TempPathFactory, name: str, typed: bytes
) -> None:
    with contextlib.chdir(tmp_path_factory.getbasetemp()):
        ran = gridlock("play", name, typed=typed)
    assert ran.status in (0, 1)
    assert ran.err in ("", "gridlock: The input ended before the game did.\n")


@given(typed=arbitrary)
def test_arbitrary_input_never_breaks_choosing_a_game(typed: bytes) -> None:
    ran = gridlock("play", typed=typed + b"\n\ntrail\nquit\nquit\nquit\nquit\n")
    assert ran.status in (0, 1)
    assert ran.out.startswith("1  Spread ")
    assert ran.err in ("", "gridlock: The input ended before the game did.\n")


@pytest.mark.parametrize("name", FIVE)
@given(typed=st.binary(max_size=60).filter(lambda data: not _may_be_a_word(data)))
def test_game_continues_after_arbitrary_bytes(name: str, typed: bytes) -> None:
    quiet = _quit_at_once(name)
    noisy = gridlock("play", name, typed=b"!" + typed.replace(b"\n", b"!\n!") + b"\nquit\n")
    assert noisy.status == 0
    prompt = quiet.out.splitlines()[-2].removesuffix("quit").removesuffix(" (e.g., 3 3): ")
    assert noisy.out.splitlines()[-2].startswith(prompt)
    assert noisy.out.count("Invalid move: ") == 1 + typed.count(b"\n")


@cache
def _quit_at_once(name: str) -> Ran:
    return gridlock("play", name, typed=b"quit\n")


def _may_be_a_word(data: bytes) -> bool:
    return b"\r" in data  # an old Macintosh's end of line is one to Python as well


OPTIONS = ["--size", "--variant", "--rounds", "--names", "--record", "--swap", "--all", "--game", "-h"]
argument = st.sampled_from([*FUZZED, *OPTIONS, *GAMES, "5x5", "all", "3"]) | st.text(max_size=12)


@settings(max_examples=150)
@given(arguments=st.lists(argument, max_size=5))
def test_arbitrary_arguments_give_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, arguments: list[str]
) -> None:
    with contextlib.chdir(tmp_path_factory.getbasetemp()):
        ran = gridlock(*arguments)
    assert ran.status in (0, 1, 2)
    assert ran.err.count("\n") == (ran.status > 0)


def program(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "gridlock", *arguments]


def test_no_colour_in_a_pipe() -> None:
    ran = subprocess.run(program("play", "trail"), input=b"1 1\nquit\n", capture_output=True, check=True)
    assert b"\x1b" not in ran.stdout
    assert ran.stdout.endswith(b"quit\nThe game is left unfinished.\n")


def test_closed_pipe_gives_no_traceback() -> None:
    many = " ".join(["help"] * 5000).replace(" ", "\n")
    shell = f"printf '{many}\\n' | {' '.join(program('play', 'spread'))} | head -1"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True)
    assert ran.stdout == "_ _ _ _ _\n"
    assert "Traceback" not in ran.stderr


def test_game_at_a_real_terminal() -> None:
    child = spawn("play", "lightcycle", "--size", "1x4")
    child.expect(r"Player 1's turn. Enter move direction \(up/down/left/right\): ")
    child.sendline("left")
    child.expect("Invalid move: A step left leaves the board.")
    child.sendline("right")
    child.expect("Player 2's turn.")
    child.sendline("left")
    child.expect("Player 2 wins!")
    assert ended(child) == 0


def test_ctrl_c_and_ctrl_d_at_a_real_terminal() -> None:
    for control, status, sentence in (
        ("c", 130, "gridlock: Interrupted."),
        ("d", 1, "gridlock: The input ended before the game did."),
    ):
        child = spawn("play", "spread")
        child.expect("enter your move")
        child.sendcontrol(control)
        child.expect(sentence)
        assert ended(child) == status


def test_stepping_through_a_record_at_a_real_terminal(sample: str) -> None:
    child = spawn("replay", sample)
    child.expect(r"The start.*\[0/2\] ")
    child.sendline("")
    child.expect(r"1\. 1,1 .*\[1/2\] ")
    child.sendline("b")
    child.expect(r"The start.*\[0/2\] ")
    child.sendline("2")
    child.expect(r"2\. 1,2 .*The match was not finished.*\[2/2\] ")
    child.sendline("what")
    child.expect("Enter: next")
    child.sendline("q")
    assert ended(child) == 0


LEVEL_TEXTS = [f"level:{number}" for number in range(1, len(LEVELS) + 1)]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("play s", ["spread"]),
        ("play spread --p2 gr", ["greedy"]),
        ("play spread --p2 lev", LEVEL_TEXTS),
        ("play spread --p1 e", ["engine:", "equal"]),
        ("watch spread --p1 e", ["engine:"]),
        ("engine --player p", ["perfect", "python:"]),
        ("bot check r", ["random"]),
        ("play spread --size 8x", [f"8x{cols}" for cols in range(1, 9)]),
        ("play crossfire --variant d", ["diagonals=main", "diagonals=all"]),
        ("puzzle --difficulty m", ["medium"]),
    ],
)
def test_completion(typed: str, offered: list[str]) -> None:
    environment = os.environ | {
        "_GRIDLOCK_COMPLETE": "complete_bash",
        "COMP_WORDS": f"gridlock {typed}",
        "COMP_CWORD": str(len(typed.split())),
    }
    ran = subprocess.run(
        [str(Path(sys.executable).parent / "gridlock")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout.split() == offered


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("plya", "'play'"),
        ("play spraed", "'spread'"),
        ("rules LightCycl", "'lightcycle'"),
        ("play spread --p2 gredy", "'greedy'"),
        ("play spread --p2 levl:3", "'level:3'"),
        ("play crossfire --variant diagonals=al", "'all'"),
        ("play crossfire --variant diagnals=all", "'diagonals'"),
        ("puzzle spread --difficulty hrad", "'hard'"),
        ("play crossfire --vairant diagonals=all", "--variant"),
    ],
)
def test_typos_get_a_suggestion(typed: str, meant: str) -> None:
    ran = gridlock(*typed.split())
    assert ran.status == 2
    assert f"Did you mean {meant}" in ran.err
    assert ran.err.endswith("?\n")


def test_game_name_as_a_command_gives_a_hint() -> None:
    assert gridlock("Trail") == (2, "", "gridlock: To play it, type: gridlock play trail\n")


def test_help_mentions_the_levels() -> None:
    for command in ("play", "watch"):
        assert f"level:1 to level:{len(LEVELS)}," in " ".join(gridlock(command, "--help").out.split())


def test_unrelated_words_get_no_suggestion() -> None:
    for typed in ("play chess", "play spread --p2 zorro", "play " + "spread" * 1000):
        assert "Did you mean" not in gridlock(*typed.split()).err


@pytest.mark.parametrize("columns", ["60", "80"])
def test_help_shows_full_descriptions(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for command in ([], ["bot"]):
        out = gridlock(*command, "--help").out
        assert "..." not in out.replace("[ARGS]...", "")
        assert max(map(len, out.splitlines())) <= int(columns)
    assert "against a bot or someone at the same keyboard." in " ".join(gridlock("--help").out.split())
