"""Bots that are programs: engines and Python files, well behaved and not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gridlock import GAMES, Game, Position, make
from gridlock.clock import Clock, TimeControl
from gridlock.match import Match
from gridlock.players import PlayerFailed, make_player
from gridlock.players.history import History
from gridlock.players.process import EngineBot
from gridlock.players.python_file import python_bot
from gridlock.referee import play_out, take_turn
from terminal import ended, gridlock, spawn

# What every engine here begins with: words of each line that it is sent go to `hear`.
ENGINE = """
import os, signal, subprocess, sys, time
def say(text):
    print(text, flush=True)
def hear(words):
    if words[0] == "ugi":
        say("id name test"); say("option name Game type string"); say("ugiok")
    if words[0] == "isready":
        say("readyok")
    if words[0] == "go":
        go(words)
    if words[0] == "quit":
        sys.exit()
def go(words):
    say("bestmove 1,1")
def listen():
    with open(__file__ + ".heard", "a") as heard:
        for line in sys.stdin:
            print(line, end="", file=heard, flush=True)
            hear(line.split())
open(__file__ + ".pid", "a").write(f"{os.getpid()}\\n")
"""

Write = Callable[..., EngineBot]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write an engine, the common part and then this, and take it as a player."""
    bots: list[EngineBot] = []

    def written(code: str = "", *, listen: bool = True, **limits: float) -> EngineBot:
        path = tmp_path / f"engine{len(bots)}.py"
        path.write_text(ENGINE + textwrap.dedent(code) + ("\nlisten()\n" if listen else ""))
        bots.append(EngineBot([sys.executable, str(path)], name="engine:it", **limits))  # type: ignore[arg-type]
        return bots[-1]

    yield written
    for bot in bots:
        bot.close()


def started(folder: Path) -> list[int]:
    """The processes of the engines, as they have noted them."""
    return [int(line) for path in folder.glob("*.pid") for line in path.read_text().split()]


