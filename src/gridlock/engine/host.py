"""A Python file as a program that speaks UGI: ``python -m gridlock.engine.host FILE``.

The bot's own ``print`` goes to standard error and its ``input`` finds nothing, so that it cannot get
between the two who talk.
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
_MOST_SHOWN = 60  # characters of what a bot returns


class FileBot:
    """The bot in a Python file; PlayerFailed if the file holds none."""

    remark = ""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path
        self._choose = self._function()
        self._takes_clock = _takes_two(self._choose)

    def get_ready(self, game: Game) -> None:
        """Nothing is needed."""

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """What the file's function returns."""
        try:
            chosen = self._choose(position, clock) if self._takes_clock else self._choose(position)
        except BaseException as error:  # sys.exit too
            raise self._failure(error) from None
        return _as_move(position, chosen)

    def close(self) -> None:
        """Nothing is running."""

    def _function(self) -> Callable[..., Any]:
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
        """Print the traceback without our own part of it; say in a sentence what happened and where."""
        told = traceback.TracebackException.from_exception(error)
        _leave_out_ours(told)
        print("".join(told.format()), file=sys.stderr, flush=True)
        parts = list(told.format_exception_only())
        what = " ".join(parts[-1 if isinstance(error, SyntaxError) else 0].split())
        lines = [frame.lineno for frame in told.stack if frame.filename == str(self._path)]
        if isinstance(error, SyntaxError) and error.filename == str(self._path):
            lines.append(error.lineno)
        where = f"{self.name}, line {lines[-1]}" if lines else self.name
        return PlayerFailed(f"{where}: {what}")


def _leave_out_ours(told: traceback.TracebackException | None) -> None:
    """Take the lines of this package out of a traceback: they are of no use to a bot's author."""
    while told is not None:
        frames = [frame for frame in told.stack if not frame.filename.startswith(_OURS)]
        told.stack = traceback.StackSummary.from_list(frames)
        told = told.__cause__ or told.__context__


def _takes_two(function: Callable[..., Any]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def _as_move(position: Position, chosen: object) -> Move:
    """The legal move that a bot has returned, in one of the three forms that it may have."""
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
    """Standard input and output for us alone; the bot is left with nothing to read, and standard error."""
    source = open(os.dup(0), encoding="utf-8", errors="replace")  # noqa: SIM115  (open to the end)
    sink = open(os.dup(1), "w", encoding="utf-8")  # noqa: SIM115
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    return source, sink


def main() -> None:
    """Let the bot in the file that is named on the command line play."""
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
    os._exit(status)  # a thread that the bot has started, or the bot itself, may go on for ever


if __name__ == "__main__":
    main()
