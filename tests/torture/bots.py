"""Malicious bots: each forfeits with a message or keeps playing, in time, and leaves nothing behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

from gridlock import make
from gridlock.clock import TimeControl
from gridlock.match import Match
from gridlock.players.engine_bot import EngineBot, python_bot
from gridlock.players.simple import RandomMover
from gridlock.referee import play_out
from programs import ENGINE, gone, started
from torture.campaign import Campaign

# What an engine does instead of answering. The common part has imported os, signal, subprocess, sys and time.
ENGINES = {
    "silent": "time.sleep(1000)",
    "gone": "sys.exit(random.randrange(256))",
    "killed": "os.kill(os.getpid(), random.choice([9, 11, 6, 15, 2]))",
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "loud": "\n    while True: print('info string ' + 'x' * 5000)",
    "options": "\n    number = 0\n    while True: number += 1; print(f'option name N{number} type string')",
    "garbage": "\n    while True: os.write(1, os.urandom(999))",
    "one line": "\n    while True: os.write(1, b'x' * 65536)",
    "errors": "\n    while True: os.write(2, b'x' * 65536)",
    "illegal": "say('bestmove 9,9')",
    "nonsense": "say('bestmove ' + 'x' * random.randrange(9000))",
    "orders": "say('info string \\x1b[2J\\x9b\\u202e'); say('bestmove \\x1b[2J')",
    "many": "[say('bestmove 1,1') for _ in range(1000)]",
    "none": "say('bestmove none')",
    "deaf": "os.close(0); time.sleep(1000)",
    "mute": "os.close(1); time.sleep(1000)",
    "child": "subprocess.Popen(['sleep', '1000']); sys.exit(3)",
    "fled child": "note(subprocess.Popen(['sleep', '1000'], start_new_session=True).pid); sys.exit(3)",
    "daemon": """
    if not os.fork():
        os.setsid()
        if os.fork(): os._exit(0)
        note(os.getpid()); os.close(1); time.sleep(1000)
    sys.exit(3)""",
    "stubborn": "\n    for n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n    time.sleep(1000)",
    "slow": "time.sleep(random.random()); say('bestmove 1,1')",
}
_NOTE = '\nimport random\ndef note(pid):\n    open(__file__ + ".pid", "a").write(f"{pid}\\n")\n'

BOTS = {
    "crash": "raise random.choice([ValueError('\\x1b[2J'), KeyboardInterrupt, SystemExit(3), MemoryError])",
    "recursion": "return choose(position)",
    "odd": "return random.choice([None, True, -1, 10**30, 2.0, '9,9', '\\x00', [1], object(), 'x' * 10**6])",
    "exit": "import os; os._exit(random.randrange(256))",
    "sleep": "import time; time.sleep(1000)",
    "print": "\n    while True: print('x' * 9999)",
    "input": "input(); return position.legal_moves()[0]",
    "thread": """
    import threading, time
    threading.Thread(target=time.sleep, args=(1000,)).start()
    return position.legal_moves()[0]""",
    "streams": "import os; os.close(1); os.close(2); return position.legal_moves()[0]",
    "name": "import sys; sys.modules.clear(); return position.legal_moves()[0]",
    "good": "return random.choice(position.legal_moves())",
}
_LIMIT = 2.0  # seconds for all moves of a bot


def _play(bot: EngineBot, random: Random, folder: Path) -> None:
    match = Match(make("trail", 3, 3), ("bot", "random"), control=TimeControl(_LIMIT))
    try:
        play_out(match, (bot, RandomMover(random)))
    finally:
        bot.close()
    assert match.outcome is not None
    assert len(str(match.record())) < 10_000
    reason = match.outcome.reason
    assert all(letter.isprintable() or letter == "\n" for letter in reason), ascii(reason)
    assert all(gone(pid) for pid in started(folder))


def engines(random: Random, folder: Path) -> None:
    """Test an engine that speaks UGI, more or less."""
    kind = random.choice(list(ENGINES))
    when = random.choice(("ugi", "isready", "go"))
    code = f"{ENGINE}{_NOTE}\nrandom.seed({random.random()})\nusual = hear\ndef hear(words):\n"
    code += f"    if words[0] == {when!r}: misbehave()\n    else: usual(words)\n"
    code += f"def misbehave():\n    {ENGINES[kind]}\nlisten()\n"
    path = folder / "engine.py"
    path.write_text(code)
    _play(EngineBot([sys.executable, str(path)], name=f"engine:{kind}", start_limit=_LIMIT), random, folder)


def python_files(random: Random, folder: Path) -> None:
    """Test a bot in a Python file."""
    path = folder / "bot.py"
    body = BOTS[random.choice(list(BOTS))]
    path.write_text(f"import random\nrandom.seed({random.random()})\ndef choose(position):\n    {body}\n")
    bot = python_bot(str(path))
    assert isinstance(bot, EngineBot)
    _play(bot, random, folder)
    assert os.listdir(folder) == ["bot.py"]


BOT_CAMPAIGN = Campaign("bots", {"engines": engines, "python files": python_files})
