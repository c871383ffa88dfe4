"""The program: one place where every error becomes one sentence and an exit status."""

import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TextIO

import typer

from gridlock.cli.app import app
from gridlock.errors import EndOfInput, GridlockError, problem_text
from gridlock.printing import guarded, printable
from gridlock.rules import GAMES

_INTERRUPTED = 130  # what typer makes of Ctrl-C


def run(arguments: Sequence[str]) -> int:
    """Run the program; the exit status is 0, or 2 after an error, 1 if the input ended, 130 after Ctrl-C."""
    with guarded(), warnings.catch_warnings(), _leaving_on_signals():
        warnings.showwarning = _warn
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    try:
        if "_GRIDLOCK_COMPLETE" in os.environ:
            return _complete()
        status = _command()(list(arguments), prog_name="gridlock", standalone_mode=False)
        if status == _INTERRUPTED:
            print()
            return _complain("Interrupted.", _INTERRUPTED)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _complain("Interrupted.", _INTERRUPTED)
    except EndOfInput:
        return _complain("The input ended before the game did.", 1)
    except BrokenPipeError:
        _drop_output(sys.stdout)
        return 1
    except typer.TyperException as error:
        return _complain(_sentence(error), 2)
    except (GridlockError, OSError) as error:
        _drop_output(sys.stdout)
        return _complain(problem_text(error), 2)
    return status if isinstance(status, int) else 0


@cache
def _command() -> Callable[..., object]:
    """The commands as typer makes them, which takes longer than most of them do."""
    return typer.main.get_command(app)


def _complete() -> int:
    """Answer a shell that wants to complete what was typed; it may ask in any way."""
    try:
        app([], prog_name="gridlock")
    except (KeyError, ValueError, IndexError):
        return 1
    return 0


def _drop_output(stream: TextIO) -> None:
    """If what was printed cannot be written, as on a full disk, let Python not try again at its exit."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _leaving_on_signals() -> Iterator[None]:
    """In here, end in an orderly way when the terminal goes away or the system says so."""

    def leave(number: int, frame: object) -> None:
        sys.exit(128 + number)

    numbers = {getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGHUP")}
    usual = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():
        usual = []  # signals are for a program's main thread
    for number in usual:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


def _warn(message: Warning | str, *where: object, **more: object) -> None:
    """Tell what is worth knowing though nothing has failed."""
    _complain(str(message), 0)


def _complain(sentence: str, status: int) -> int:
    try:
        print(f"gridlock: {printable(sentence)}", file=sys.stderr)  # on one line, whatever a file is called
    except OSError:  # nobody hears us
        _drop_output(sys.stderr)
    return status


def _sentence(error: Exception) -> str:
    """What is wrong with the arguments, in one line."""
    describe = getattr(error, "format_message", None)
    words = " ".join(str(describe() if describe else error).split())
    game = re.match(r"No such command '(\w+)'", words)
    if game and game[1].lower() in GAMES:
        return f"To play it, type: gridlock play {game[1].lower()}"
    words = re.sub(r" \(Possible options: (.*)\)\.?$", r". Did you mean \1?", words)
    return words if words.endswith((".", "?")) else words + "."
