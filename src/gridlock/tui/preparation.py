"""Getting the solver ready while people already play: its code is compiled in another process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

from gridlock.rules import Game

_USUAL = 10.0  # seconds that the first game takes on a usual machine
_LOOK = 0.1  # seconds between two looks at whether it is ready
_PROGRAM = "gridlock.tui.compiler"


class Preparation:
    """Has the searches of games compiled by a process that goes when the app does.

    Until :meth:`start`, and after the process has ended for whatever reason, every game counts as ready: then
    whoever searches first compiles.
    """

    def __init__(self, program: Sequence[str] = (sys.executable, "-P", "-m", _PROGRAM)) -> None:
        self._program = program
        self._process: subprocess.Popen[str] | None = None
        self._ready: set[str] = set()
        self._current = ""
        self._began = 0.0
        self._usual = _USUAL

    @property
    def running(self) -> bool:
        """Whether something is being compiled."""
        return self._process is not None

    def start(self, ids: Sequence[str]) -> None:
        """Begin, with the games in this order."""
        with suppress(OSError):  # without another process, whoever searches first compiles
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
        """Follow what the process says, until it ends."""
        with process, suppress(OSError, ValueError):
            for line in process.stdout or ():
                self._note(*line.split())
        self._process = None

    def _note(self, event: str, id: str) -> None:
        """The process has begun with a game, or is done with it."""
        if event == "begin":
            self._current, self._began = id, monotonic()
        else:
            self._ready.add(id)
            self._usual = monotonic() - self._began

    def hurry(self, game: Game) -> None:
        """Let this game be the next."""
        process = self._process
        if process is not None and process.stdin is not None and game.id not in self._ready:
            with suppress(OSError, ValueError):
                process.stdin.write(f"{game.id}\n")

    def is_ready(self, game: Game) -> bool:
        """Whether a search of this game need not wait."""
        return self._process is None or game.id in self._ready

    def sentence(self, game: Game) -> str:
        """What somebody is told who has to wait for this game."""
        left = max(0.0, self._usual - (monotonic() - self._began))
        if game.id != self._current:  # there is another one to be finished first
            left += self._usual
        about = f"about {left:.0f} s" if left >= 1 else "a moment"
        return f"Getting the solver ready, once: {about} ..."

    async def ready(self, game: Game) -> None:
        """Wait until a search of this game need not."""
        while not self.is_ready(game):
            await asyncio.sleep(_LOOK)

    def stop(self) -> None:
        """End the process."""
        process = self._process
        if process is not None:
            process.kill()
