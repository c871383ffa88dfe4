"""Players that run as separate programs: UGI engines, and bots in Python files."""

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
from gridlock.players.ugi import DoesNotPlay, EngineError, TimeLimit, UgiClient
from gridlock.rules import Game, Move, Position

Answer = TypeVar("Answer")

START_LIMIT = 30.0
"""How long a program may take to start, in seconds."""
MOVE_LIMIT = 60.0
"""How long a program may take for a move when there is no clock, in seconds."""
_LONGEST_NAME = 200  # characters
_HOST = "gridlock.engine.host"  # runs a Python file; not imported, because it's in a higher layer


class EngineBot:
    """A program that speaks UGI, given as a command line (run without a shell) or a list of arguments.

    The program is started for its first move, and restarted after a failure.
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
        self._show_output = show_output  # whether to include its standard output in failures
        self._client: UgiClient | None = None
        self._busy = False
        self._closings = 0
        self._lock = threading.Lock()  # for the three above

    def get_ready(self, game: Game) -> None:
        """Start the program and let it load what it needs for this game."""
        limit = TimeLimit.of(self._start_limit)
        self._request(lambda client: client.get_ready(game, limit), limit)

    def plays(self, game: Game) -> bool:
        """Whether the program plays a game, by the values of its option ``Game``."""
        limit = TimeLimit.of(self._start_limit)
        return self._request(lambda client: client.plays(game), limit)

    def choose(self, position: Position, clock: Clock | None) -> Move:
        """Return the program's move; PlayerFailed says what went wrong, with the program's last lines."""
        self.remark = ""
        limit = TimeLimit.of(self._move_limit if clock is None else clock.left(position.turn))

        def ask(client: UgiClient) -> Move:
            move = _legal_move(position, client.best_move(position, clock, limit))
            client.history.add(move)
            self.remark = client.remark
            return move

        return self._request(ask, limit)

    def _request(self, ask: Callable[[UgiClient], Answer], limit: TimeLimit) -> Answer:
        """Send a request to the program, starting it first if needed."""
        with self._lock:
            client, closings, self._busy = self._client, self._closings, True
        try:
            if client is None:
                client = self._start(closings)
                client.begin(min(limit, TimeLimit.of(self._start_limit)))
            return ask(client)
        except DoesNotPlay as problem:  # nothing is wrong with the program
            raise PlayerFailed(_sentence(self.name, str(problem))) from None
        except EngineError as problem:
            raise self._failure(str(problem), client) from None
        except BaseException:  # mainly Ctrl-C
            self._end(client)
            raise
        finally:
            self._busy = False

    def close(self) -> None:
        """End the program; a ``choose`` in another thread fails."""
        with self._lock:
            self._closings += 1
            client, self._client = self._client, None
            busy = self._busy
        if client is not None:
            client.program.end(politely=not busy)

    def _start(self, closings: int) -> UgiClient:
        with self._lock:
            if closings != self._closings:
                raise EngineError("was closed before it started")
            try:
                program = Program(self._arguments(), remember_output=self._show_output)
            except OSError as error:
                raise EngineError(f"cannot be started: {error.strerror or error}") from None
            except ValueError as error:  # an unclosed quotation, a null byte
                raise EngineError(f"cannot be started: {error}") from None
            self._client = UgiClient(program)
            return self._client

    def _arguments(self) -> Sequence[str]:
        words: Sequence[str] = self._command
        if isinstance(words, str):
            words = shlex.split(words, posix=os.name != "nt")
        if not words:
            raise ValueError("the command is empty")
        return words

    def _end(self, client: UgiClient | None) -> None:
        if client is None:
            return
        client.program.end(politely=False)
        with self._lock:
            if self._client is client:
                self._client = None

    def _failure(self, problem: str, client: UgiClient | None) -> PlayerFailed:
        """End the program; return an error with the problem and the last lines it printed."""
        if client is None:
            return PlayerFailed(_sentence(self.name, problem))
        closed = client.program.closed
        self._end(client)
        if closed:
            return PlayerFailed(_sentence(self.name, "was closed before it chose a move"))
        lines = [_sentence(self.name, problem)]
        if client.program.last_lines:
            lines += ["Its last lines:", *(f"    {line}" for line in client.program.last_lines)]
        return PlayerFailed("\n".join(lines))


def _sentence(name: str, problem: str) -> str:
    return f"{shortened(name, _LONGEST_NAME)} {problem.rstrip('.')}."


def _legal_move(position: Position, text: str) -> Move:
    try:
        return position.parse_move(text)
    except InvalidMove as error:
        raise EngineError(f"answered {excerpt(text)}, which isn't a move: {error}") from None
    except IllegalMove as error:
        raise EngineError(f"answered {excerpt(text)}, which is illegal: {error}") from None


def python_bot(path: str, *, start_limit: float = START_LIMIT, move_limit: float = MOVE_LIMIT) -> Player:
    """Return the bot in a Python file, a function ``choose(position)``.

    It runs in its own process, so it does no harm if it hangs, crashes or prints.
    """
    file = os.path.abspath(os.path.expanduser(path))
    # -P keeps files in the current folder from shadowing Python's modules
    command = [sys.executable, "-P", "-m", _HOST, file]
    return EngineBot(
        command, name=f"python:{path}", start_limit=start_limit, move_limit=move_limit, show_output=False
    )
