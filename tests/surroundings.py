"""What a run of the tests is given, however, wherever and by whichever user it was started."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_FOREIGN = re.compile(
    r"(GRIDLOCK_(?!FUZZ)|NUMBA_|PYTHON|TEXTUAL|LC_|COMP_|_GRIDLOCK)\w*"
    r"|LANG|LANGUAGE|TZ|TERM|COLORTERM|COLUMNS|LINES|NO_COLOR|FORCE_COLOR|CLICOLOR\w*|PY_COLORS|TTY_\w+"
    r"|TERMINAL_WIDTH|MPLBACKEND|MPLCONFIGDIR|OMP_\w+"
)
_IGNORABLE = ("SIGINT", "SIGQUIT", "SIGHUP", "SIGTERM", "SIGUSR1", "SIGALRM")


def standard_environment() -> None:
    """Remove what this process was told about programs, languages, terminals and colours."""
    for name in filter(_FOREIGN.fullmatch, list(os.environ)):
        del os.environ[name]
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["TZ"] = "UTC"
    if hasattr(time, "tzset"):
        time.tzset()
    os.environ["GRIDLOCK_CACHE"] = str(_cache())


def standard_process() -> None:
    """Create files as usual, and start programs that can be interrupted.

    Programs inherit ignored signals: SIGINT in the background of a script, SIGHUP under nohup.
    """
    os.umask(0o022)
    for name in _IGNORABLE:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            default = signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL
            signal.signal(number, default)


def _cache() -> Path:
    """A folder for compiled code that all workers and later runs share; nobody else can write to it."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    folder = Path(tempfile.gettempdir()).resolve() / f"gridlock-tests-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


_COMPILE = """
import sys
from boards import KINDS, make
from gridlock.players.mcts import load_tree_search
from gridlock.search.answers import load_solver
number, cores = map(int, sys.argv[1:])
for game in map(make, KINDS[number::cores]):
    load_solver(game)
    load_tree_search(game)
"""


def compile_games() -> None:
    """Compile the searches once, on all cores, so that the workers only load them."""
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    cores = usable_cores()
    compilers = [
        subprocess.Popen(
            [sys.executable, "-c", _COMPILE, str(number), str(cores)], env=os.environ | {"PYTHONPATH": paths}
        )
        for number in range(cores)
    ]
    for compiler in compilers:
        compiler.wait()


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
