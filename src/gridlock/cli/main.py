"""Running the command line: errors become one sentence and an exit status."""

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
from gridlock.printing import guarded_streams, printable
from gridlock.rules import GAMES

_INTERRUPTED = 130  # typer's exit status after Ctrl-C


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status: 2 after an error, 1 if the input ended, 130 after Ctrl-C."""
    with guarded_streams(), warnings.catch_warnings(), _exit_on_signals():
        warnings.showwarning = _warn
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    try:
        if "_GRIDLOCK_COMPLETE" in os.environ:
            return _complete()
        status = _command()(list(arguments), prog_name="gridlock", standalone_mode=False)
        if status == _INTERRUPTED:
            print()
            return _print_error("Interrupted.", _INTERRUPTED)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _print_error("Interrupted.", _INTERRUPTED)
    except EndOfInput:
        return _print_error("The input ended before the game did.", 1)
    except BrokenPipeError:
        _drop_output(sys.stdout)
        return 1
    except typer.TyperException as error:
        return _print_error(_sentence(error), 2)
    except (GridlockError, OSError) as error:
        _drop_output(sys.stdout)
        return _print_error(problem_text(error), 2)
    return status if isinstance(status, int) else 0


@cache
def _command() -> Callable[..., object]:
    """Build the typer command, once: that takes longer than most commands run."""
    return typer.main.get_command(app)


def _complete() -> int:
    """Answer a shell's completion request, which may be malformed."""
    try:
        app([], prog_name="gridlock")
    except (KeyError, ValueError, IndexError):
        return 1
    return 0


def _drop_output(stream: TextIO) -> None:
    """Flush a stream; if that fails, as on a full disk, keep Python from trying again at exit."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Exit cleanly on SIGTERM and SIGHUP."""

    def leave(number: int, frame: object) -> None:
        """Exit as shells expect of a program that was stopped by a signal."""
        sys.exit(128 + number)

    numbers = {getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGHUP")}
    unhandled = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    if threading.current_thread() is not threading.main_thread():
        unhandled = []  # only the main thread can set signal handlers
    for number in unhandled:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in unhandled:
            signal.signal(number, signal.SIG_DFL)


def _warn(message: Warning | str, *where: object, **more: object) -> None:
    """Print a warning as one line."""
    _print_error(str(message), 0)


def _print_error(sentence: str, status: int) -> int:
    try:
        print(
            f"gridlock: {printable(sentence)}", file=sys.stderr
        )  # one line, even if a file name has several
    except OSError:
        _drop_output(sys.stderr)
    return status


def _sentence(error: Exception) -> str:
    """Turn a usage error into one sentence."""
    describe = getattr(error, "format_message", None)
    message = " ".join(str(describe() if describe else error).split())
    game = re.match(r"No such command '(\w+)'", message)
    if game and game[1].lower() in GAMES:
        return f"To play it, type: gridlock play {game[1].lower()}"
    message = re.sub(r" \(Possible options: (.*)\)\.?$", r". Did you mean \1?", message)
    message = message if message.endswith((".", "?")) else message + "."
    context = getattr(error, "ctx", None)
    if context is None or message.endswith("?"):
        return message
    return f"{message} See '{context.command_path} --help'."
