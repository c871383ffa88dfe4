"""Compiling the solver in another process while the app is in use."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from gridlock.rules import Game

_FIRST_ESTIMATE = 10.0  # seconds to compile a game
_POLL = 0.1  # seconds
_PROGRAM = "gridlock.tui.compiler"


class Preparation:
    """A process that compiles the games' searches, and ends with the app.

    Before :meth:`start` and after the process has ended, every game counts as ready: then the first search
    compiles.
    """

    def __init__(self, program: Sequence[str] = (sys.executable, "-P", "-m", _PROGRAM)) -> None:
        self._program = program
        self._process: subprocess.Popen[str] | None = None
        self._ready: set[str] = set()
        self._current = ""
        self._began = 0.0
        self._estimate = _FIRST_ESTIMATE

    @property
    def running(self) -> bool:
        """Whether the process is running."""
        return self._process is not None

    def start(self, ids: Sequence[str]) -> None:
        """Start to compile the games in this order."""
        with suppress(OSError):  # without a process, the first search compiles
            self._process = subprocess.Popen(
                [*self._program, *ids],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
            )
            self._began = monotonic()
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Read the process's output until it ends."""
        with process, suppress(OSError, ValueError):
            for line in process.stdout or ():
                self._note(*line.split())
        self._process = None

    def _note(self, event: str, id: str) -> None:
        """Handle an event of the process: it began or finished a game."""
        if event == "begin":
            self._current, self._began = id, monotonic()
        else:
            self._ready.add(id)
            self._estimate = monotonic() - self._began

    def prioritize(self, game: Game) -> None:
        """Compile this game next."""
        process = self._process
        if process is not None and process.stdin is not None and game.id not in self._ready:
            with suppress(OSError, ValueError):
                process.stdin.write(f"{game.id}\n")

    def is_ready(self, game: Game) -> bool:
        """Whether this game can be searched without waiting."""
        return self._process is None or game.id in self._ready

    def wait_text(self, game: Game) -> str:
        """Tell how long this game will take to compile."""
        left = max(0.0, self._estimate - (monotonic() - self._began))
        if game.id != self._current:  # another game is finished first
            left += self._estimate
        about = f"about {left:.0f} s" if left >= 1 else "a moment"
        return f"Getting the solver ready (only once): {about} ..."

    async def ready(self, game: Game) -> None:
        """Wait until this game is ready."""
        while not self.is_ready(game):
            await asyncio.sleep(_POLL)

    def stop(self) -> None:
        """End the process."""
        process = self._process
        if process is not None:
            process.kill()
