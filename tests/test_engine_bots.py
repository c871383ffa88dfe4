"""Engines as bots, well-behaved and misbehaving."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from gridlock import GAMES, Game, make
from gridlock.clock import Clock, TimeControl
from gridlock.match import Match
from gridlock.players import PlayerFailed, make_player, subprocess_lines
from gridlock.players.engine_bot import EngineBot
from gridlock.players.history import History
from gridlock.players.subprocess_lines import Program
from gridlock.players.ugi import EngineError, TimeLimit, UgiClient
from gridlock.referee import play_out, take_turn
from programs import (
    USE,
    Write,
    engine_writer,  # noqa: F401  (a fixture)
    failure,
    gone,
    heard,
    let_time_run_out,
    printed,
    runs,
    started,
)
from waiting import DEADLINE, read_if_there, until

# Well-behaved engines ---------------------------------------------------------------------------


def test_the_commands_sent_to_an_engine(write: Write, tmp_path: Path) -> None:
    bot = write('def go(words): say("bestmove " + os.environ["ANSWER"] + " ponder 5,5")')
    start = make("crossfire", diagonals="all").start()
    os.environ["ANSWER"] = "3,3"
    try:
        assert str(bot.choose(start, None)) == "3,3"
    finally:
        del os.environ["ANSWER"]
    bot.close()
    assert heard(tmp_path) == [
        "ugi",
        "setoption name Game value crossfire",  # Size and Diagonals are options that it does not have
        "isready",
        "uginewgame",
        "position startpos",
        "go movetime 5000",
        "quit",
    ]
    assert all(gone(pid) for pid in started(tmp_path))


def test_an_engine_is_asked_only_for_the_games_it_lists(write: Write, tmp_path: Path) -> None:
    bot = write("""
        def hear(words, common=hear):
            if words[0] == "ugi":
                say("option name Game type combo default Spread var Spread var trail")
            common([*words] if words[0] != "ugi" else ["none"])
            if words[0] == "ugi":
                say("ugiok")
        """)
    assert [bot.plays(make(name)) for name in ("spread", "crossfire", "trail")] == [True, False, True]
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(make("crossfire").start(), None)
    assert str(caught.value) == f"{bot.name} does not play crossfire."
    assert str(bot.choose(make("spread").start(), None)) == "1,1"
    assert not [line for line in heard(tmp_path) if "crossfire" in line]
    assert len(started(tmp_path)) == 1, "nothing was wrong with it"


def test_an_engine_that_lists_no_games_is_asked_for_all(write: Write) -> None:
    assert write().plays(make("crossfire"))


def test_an_engine_gets_the_clock(write: Write, tmp_path: Path) -> None:
    clock = Clock(TimeControl(60, 1.5))
    clock.set_left(2, 30)
    write().choose(make("trail").start(), clock)
    assert heard(tmp_path)[-1] == "go p1time 60000 p2time 30000 p1inc 1500 p2inc 1500"


def test_an_engine_gets_the_moves_even_after_undo(write: Write, tmp_path: Path) -> None:
    bot = write("""
        def go(words):
            say("info depth 3 nodes 12")
            say("info string I like corners")
            say("bestmove " + answers.pop(0))
        answers = ["1,1", "1,5", "5,5", "4,5"]
        """)
    one = make("spread").start()
    two = one.play("1,1").play("3,3")
    three = two.play("1,5").play("3,1")
    assert str(bot.choose(one, None)) == "1,1"
    assert bot.remark == "I like corners"
    assert str(bot.choose(two, None)) == "1,5"
    assert str(bot.choose(three, None)) == "5,5"
    assert str(bot.choose(two, None)) == "4,5"  # two moves were taken back
    sent = [line for line in heard(tmp_path) if line.startswith(("position", "uginewgame"))]
    assert sent == [
        "uginewgame",
        "position startpos",
        "position startpos moves 1,1 3,3",
        "position startpos moves 1,1 3,3 1,5 3,1",
        "position startpos moves 1,1 3,3",
    ]


def test_a_new_game_is_announced(write: Write, tmp_path: Path) -> None:
    bot = write('def go(words): say("bestmove 2,2")')
    start = make("trail").start()
    for first in ("1,2", "2,1"):
        bot.choose(start.play(first), None)
    bot.choose(make("spread").start(), None)
    sent = [line for line in heard(tmp_path) if not line.startswith(("go", "isready"))]
    assert sent == [
        "ugi",
        "setoption name Game value trail",
        "uginewgame",
        "position startpos moves 1,2",
        "uginewgame",
        "position startpos moves 2,1",
        "setoption name Game value spread",
        "uginewgame",
        "position startpos",
    ]


def test_an_unreachable_position_is_sent_as_text(write: Write, tmp_path: Path) -> None:
    bot = write('def go(words): say("bestmove 5,5")')
    position = make("crossfire").position("XX.../...../...../...../..... 1")
    bot.choose(position, None)
    assert heard(tmp_path)[-3:-1] == ["uginewgame", "position fen XX.../...../...../...../..... 1"]


def test_a_late_answer_is_ignored(write: Write) -> None:
    bot = write("""
        def go(words):
            say("bestmove " + answers.pop(0)); say("bestmove 9,9")
        answers = ["1,1", "1,2"]
        """)
    start = make("spread").start()
    assert str(bot.choose(start, None)) == "1,1"
    assert str(bot.choose(start, None)) == "1,2"


@pytest.mark.parametrize("name", GAMES)
def test_history_reconstructs_whole_games(name: str) -> None:
    """In both seats, and for a side that sees only some of the positions."""
    for seed in range(5):
        for size in (None, 6):
            match = _random_match(make(name, size, size), seed)
            for every in (1, 2, 5):
                history = History()
                for number, position in [*enumerate(match.positions)][::every]:
                    base, moves, new = history.follow(position)
                    assert base == match.game.start()
                    assert new == (number == 0)
                    for move in moves:
                        base = base.play(move)
                    assert base == position


def _random_match(game: Game, seed: int) -> Match:
    match = Match(game)
    players = make_player("random", seed=seed), make_player("random", seed=seed + 100)
    play_out(match, players)
    return match


def test_history_continues_from_a_middle_position() -> None:
    history = History()
    base = make("crossfire").position("XX.../...../...../...../..... 1")
    assert history.follow(base) == (base, (), True)
    history.add(base.parse_move("3,3"))
    after = base.play("3,3")
    answered = after.play(after.legal_moves()[0])
    assert history.follow(answered) == (base, (base.parse_move("3,3"), after.legal_moves()[0]), False)


# Misbehaving engines ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program --fast", "cannot be started: No such file or directory."),
        ("'", "cannot be started: No closing quotation."),
        ("''", "cannot be started: "),
        (" ", "cannot be started: the command is empty."),
        ("/", "cannot be started: Permission denied."),
        (os.devnull, "cannot be started: Permission denied."),
    ],
)
def test_a_program_that_cannot_be_started_is_reported(command: str, reason: str) -> None:
    assert f"engine:{command} {reason}" in failure(EngineBot(command))


MISBEHAVIOUR: dict[str, tuple[str, dict[str, float], str]] = {
    "says nothing": (
        "time.sleep(600)",
        {"start_limit": 0.5},
        "engine:it ran out of time: starting (answering ugi with ugiok) took more than 0.5 seconds.",
    ),
    "does not get ready": (
        "def hear(words):\n    if words[0] == 'ugi': say('ugiok')",
        {"move_limit": 2},
        "engine:it ran out of time: answering isready with readyok took more than 2 seconds.",
    ),
    "hangs": (
        "def go(words):\n    say('info depth 1')\n    time.sleep(600)",
        {"move_limit": 2},
        "engine:it ran out of time: choosing a move took more than 2 seconds.\n"
        "Its last lines:\n    id name test\n    option name Game type string\n"
        "    ugiok\n    readyok\n    info depth 1",
    ),
    "does not end when told": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ndef go(words): time.sleep(600)",
        {"move_limit": 2},
        "engine:it ran out of time",
    ),
    "crashes": (
        "def go(words): 1 / 0",
        {},
        "engine:it ended with exit status 1 instead of choosing a move.\nIts last lines:\n    ",
    ),
    "shows its traceback": ("def go(words): 1 / 0", {}, "\n    ZeroDivisionError: division by zero"),
    "is killed": (
        "def go(words): os.kill(os.getpid(), signal.SIGSEGV)",
        {},
        "engine:it was ended by SIGSEGV instead of choosing a move.",
    ),
    "leaves": ("sys.exit()", {}, "engine:it ended with exit status 0"),
    "closes its output": (
        "def go(words): os.close(1); time.sleep(600)",
        {},
        "engine:it closed its output instead of choosing a move.",
    ),
    "closes its input": (
        "def hear(words):\n    if words[0] == 'ugi':\n        os.close(0); say('ugiok'); time.sleep(600)",
        {},
        "engine:it closed its input.",
    ),
    "prints garbage": (
        "def go(words):\n    for k in range(5000): say(f'rubbish {k}')\n    time.sleep(600)",
        {},
        "engine:it printed 1000 lines of garbage instead of choosing a move.\nIts last lines:\n    ",
    ),
    "prints without end": (
        "def go(words):\n    while True: sys.stdout.write('x' * 65536)",
        {},
        "engine:it printed 1000 lines of garbage instead of choosing a move.",
    ),
    "prints without being asked": (
        "while True: say('info string ' + 'x' * 10000)",
        {},
        "engine:it printed 1000 lines of garbage instead of starting (answering ugi with ugiok).",
    ),
    "announces options without end": (
        "number = 0\nwhile True: number += 1; say(f'option name {number} type string')",
        {"start_limit": 1},
        "engine:it ran out of time: starting (answering ugi with ugiok) took more than 1 second.",
    ),
    "complains without end": (
        "def go(words):\n    while True: print('x' * 10000, file=sys.stderr)",
        {"move_limit": 2},
        "engine:it ran out of time: choosing a move took more than 2 seconds.\nIts last lines:\n    xxx",
    ),
    "prints what terminals obey": (
        r"def go(words):" "\n" r"    os.write(2, b'\x1b[2J\xff\x07 \x00\n'); sys.exit(3)",
        {},
        "ended with exit status 3 instead of choosing a move.\nIts last lines:\n",
    ),
    "answers what cannot be read": (
        "def go(words): say('bestmove e2e4')",
        {},
        "engine:it answered 'e2e4', which isn't a move: ",
    ),
    "answers what is not on the board": (
        "def go(words): say('bestmove 9,9')",
        {},
        "engine:it answered '9,9', ",
    ),
    "has no move": ("def go(words): say('bestmove')", {}, "engine:it answered that it has no move."),
    "says why it gives up": (
        "def go(words): say('info string error: I am lost.'); say('bestmove none')",
        {},
        "engine:it has failed: I am lost.\n",
    ),
}


LATE: dict[str, Callable[[Path], object]] = {
    "says nothing": started,
    "does not get ready": lambda folder: "isready" in heard(folder),
    "hangs": lambda folder: printed("info depth 1"),
    "does not end when told": lambda folder: any(line.startswith("go ") for line in heard(folder)),
    "announces options without end": lambda folder: _options_read() > 3000,
    "complains without end": lambda folder: printed(f"{'x' * 197}..."),
}
"""The engines that run out of time, each with what happens first."""


def _options_read() -> int:
    """Return the highest option number we have read from a running engine."""
    lines = [line.split() for running in tuple(subprocess_lines._running) for line in running.last_lines]
    return max((int(words[2]) for words in lines if words[:2] == ["option", "name"]), default=0)


CLOSING = ("closes its output", "closes its input")
"""The engines that close a stream and keep running."""


@pytest.mark.parametrize("case", MISBEHAVIOUR)
def test_misbehaving_engines_are_reported_and_ended(
    case: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, limits, described = MISBEHAVIOUR[case]
    if case in LATE:
        let_time_run_out(monkeypatch, partial(LATE[case], tmp_path))
    else:
        monkeypatch.setattr(subprocess_lines, "_EXIT_WAIT", 0.5 if case in CLOSING else DEADLINE)
    message = failure(write(code, **limits))
    assert described in message
    assert all(line.isprintable() and len(line) <= 204 for line in message.split("\n"))
    assert len(message.split("\n")) <= 10
    assert started(tmp_path)
    assert not any(runs(pid) for pid in started(tmp_path))


def test_an_illegal_move_is_explained(write: Write) -> None:
    message = failure(write(), make("spread").start().play("1,1"))
    assert "engine:it answered '1,1', which is illegal: (1,1) " in message


def test_the_clock_is_the_limit(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_time_run_out(monkeypatch, lambda: any(line.startswith("go ") for line in heard(tmp_path)))
    message = failure(write("def go(words): time.sleep(600)"), clock=Clock(TimeControl(2)))
    assert "engine:it ran out of time: choosing a move took more than 2 seconds." in message


def test_a_program_that_floods_us_with_answers(write: Write) -> None:
    """It would block us once the pipe to it is full."""
    bot = write("while True: say('ugiok'); say('readyok'); say('bestmove 1,1')")
    start = make("spread").start()

    def ask_on() -> None:
        for _ in range(100_000):
            bot.choose(start, None)

    with pytest.raises(PlayerFailed, match=r"^engine:it isn't reading its input\.\n"):
        ask_on()


def test_an_empty_command() -> None:
    assert "cannot be started: the command is empty." in failure(EngineBot([], name="engine:nothing"))


def test_the_bot_restarts_after_a_failure(write: Write, tmp_path: Path) -> None:
    """The bot loses that match, and plays the next one in a new process."""
    bot = write("""
        def go(words):
            if len(open(__file__ + ".pid").readlines()) == 1: os._exit(7)
            say("bestmove 1,1")
        """)
    match = Match(make("trail"))
    assert take_turn(match, bot) is None
    assert match.outcome is not None
    assert match.outcome.winner == 2
    assert "Player 1 forfeits. engine:it ended with exit status 7" in match.outcome.reason
    assert str(take_turn(Match(make("trail")), bot)) == "1,1"
    assert len(started(tmp_path)) == 2


def test_the_children_of_an_engine_end_with_it(write: Write, tmp_path: Path) -> None:
    """Even if they keep the output of a crashed engine open."""
    bot = write("""
        def go(words):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            note(child.pid)
            os._exit(1)
        """)
    assert "ended with exit status 1 instead of choosing a move" in failure(bot)
    assert len(started(tmp_path)) == 2
    assert all(gone(pid) for pid in started(tmp_path))


def test_close_ends_choose_in_another_thread(write: Write, tmp_path: Path) -> None:
    bot = write("def go(words): open(__file__ + '.went', 'w'); time.sleep(600)")
    messages: list[str] = []
    thread = threading.Thread(target=lambda: messages.append(failure(bot)))
    thread.start()
    until((tmp_path / "engine0.py.went").exists)
    bot.close()
    thread.join(DEADLINE)
    assert messages == ["engine:it was closed before it chose a move."]
    assert not any(runs(pid) for pid in started(tmp_path))


def test_closing_a_bot_that_never_ran(write: Write, tmp_path: Path) -> None:
    missing, there = EngineBot("no-such-program"), write()
    for bot in (missing, there):
        bot.close()
        bot.close()
    assert started(tmp_path) == []
    assert failure(missing) == "engine:no-such-program cannot be started: No such file or directory."
    assert str(there.choose(make("spread").start(), None)) == "1,1"  # another choose() restarts it
    assert len(started(tmp_path)) == 1


@pytest.mark.parametrize("end", ["exit", "Ctrl-C", "kill"])
def test_no_engine_survives_this_program(end: str, write: Write, tmp_path: Path) -> None:
    write("def go(words): time.sleep(600)" if end == "Ctrl-C" else "")
    engine = tmp_path / "engine0.py"
    rest = "input()" if end == "kill" else ""
    with subprocess.Popen(
        [sys.executable, "-c", USE + rest, str(engine)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as user:
        if end == "Ctrl-C":
            until(lambda: "go movetime 5000" in read_if_there(tmp_path / "engine0.py.heard"))
            user.send_signal(signal.SIGINT)
            assert user.stderr is not None
            assert b"KeyboardInterrupt" in user.stderr.read()
        if end == "kill":
            until(lambda: started(tmp_path))
            user.kill()
    (pid,) = started(tmp_path)
    assert gone(pid)


def test_the_message_of_a_program_that_has_ended_is_read() -> None:
    program = Program([sys.executable, "-c", "print('\\ninfo string error: no licence')"])
    until(lambda: bool(program.exit_text()))
    with pytest.raises(EngineError, match=r"^has failed: no licence$"):
        UgiClient(program).begin(TimeLimit.of(DEADLINE))
    program.end(politely=False)
