"""What comes from a file, a bot or another program is shown and never obeyed, and starts nothing."""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from pathlib import Path

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock import make
from gridlock.engine.server import Players, Server
from gridlock.match import Match
from gridlock.players import InvalidPlayer, make_player
from gridlock.printing import printable
from gridlock.records import Record, read_records
from gridlock.saves import Autosave, programs_of, specs_of
from terminal import ended, gridlock, spawn
from waiting import DEADLINE, until

# What terminals obey: colours, the title, the cursor, the 8-bit forms, direction marks, line ends.
ORDERS = "\x1b[2J\x1b]0;title\x07\x9b31m\x85\x90\x00\x08\x7f\r\u202e\u2066\u200f\u2028\ufeff\ue000"


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRIDLOCK_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


# Nothing starts ---------------------------------------------------------------------------------


def trap(folder: Path) -> tuple[Path, str]:
    """A file that comes into being when a command runs, and the command as a player."""
    sign = folder / "it-ran"
    return sign, f"engine:touch {sign}"


def hostile_record(spec: str, tag: str) -> str:
    return f'[Game "trail"]\n[{tag}2 "{spec}"]\n\n1. 2,2 *\n'


@pytest.mark.parametrize("tag", ["Player", "Seat"])
@pytest.mark.parametrize("kind", ["engine", "python"])
def test_a_record_starts_no_program(tmp_path: Path, tag: str, kind: str) -> None:
    sign, spec = trap(tmp_path)
    if kind == "python":
        (tmp_path / "bot.py").write_text(f"open({str(sign)!r}, 'w')\n")
        spec = f"python:{tmp_path / 'bot.py'}"
    file = tmp_path / "theirs.txt"
    file.write_text(hostile_record(spec, tag))
    ran = gridlock("play", "--resume", str(file), typed=["2 3", "resign"])
    assert ran.status == 0
    assert "Player 2 was a program. Files can't start programs, so a person takes that seat." in ran.out
    assert f"--p2 '{spec}'" in ran.out or f"--p2 {spec}" in ran.out
    assert "2,3" in ran.out or "(2, 3)" in ran.out
    assert not sign.exists()
    for command in ("replay", "review"):
        assert gridlock(command, str(file)).status == 0
    assert not sign.exists()


def test_a_program_that_the_person_names_plays(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(position):\n    return position.legal_moves()[0]\n")
    file = tmp_path / "theirs.txt"
    file.write_text(hostile_record(trap(tmp_path)[1], "Seat"))
    ran = gridlock("play", "--resume", str(file), "--p2", f"python:{bot}", typed=["resign"])
    assert "Player 2 places an O at (1,2)." in ran.out
    assert "was a program" not in ran.out
    assert not trap(tmp_path)[0].exists()


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_a_program_of_a_match_that_was_kept_is_asked_about(tmp_path: Path, answer: str) -> None:
    sign = tmp_path / "it-ran"
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(sign)!r}, 'w')\ndef choose(position):\n    return position.legal_moves()[0]\n")
    match = Match(make("trail"), ("You", f"python:{bot}"))
    autosave = Autosave(match, ("human", f"python:{bot}"))
    match.play("2,2")
    autosave.close()
    child = spawn("play", "--resume", "last")
    child.expect_exact("Player 2 was a program: python:")
    child.expect_exact("Start it? (yes or no) ")
    assert not sign.exists()
    child.sendline("maybe")
    child.expect_exact("Please type yes or no.")
    child.sendline(answer)
    if answer == "yes":
        child.expect_exact("Player 2 places an O at (1,2).")
    else:
        child.expect_exact("A person plays as Player 2 instead.")
        child.expect_exact("Player 2's Turn (O)")
    assert sign.exists() == (answer == "yes")
    child.sendline("quit")
    assert ended(child) == 0


@pytest.mark.parametrize("rest", ["\r" + " " * 50, "x" * 5000, "\x1b[2K", "\u202e", "\u3164" * 50, "é"])
def test_a_program_that_cannot_be_read_in_full_is_not_even_offered(tmp_path: Path, rest: str) -> None:
    sign, spec = trap(tmp_path)
    match = Match(make("trail"))
    autosave = Autosave(match, ("human", f"{spec} {rest}"))
    match.play("2,2")
    autosave.close()
    child = spawn("play", "--resume", "last")
    child.expect_exact("a person takes that seat.")
    child.expect_exact("Player 2's Turn (O)")
    child.sendline("quit")
    assert ended(child) == 0
    assert not sign.exists()


@given(
    st.text() | st.sampled_from(["python:x.py", " engine: touch x", "engine:", "level:3", "mcts:1", "human"])
)
def test_only_built_in_players_sit_down_by_themselves(text: str) -> None:
    specs = specs_of(Record(make("trail"), (), players=(text, text), tags={"Seat1": text}))
    for spec in specs:
        make_player(spec).close()
        assert spec.strip().partition(":")[0] in ("human", "random", "greedy", "perfect", "level", "mcts")


def test_programs_are_told_apart_from_built_in_players() -> None:
    record = Record(make("trail"), (), players=("engine:a b", "level:3"), tags={"Seat2": " python:x.py"})
    assert programs_of(record) == {1: "engine:a b", 2: " python:x.py"}
    assert specs_of(record) == ("human", "human")
    with pytest.raises(InvalidPlayer, match="only built-in players can play here"):
        make_player("engine:touch x")