def runs(pid: int) -> bool:
    """Whether a process is there; one that waits for its parent to notice its end is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def gone(pid: int, seconds: float = 10.0) -> bool:
    """Whether a process is gone, or goes soon."""
    end = time.monotonic() + seconds
    while runs(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not runs(pid)


def heard(folder: Path) -> list[str]:
    return (folder / "engine0.py.heard").read_text().splitlines()


def failure(bot: EngineBot, position: Position | None = None, clock: Clock | None = None) -> str:
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(position or make("spread").start(), clock)
    return str(caught.value)


# Engines that behave ----------------------------------------------------------------------------


def test_what_an_engine_is_sent(write: Write, tmp_path: Path) -> None:
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


def test_an_engine_is_told_the_clock(write: Write, tmp_path: Path) -> None:
    clock = Clock(TimeControl(60, 1.5))
    clock.set_left(2, 30)
    write().choose(make("trail").start(), clock)
    assert heard(tmp_path)[-1] == "go p1time 60000 p2time 30000 p1inc 1500 p2inc 1500"


def test_an_engine_is_told_the_moves_even_after_undo(write: Write, tmp_path: Path) -> None:
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


def test_a_position_that_no_game_leads_to_is_sent_as_text(write: Write, tmp_path: Path) -> None:
    bot = write('def go(words): say("bestmove 5,5")')
    position = make("crossfire").position("XX.../...../...../...../..... 1")
    bot.choose(position, None)
    assert heard(tmp_path)[-3:-1] == ["uginewgame", "position fen XX.../...../...../...../..... 1"]


def test_an_answer_to_an_earlier_question_is_passed_over(write: Write) -> None:
    bot = write("""
        def go(words):
            say("bestmove " + answers.pop(0)); say("bestmove 9,9")
        answers = ["1,1", "1,2"]
        """)
    start = make("spread").start()
    assert str(bot.choose(start, None)) == "1,1"
    assert str(bot.choose(start, None)) == "1,2"


@pytest.mark.parametrize("name", GAMES)
def test_history_finds_the_moves_of_whole_games(name: str) -> None:
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


def test_history_goes_on_from_a_position_in_the_middle() -> None:
    history = History()
    base = make("crossfire").position("XX.../...../...../...../..... 1")
    assert history.follow(base) == (base, (), True)
    history.made(base.parse_move("3,3"))
    after = base.play("3,3")
    answered = after.play(after.legal_moves()[0])
    assert history.follow(answered) == (base, (base.parse_move("3,3"), after.legal_moves()[0]), False)


# Engines that do not ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("no-such-program --fast", "cannot be started: No such file or directory."),
        ("'", "cannot be started: No closing quotation."),
        ("''", "cannot be started: "),
        (" ", "cannot be started: the command is empty."),
        (os.devnull, "cannot be started: Permission denied."),
    ],
)
def test_a_program_that_cannot_be_started(command: str, reason: str) -> None:
    assert f"engine:{command} {reason}" in failure(EngineBot(command))


MISBEHAVIOUR: dict[str, tuple[str, dict[str, float], str]] = {
    "says nothing": (
        "time.sleep(60)",
        {"start_limit": 0.5},
        "engine:it ran out of time: 0.5 seconds did not suffice for starting (answering ugi with ugiok).",
    ),
    "does not get ready": (
        "def hear(words):\n    if words[0] == 'ugi': say('ugiok')",
        {"move_limit": 2},
        "engine:it ran out of time: 2 seconds did not suffice for answering isready with readyok.",
    ),
    "hangs": (
        "def go(words):\n    say('info depth 1')\n    time.sleep(60)",
        {"move_limit": 2},
        "engine:it ran out of time: 2 seconds did not suffice for choosing a move.\n"
        "Its last lines:\n    id name test\n    option name Game type string\n"
        "    ugiok\n    readyok\n    info depth 1",
    ),
    "does not end when told": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ndef go(words): time.sleep(60)",
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
        "def go(words): os.close(1); time.sleep(60)",
        {},
        "engine:it closed its output instead of choosing a move.",
    ),
    "closes its input": (
        "def hear(words):\n    if words[0] == 'ugi':\n        os.close(0); say('ugiok'); time.sleep(60)",
        {},
        "engine:it closed its input.",
    ),
    "prints garbage": (
        "def go(words):\n    for k in range(5000): say(f'rubbish {k}')\n    time.sleep(60)",
        {},
        "engine:it printed 1000 lines of something else instead of choosing a move.\nIts last lines:\n    ",
    ),
    "prints without end": (
        "def go(words):\n    while True: sys.stdout.write('x' * 65536)",
        {},
        "engine:it printed 1000 lines of something else instead of choosing a move.",
    ),
    "prints without being asked": (
        "while True: say('info string ' + 'x' * 10000)",
        {"start_limit": 1},
        "engine:it printed 1000 lines of something else instead of starting (answering ugi with ugiok).",
    ),
    "complains without end": (
        "def go(words):\n    while True: print('x' * 10000, file=sys.stderr)",
        {"move_limit": 2},
        "engine:it ran out of time: 2 seconds did not suffice for choosing a move.\nIts last lines:\n    xxx",
    ),
    "prints what terminals obey": (
        r"def go(words):" "\n" r"    os.write(2, b'\x1b[2J\xff\x07 \x00\n'); sys.exit(3)",
        {},
        "ended with exit status 3 instead of choosing a move.\nIts last lines:\n",
    ),
    "answers what cannot be read": (
        "def go(words): say('bestmove e2e4')",
        {},
        "engine:it answered 'e2e4', which cannot be read as a move: ",
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


@pytest.mark.parametrize("case", MISBEHAVIOUR)
def test_misbehaviour_is_described_and_ended(case: str, write: Write, tmp_path: Path) -> None:
    code, limits, described = MISBEHAVIOUR[case]
    told = failure(write(code, **limits))
    assert described in told
    assert all(line.isprintable() and len(line) <= 204 for line in told.split("\n"))
    assert len(told.split("\n")) <= 10
    assert started(tmp_path)
    assert not any(runs(pid) for pid in started(tmp_path))


def test_an_illegal_move_is_explained(write: Write) -> None:
    told = failure(write(), make("spread").start().play("1,1"))
    assert "engine:it answered '1,1', which is illegal: (1,1) " in told


def test_the_clock_is_the_limit(write: Write) -> None:
    told = failure(write("def go(words): time.sleep(60)"), clock=Clock(TimeControl(2)))
    assert "engine:it ran out of time: 2 seconds did not suffice for choosing a move." in told


def test_the_match_goes_on_after_a_failure(write: Write, tmp_path: Path) -> None:
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


def test_the_children_of_an_engine_go_with_it(write: Write, tmp_path: Path) -> None:
    """Also those that keep the engine's output open when it has crashed."""
    bot = write("""
        def go(words):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            open(__file__ + ".pid", "a").write(f"{child.pid}\\n")
            os._exit(1)
        """)
    assert "ended with exit status 1 instead of choosing a move" in failure(bot)
    assert len(started(tmp_path)) == 2
    assert all(gone(pid) for pid in started(tmp_path))


