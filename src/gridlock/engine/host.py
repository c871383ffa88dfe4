"""Run a bot in a Python file as a UGI engine: ``python -m gridlock.engine.host FILE``.

The bot's own ``print`` goes to standard error and its ``input`` gets end of file, so that it can't disturb
the protocol.
"""

from __future__ import annotations

import inspect
import operator
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

import gridlock
from gridlock.clock import Clock
from gridlock.engine.server import Players, Server
from gridlock.errors import GridlockError
from gridlock.files import read_bytes
from gridlock.players import PlayerFailed
from gridlock.rules import FIVE, Game, Move, Position, make

_OURS = str(Path(gridlock.__file__).parent) + os.sep
_MOST_SHOWN = 60  # characters of a bot's return value


class FileBot:
    """The bot in a Python file; PlayerFailed if the file has none."""

    remark = ""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path
        self._choose = self._load()
        self._takes_clock = _takes_two_arguments(self._choose)

    def get_ready(self, game: Game) -> None:
        """Do nothing."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return the move chosen by the file's function."""
        try:
            chosen = self._choose(position, clock) if self._takes_clock else self._choose(position)
        except BaseException as error:  # sys.exit too
            raise self._failure(error) from None
        return _as_move(position, chosen)

    def close(self) -> None:
        """Do nothing."""

    def _load(self) -> Callable[..., Any]:
        """Run the file and return its function ``choose``."""
        module = ModuleType("gridlock_bot")
        module.__file__ = str(self._path)
        sys.modules[module.__name__] = module  # dataclasses and others look there
        sys.path.insert(0, str(self._path.parent))
        source = self._source()
        try:
            exec(compile(source, str(self._path), "exec"), module.__dict__)
        except BaseException as error:
            raise self._failure(error) from None
        function = getattr(module, "choose", None)
        if not callable(function):
            raise PlayerFailed(f"{self.name} has no function choose(position).")
        return function  # type: ignore[no-any-return]

    def _source(self) -> bytes:
        try:
            return read_bytes(self._path)
        except FileNotFoundError:
            raise PlayerFailed(f"there is no file {self._path}.") from None
        except OSError as error:
            raise self._failure(error) from None

    def _failure(self, error: BaseException) -> PlayerFailed:
        """Print the traceback without our own frames; return an error that says what happened and where."""
        trace = traceback.TracebackException.from_exception(error)
        _remove_own_frames(trace)
        print("".join(trace.format()), file=sys.stderr, flush=True)
        parts = list(trace.format_exception_only())
        what = " ".join(parts[-1 if isinstance(error, SyntaxError) else 0].split())
        lines = [frame.lineno for frame in trace.stack if frame.filename == str(self._path)]
        if isinstance(error, SyntaxError) and error.filename == str(self._path):
            lines.append(error.lineno)
        where = f"{self.name}, line {lines[-1]}" if lines else self.name
        return PlayerFailed(f"{where}: {what}")


def _remove_own_frames(trace: traceback.TracebackException | None) -> None:
    """Remove this package's frames from a traceback: they don't help a bot's author."""
    while trace is not None:
        frames = [frame for frame in trace.stack if not frame.filename.startswith(_OURS)]
        trace.stack = traceback.StackSummary.from_list(frames)
        trace = trace.__cause__ or trace.__context__


def _takes_two_arguments(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def _as_move(position: Position, chosen: object) -> Move:
    """Return a bot's choice as a legal move; it may be a move, its number or its text."""
    shown = repr(chosen)
    shown = shown if len(shown) <= _MOST_SHOWN else shown[: _MOST_SHOWN - 3] + "..."
    try:
        if isinstance(chosen, str):
            return position.parse_move(chosen)
        if isinstance(chosen, bool):
            raise TypeError
        move = position.move(operator.index(chosen))  # type: ignore[arg-type]
        position.play(move)
        return move
    except TypeError:
        forms = "a move of position.legal_moves(), its number or its text"
        raise PlayerFailed(f"choose returned {shown}, which is not a move: return {forms}.") from None
    except GridlockError as error:
        raise PlayerFailed(f"choose returned {shown}: {error}") from None


def _private_streams() -> tuple[TextIO, TextIO]:
    """Take over standard input and output; the bot gets an empty input, and standard error for output."""
    source = open(os.dup(0), encoding="utf-8", errors="replace")  # noqa: SIM115  (open to the end)
    sink = open(os.dup(1), "w", encoding="utf-8")  # noqa: SIM115
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    return source, sink


def main() -> None:
    """Run the bot in the file named on the command line."""
    source, sink = _private_streams()
    status = 0
    try:
        bot = FileBot(Path(sys.argv[1]))
    except PlayerFailed as error:
        print(f"info string error: {error}", file=sink, flush=True)
        status = 1
    else:
        Server(source, sink, make(FIVE[0]), bot, Players.NONE).run()
    sys.stdout.flush()
    os._exit(status)  # the bot, or a thread it started, may still be running


if __name__ == "__main__":
    main()