def test_the_peer_of_the_engine_starts_no_program(tmp_path: Path) -> None:
    sign, spec = trap(tmp_path)
    asked = ["ugi", f"setoption name Player value {spec}", "isready", "position startpos", "go", "quit"]
    ran = gridlock("engine", "trail", "--player", "random", typed=asked)
    assert "info string error: 'engine:touch " in ran.out
    assert "only built-in players can play here" in ran.out
    assert not sign.exists()
    ran = gridlock("engine", "trail", "--player", "random", "--allow-programs", typed=asked)
    assert sign.exists()


def test_a_bots_own_server_changes_no_player() -> None:
    sink = io.StringIO()
    source = io.StringIO("ugi\nsetoption name Player value random\nquit\n")
    Server(source, sink, make("trail"), make_player("random"), Players.NONE).run()
    assert "option name Player" not in sink.getvalue()
    assert "There is no option 'Player'." in sink.getvalue()


# Nothing is obeyed ------------------------------------------------------------------------------


def record_full_of_orders(id: str = "trail", first: str = "2,2", second: str = "2,3") -> str:
    """A record with orders to the terminal in everything that is free text."""
    start = make(id, 4, 4).start()
    moves = (start.parse_move(first), start.play(first).parse_move(second))
    return str(
        Record(
            start.game,
            moves,
            winner=1,
            ending=f"res{ORDERS}ignation",
            players=(f"A{ORDERS}nn", f"B{ORDERS}ob"),
            date=f"2026{ORDERS}-01-01",
            comments=((0, f"begin{ORDERS}"), (2, f"end{ORDERS}")),
            tags={"Hint": f"1{ORDERS}", "Event": ORDERS},
        )
    )


def assert_harmless(text: str) -> None:
    bad = {letter for letter in text if not letter.isprintable() and letter != "\n"}
    assert not bad, sorted(map(ascii, bad))


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay"],
        ["replay", "--all"],
        ["review"],
        ["review", "--json"],
    ],
)
def test_records_give_no_orders_to_the_terminal(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text(record_full_of_orders())
    ran = gridlock(*arguments, str(file))
    assert ran.status == 0
    assert_harmless(ran.out + ran.err)
    assert ("A\N{REPLACEMENT CHARACTER}[2J" in ran.out) != ("--json" in arguments)


def test_kept_matches_give_no_orders_to_the_terminal(own_data: Path) -> None:
    (own_data / "matches").mkdir(parents=True)
    (own_data / "matches" / f"{ORDERS.replace(chr(0), '')}.txt".replace("/", "")).write_text(
        record_full_of_orders()
    )
    (own_data / "matches" / "\x1b[2Jbad.txt").write_text("\x1b[2J")
    ran = gridlock("matches")
    assert "Trail 4x4" in ran.out
    assert "Skipped" in ran.err
    assert_harmless(ran.out + ran.err)


def test_names_bots_and_errors_give_no_orders_to_the_terminal(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"def choose(position):\n    raise ValueError({ORDERS!r})\n")
    ran = gridlock("play", "trail", "--p2", f"python:{bot}", typed=["2 2"])
    assert "forfeits" in ran.out
    assert_harmless(ran.out + ran.err)
    ran = gridlock(
        "play", "trail", "--names", f"A{ORDERS[:5]},B", "--rounds", "2", typed=["resign", "resign"]
    )
    assert_harmless(ran.out + ran.err)
    ran = gridlock("replay", f"no{ORDERS[1:7]}where")
    assert ran.status == 2
    assert_harmless(ran.err)
    assert_harmless(gridlock("play", "trail", typed=[ORDERS.replace("\r", ""), "quit"]).out)
    asked = [ORDERS, f"setoption name Game value {ORDERS}", "quit"]
    assert_harmless(gridlock("engine", typed=asked).out)


def test_orders_do_not_reach_a_real_terminal_where_our_own_colours_do(tmp_path: Path) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text(record_full_of_orders("crossfire", "1,4", "2,1"))  # the second gives the win away
    child = pexpect.spawn(
        sys.executable,
        ["-m", "gridlock", "review", str(file)],
        env={name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"},
        timeout=DEADLINE,
    )
    shown = child.read()  # to its end
    until(lambda: not child.isalive())
    child.close()
    assert b"\x1b[34m+W" in shown
    for ours in (b"\x1b[34m", b"\x1b[33m", b"\x1b[0m", b"\r"):
        shown = shown.replace(ours, b"")
    assert_harmless(shown.decode())


INVISIBLE = re.compile("HANGUL .*FILLER|VARIATION SELECTOR|GRAPHEME JOINER|VOWEL INHERENT|PATTERN BLANK")
"""Matches the names of characters that show nothing, though Python calls them printable."""


def test_only_characters_that_cannot_be_seen_are_replaced() -> None:
    for letter in map(chr, range(sys.maxunicode + 1)):
        hidden = not letter.isprintable() or INVISIBLE.search(unicodedata.name(letter, ""))
        assert (printable(letter) != letter) == bool(hidden), hex(ord(letter))


@given(st.text())
def test_printable_texts_stay_as_they_are(text: str) -> None:
    safe = printable(text)
    assert safe.isprintable()
    assert len(safe) == len(text)
    assert printable(safe) == safe


def test_any_record_survives_being_replayed_whatever_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "theirs.txt"
    file.write_text(record_full_of_orders())
    (record,) = read_records(file)
    assert ORDERS in record.players[0], "what is kept is the text itself; only what is shown is changed"