def test_closing_ends_a_choice_in_another_thread(write: Write, tmp_path: Path) -> None:
    bot = write("def go(words): open(__file__ + '.went', 'w'); time.sleep(60)")
    told: list[str] = []
    thread = threading.Thread(target=lambda: told.append(failure(bot)))
    thread.start()
    while not (tmp_path / "engine0.py.went").exists():
        time.sleep(0.02)
    bot.close()
    thread.join(10)
    assert told == ["engine:it was closed before it had chosen a move."]
    assert not any(runs(pid) for pid in started(tmp_path))


def test_closing_what_never_ran() -> None:
    bot = EngineBot("no-such-program")
    bot.close()
    bot.close()


USE = """
import sys
from gridlock import make
from gridlock.players.process import EngineBot
bot = EngineBot([sys.executable, sys.argv[1]])
bot.choose(make("spread").start(), None)
print("chosen", flush=True)
"""


@pytest.mark.parametrize("end", ["exit", "Ctrl-C", "kill"])
def test_no_engine_is_left_when_this_program_ends(end: str, write: Write, tmp_path: Path) -> None:
    write("def go(words): time.sleep(60)" if end == "Ctrl-C" else "")
    engine = tmp_path / "engine0.py"
    rest = "input()" if end == "kill" else ""
    with subprocess.Popen(
        [sys.executable, "-c", USE + rest, str(engine)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as user:
        if end == "Ctrl-C":
            while "go movetime 5000" not in _text(tmp_path / "engine0.py.heard"):
                time.sleep(0.02)
            user.send_signal(signal.SIGINT)
            assert user.stderr is not None
            assert b"KeyboardInterrupt" in user.stderr.read()
        if end == "kill":
            while not started(tmp_path):
                time.sleep(0.02)
            user.kill()
    (pid,) = started(tmp_path)
    assert gone(pid)


def _text(path: Path) -> str:
    return path.read_text() if path.exists() else ""


# Python files -----------------------------------------------------------------------------------


def bot_file(folder: Path, code: str) -> str:
    path = folder / "mybot.py"
    path.write_text(textwrap.dedent(code))
    return str(path)


def told_by(folder: Path, code: str, **limits: float) -> str:
    bot = python_bot(bot_file(folder, code), **limits)
    with pytest.raises(PlayerFailed) as caught:
        bot.choose(make("spread").start(), None)
    return str(caught.value).replace(str(folder) + os.sep, "")


@pytest.mark.parametrize(
    "body",
    [
        "return position.legal_moves()[6]",
        "return 6",
        "return '2,2'",
        "return ' 2 2 '",
        "print('bestmove 9,9'); print('info string error: no'); return 6",
        "import os; os.write(1, b'bestmove 9,9\\n'); return 6",
        "import subprocess; subprocess.run(['echo', 'bestmove 9,9']); return 6",
        "import numpy; return numpy.int64(6)",
    ],
)
def test_what_a_python_bot_may_do(body: str, tmp_path: Path) -> None:
    bot = python_bot(bot_file(tmp_path, f"def choose(position): {body}"))
    assert str(bot.choose(make("spread").start(), None)) == "2,2"
    bot.close()


def test_a_python_bot_may_take_the_clock(tmp_path: Path) -> None:
    bot = python_bot(
        bot_file(
            tmp_path,
            """
            def choose(position, clock):
                assert 50 < clock.left(2) <= 60, clock.left(2)
                assert clock.control.increment == 2
                return position.legal_moves()[-1]
            """,
        )
    )
    assert str(bot.choose(make("trail").start().play("4,3"), Clock(TimeControl(60, 2)))) == "4,4"
    bot.close()


def test_a_python_bot_may_have_modules_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helper.py").write_text("ANSWER = 3")
    (tmp_path / "typing.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    bot_file(tmp_path, "import helper\ndef choose(position): return helper.ANSWER")
    bot = make_player("python:mybot.py")
    assert bot.name == "python:mybot.py"
    assert str(bot.choose(make("lightcycle").start(), None)) == "right"
    bot.close()


BAD_BOTS = {
    "def choose(position): return 1 / 0": "has failed: mybot.py, line 1: ZeroDivisionError: ",
    "\n\nx = 1 / 0": "has failed: mybot.py, line 3: ZeroDivisionError: division by zero.",
    "def choose(position):\n  retrun 1": "has failed: mybot.py, line 2: SyntaxError: invalid syntax.",
    "def choose(position): return position.play('0,0')": "has failed: mybot.py, line 1: gridlock.errors.",
    "import nothing_of_that_name": "has failed: mybot.py, line 1: ModuleNotFoundError: ",
    "def chose(position): return 1": "has failed: mybot.py has no function choose(position).",
    "def choose(position): return None": "has failed: choose returned None, which is no move: return a ",
    "def choose(position): return True": "has failed: choose returned True, which is no move",
    "def choose(position): return 2.0": "has failed: choose returned 2.0, which is no move",
    "def choose(position): return 'e4'": "has failed: choose returned 'e4': ",
    "def choose(position): return 99": "has failed: choose returned 99: 99 is not a move",
    "def choose(position): return '9,9'": "has failed: choose returned '9,9': ",
    "import sys\ndef choose(position): sys.exit(3)": "has failed: mybot.py, line 2: SystemExit: 3.",
    "import os\ndef choose(position): os._exit(3)": "ended with exit status 3 instead of choosing a move.",
    "def choose(position): return input()": "has failed: mybot.py, line 1: EOFError: ",
    "def choose(): return 1": "has failed: mybot.py: TypeError: choose() takes 0 positional arguments",
    "def choose(position): return choose(position)": "has failed: mybot.py, line 1: RecursionError: ",
}


@pytest.mark.parametrize("code", BAD_BOTS)
def test_what_is_said_about_a_bad_python_bot(code: str, tmp_path: Path) -> None:
    told = told_by(tmp_path, code)
    assert told.startswith(f"python:mybot.py {BAD_BOTS[code]}")
    assert f"gridlock{os.sep}" not in told


def test_the_traceback_is_the_bots_own(tmp_path: Path) -> None:
    told = told_by(
        tmp_path, "def choose(position):\n    print('So far so good.')\n    position.play('0,0')\n"
    )
    lines = told.splitlines()
    assert lines[1:3] == ["Its last lines:", "    So far so good."]
    assert '      File "mybot.py", line 3, in choose' in lines
    assert "        position.play('0,0')" in lines


def test_a_missing_file(tmp_path: Path) -> None:
    bot = python_bot(str(tmp_path / "none.py"))
    with pytest.raises(PlayerFailed, match=r"has failed: there is no file .*none\.py\.$"):
        bot.choose(make("spread").start(), None)


def test_a_python_bot_that_hangs(tmp_path: Path) -> None:
    told = told_by(
        tmp_path,
        """
        def choose(position):
            print("thinking")
            while True: pass
        """,
        move_limit=2,
    )
    assert told == (
        "python:mybot.py ran out of time: 2 seconds did not suffice for choosing a move.\n"
        "Its last lines:\n    thinking"
    )


def test_a_hanging_python_bot_is_gone_after_kill(tmp_path: Path) -> None:
    """It notices by itself that nobody is there any more."""
    path = bot_file(
        tmp_path,
        """
        import os
        def choose(position):
            with open(__file__ + ".pid", "w") as out: out.write(f"{os.getpid()}\\n")
            while True: pass
        """,
    )
    code = USE.replace("EngineBot([sys.executable, sys.argv[1]])", "python_bot(sys.argv[1])").replace(
        "process import EngineBot", "python_file import python_bot"
    )
    with subprocess.Popen([sys.executable, "-c", code, path]) as user:
        while not started(tmp_path):
            time.sleep(0.02)
        user.kill()
    (pid,) = started(tmp_path)
    assert gone(pid)


def test_a_python_bot_starts_without_number_libraries(tmp_path: Path) -> None:
    code = "import sys\ndef choose(position): return 'numpy' in sys.modules or 'numba' in sys.modules or 0"
    assert "choose returned False, which is no move" in told_by(tmp_path, code.replace(" or 0", ""))


# The commands -----------------------------------------------------------------------------------


def test_bot_new_writes_a_bot_that_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = gridlock("bot", "new", "ours.py")
    assert ran == (0, "Written: ours.py. Try it: gridlock bot check python:ours.py\n", "")
    assert "python:ours.py" in Path("ours.py").read_text()
    ran = gridlock("bot", "check", "python:ours.py")
    assert ran.status == 0
    assert ran.out.startswith("python:ours.py plays against random.\nspread 5x5 ")
    assert "\n22 games, " in ran.out
    assert ran.out.endswith(" won against random.\nAll is well.\n")


def test_bot_new_does_not_overwrite(tmp_path: Path) -> None:
    path = tmp_path / "mybot.py"
    path.write_text("precious")
    ran = gridlock("bot", "new", str(path))
    assert ran == (2, "", f"gridlock: {path} is there already, and stays as it is; choose another name.\n")
    assert path.read_text() == "precious"
    ran = gridlock("bot", "new", str(tmp_path / "none" / "mybot.py"))
    assert (ran.status, ran.err) == (2, f"gridlock: There is no folder {tmp_path / 'none'}.\n")


def test_bot_check_tells_what_is_wrong(tmp_path: Path) -> None:
    """This bot knows only its first move, and that too late as Player 2."""
    path = bot_file(tmp_path, "def choose(position): return '1,1'")
    ran = gridlock("bot", "check", f"python:{path}", "trail", "--seed", "4")
    assert ran.status == 1
    assert f"{'trail 4x4':<36} as Player 1  PROBLEM\n" in ran.out
    assert "\nProblem 1: trail 4x4, as Player 1, after 1,1 " in ran.out
    assert "mybot.py has failed: choose returned '1,1': (1,1) " in ran.out
    assert "\n    The position: " in ran.out
    assert "\nSomething is wrong: 3 of 3 games ended by a problem of the bot.\n" in ran.out


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_bot_check_works_for_every_player(name: str) -> None:
    ran = gridlock("bot", "check", name, "crossfire")
    assert ran.status == 0
    assert "crossfire 5x5, diagonals all " in ran.out
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
    assert f"{'trail 4x4':<36} as Player 1  PROBLEM" not in ran.out
    assert f"{'trail 4x4':<36} as Player 2  PROBLEM" not in ran.out


def test_nobody_to_check() -> None:
    assert gridlock("bot", "check", "human").status == 2
    assert "There is no player 'nobody'" in gridlock("bot", "check", "nobody").err
    assert "There is no game 'chess'" in gridlock("bot", "check", "random", "chess").err


@pytest.mark.parametrize("command", ["new", "check"])
def test_help(command: str) -> None:
    ran = gridlock("bot", command, "--help")
    assert f"gridlock bot {command}" in ran.out.partition("Examples:")[2]


@pytest.mark.parametrize("how", ["Ctrl-C", "end of the terminal"])
def test_a_match_that_is_broken_off_leaves_no_bot_behind(how: str, tmp_path: Path) -> None:
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
    while not started(tmp_path):
        time.sleep(0.02)
    if how == "Ctrl-C":
        child.sendintr()
        assert ended(child) == 130
    else:
        child.close(force=True)
    (pid,) = started(tmp_path)
    assert gone(pid)
