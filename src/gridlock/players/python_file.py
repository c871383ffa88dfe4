"""Players that are Python files."""

from __future__ import annotations

import os
import sys

from gridlock.players.player import Player
from gridlock.players.process import MOVE_LIMIT, START_LIMIT, EngineBot

_HOST = "gridlock.engine.host"  # the module that runs such a file; it stands above this one


def python_bot(path: str, *, start_limit: float = START_LIMIT, move_limit: float = MOVE_LIMIT) -> Player:
    """The bot in a Python file, a function ``choose(position)``.

    It runs in a process of its own, so that it can do no harm when it hangs, crashes or prints.
    """
    file = os.path.abspath(os.path.expanduser(path))
    # -P: what lies in the present folder shall not be taken for a module of Python's
    command = [sys.executable, "-P", "-m", _HOST, file]
    return EngineBot(
        command, name=f"python:{path}", start_limit=start_limit, move_limit=move_limit, show_output=False
    )
