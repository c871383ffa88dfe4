"""Players that are programs of their own: engines that speak UGI, and bots in Python files."""

from __future__ import annotations

import os
import shlex
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from gridlock.clock import Clock
from gridlock.errors import IllegalMove, InvalidMove, excerpt, shortened
from gridlock.players.player import Player, PlayerFailed
from gridlock.players.subprocess_lines import Program
from gridlock.players.ugi import BrokenOff, Conversation, TimeLimit
from gridlock.rules import Game, Move, Position

Answer = TypeVar("Answer")

START_LIMIT = 30.0
"""Seconds that a program has to get ready."""
MOVE_LIMIT = 60.0
"""Seconds after which a program is taken to hang, if there is no clock."""
_LONGEST_NAME = 200  # characters
_HOST = "gridlock.engine.host"  # the module that runs a Python file; it stands above this one


class EngineBot:
    """A program that speaks UGI: a command as at a prompt, but without a shell, or its words.

    The program is started when it is first asked for a move, and again after a failure.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        start_limit: float = START_LIMIT,
        move_limit: float = MOVE_LIMIT,
        show_output: bool = True,
    ) -> None:
        self.name = name or f"engine:{command if isinstance(command, str) else shlex.join(command)}"
        self.remark = ""
        self._command = command
        self._start_limit = start_limit
        self._move_limit = move_limit
        self._show_output = show_output  # whether failures show the lines that it says to us, too
        self._talk: Conversation | None = None
        self._busy = False
        self._closings = 0
        self._lock = threading.Lock()  # for the three above

    def get_ready(self, game: Game) -> None:
        """Start the program, and let it load what it needs for this game."""
        limit = TimeLimit.of(self._start_limit)
        self._converse(lambda talk: talk.get_ready(game, limit), limit)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """The program's move; PlayerFailed says what went wrong, with the program's last lines."""
        self.remark = ""
        limit = TimeLimit.of(self._move_limit if clock is None else clock.left(position.turn))

        def ask(talk: Conversation) -> Move:
            move = _legal_move(position, talk.best_move(position, clock, limit))
            talk.history.made(move)
            self.remark = talk.remark
            return move

        return self._converse(ask, limit)

    def _converse(self, ask: Callable[[Conversation], Answer], limit: TimeLimit) -> Answer:
        """Ask the program something, after starting it if need be."""
        with self._lock:
            talk, closings, self._busy = self._talk, self._closings, True
        try:
            if talk is None:
                talk = self._start(closings)
                talk.begin(min(limit, TimeLimit.of(self._start_limit)))
            return ask(talk)
        except BrokenOff as problem:
            raise self._failure(str(problem), talk) from None
        except BaseException:  # Ctrl-C above all
            self._end(talk)
            raise
        finally:
            self._busy = False

    def close(self) -> None:
        """End the program, and with it a choice in another thread."""
        with self._lock:
            self._closings += 1
            talk, self._talk = self._talk, None
            busy = self._busy
        if talk is not None:
            talk.program.end(politely=not busy)

    def _start(self, closings: int) -> Conversation:
        with self._lock:
            if closings != self._closings:
                raise BrokenOff("was closed before it had started")
            try:
                program = Program(self._arguments(), remember_output=self._show_output)
            except OSError as error:
                raise BrokenOff(f"cannot be started: {error.strerror or error}") from None
            except ValueError as error:  # a quotation without an end, a zero byte
                raise BrokenOff(f"cannot be started: {error}") from None
            self._talk = Conversation(program)
            return self._talk

    def _arguments(self) -> Sequence[str]:
        words: Sequence[str] = self._command
        if isinstance(words, str):
            words = shlex.split(words, posix=os.name != "nt")
        if not words:
            raise ValueError("the command is empty")
        return words

    def _end(self, talk: Conversation | None) -> None:
        if talk is None:
            return
        talk.program.end(politely=False)
        with self._lock:
            if self._talk is talk:
                self._talk = None

    def _failure(self, problem: str, talk: Conversation | None) -> PlayerFailed:
        """End the program, and make an error of what it did and of the last lines that it printed."""
        if talk is None:
            return PlayerFailed(_sentence(self.name, problem))
        closed = talk.program.over
        self._end(talk)
        if closed:
            return PlayerFailed(_sentence(self.name, "was closed before it had chosen a move"))
        lines = [_sentence(self.name, problem)]
        if talk.program.last_lines:
            lines += ["Its last lines:", *(f"    {line}" for line in talk.program.last_lines)]
        return PlayerFailed("\n".join(lines))


def _sentence(name: str, problem: str) -> str:
    return f"{shortened(name, _LONGEST_NAME)} {problem.rstrip('.')}."


def _legal_move(position: Position, text: str) -> Move:
    try:
        return position.parse_move(text)
    except InvalidMove as error:
        raise BrokenOff(f"answered {excerpt(text)}, which cannot be read as a move: {error}") from None
    except IllegalMove as error:
        raise BrokenOff(f"answered {excerpt(text)}, which is illegal: {error}") from None


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
