"""Python files as bots, well-behaved and misbehaving."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gridlock import make
from gridlock.clock import Clock, TimeControl
from gridlock.players import PlayerFailed, make_player
from gridlock.players.engine_bot import python_bot
from programs import USE, bot_file, gone, let_time_run_out, printed, started, told_by
from waiting import until


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
def test_forms_of_python_bots(body: str, tmp_path: Path) -> None:
    bot = python_bot(bot_file(tmp_path, f"def choose(position): {body}"))
    assert str(bot.choose(make("spread").start(), None)) == "2,2"
    bot.close()


def test_a_python_bot_may_take_the_clock(tmp_path: Path) -> None:
    bot = python_bot(
        bot_file(
            tmp_path,
            """
            def choose(position, clock):
                assert 0 < clock.left(2) <= 60, clock.left(2)
                assert clock.control.increment == 2
                return position.legal_moves()[-1]
            """,
        )
    )
    assert str(bot.choose(make("trail").start().play("4,3"), Clock(TimeControl(60, 2)))) == "4,4"
    bot.close()


def test_a_python_bot_can_import_its_own_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "helper.py").write_text("ANSWER = 3")
    (tmp_path / "typing.py").write_text("1 / 0")
    monkeypatch.chdir(tmp_path)
    bot_file(tmp_path, "import helper\ndef choose(position): return helper.ANSWER")
    bot = make_player("python:mybot.py", programs=True)
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
    "def choose(position): return None": "has failed: choose returned None, which is not a move: return a ",
    "def choose(position): return True": "has failed: choose returned True, which is not a move",
    "def choose(position): return 2.0": "has failed: choose returned 2.0, which is not a move",
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
def test_the_message_about_a_bad_python_bot(code: str, tmp_path: Path) -> None:
    message = told_by(tmp_path, code)
    assert message.startswith(f"python:mybot.py {BAD_BOTS[code]}")
    assert f"gridlock{os.sep}" not in message


def test_the_traceback_has_only_the_bots_frames(tmp_path: Path) -> None:
    message = told_by(
        tmp_path, "def choose(position):\n    print('So far so good.')\n    position.play('0,0')\n"
    )
    lines = message.splitlines()
    assert lines[1:3] == ["Its last lines:", "    So far so good."]
    assert '      File "mybot.py", line 3, in choose' in lines
    assert "        position.play('0,0')" in lines


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    bot = python_bot(str(tmp_path / "none.py"))
    with pytest.raises(PlayerFailed, match=r"has failed: there is no file .*none\.py\.$"):
        bot.choose(make("spread").start(), None)


def test_a_hanging_python_bot_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_time_run_out(monkeypatch, lambda: printed("thinking"))
    message = told_by(
        tmp_path,
        """
        def choose(position):
            print("thinking")
            while True: pass
        """,
        move_limit=2,
    )
    assert message == (
        "python:mybot.py ran out of time: choosing a move took more than 2 seconds.\n"
        "Its last lines:\n    thinking"
    )


def test_a_hanging_python_bot_ends_when_we_are_killed(tmp_path: Path) -> None:
    """It notices that we are gone."""
    path = bot_file(
        tmp_path,
        """
        import os
        def choose(position):
            with open(__file__ + ".pid", "w") as out: out.write(f"{os.getpid()}\\n")
            while True: pass
        """,
    )
    code = USE.replace("EngineBot([sys.executable, sys.argv[1]], ", "python_bot(sys.argv[1], ").replace(
        "engine_bot import EngineBot", "engine_bot import python_bot"
    )
    with subprocess.Popen([sys.executable, "-c", code, path]) as user:
        until(lambda: started(tmp_path))
        user.kill()
    (pid,) = started(tmp_path)
    assert gone(pid)


def test_a_python_bot_starts_without_number_libraries(tmp_path: Path) -> None:
    code = "import sys\ndef choose(position): return 'numpy' in sys.modules or 'numba' in sys.modules or 0"
    assert "choose returned False, which is not a move" in told_by(tmp_path, code.replace(" or 0", ""))
