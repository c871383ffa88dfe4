"""The ``go`` command: a player thinks in its own thread, so that other commands are still answered."""

from __future__ import annotations

import threading
from collections.abc import Callable

from gridlock.clock import Clock, TimeControl
from gridlock.errors import GridlockError, excerpt
from gridlock.players import Player
from gridlock.players.engine_bot import EngineBot
from gridlock.rules import Position

_TIMES = ("p1time", "p2time", "p1inc", "p2inc", "movetime")
_IGNORED = ("depth", "nodes")  # our players have no such limits


def clock_for(words: list[str], turn: int) -> Clock | None:
    """Return the clock described by the words after ``go``, running for the side to move; None if none is."""
    times = _read_times(words)
    if "movetime" in times:
        # With such a large increment a player uses nearly all of its time.
        clock = Clock(TimeControl(times["movetime"], 2 * times["movetime"]))
    elif f"p{turn}time" in times:
        clock = Clock(TimeControl(times[f"p{turn}time"], times.get(f"p{turn}inc", 0.0)))
        for side in (1, 2):
            clock.set_left(side, times.get(f"p{side}time", clock.control.seconds))
    else:
        return None
    clock.start(turn)
    return clock


def _read_times(words: list[str]) -> dict[str, float]:
    """Parse the times, in seconds."""
    times = {}
    rest = iter(words)
    for word in rest:
        if word in (*_TIMES, *_IGNORED):
            number = next(rest, "")
            if not (number.isascii() and number.isdigit()) or len(number) > 12:
                raise GridlockError(f"{word} needs a whole number after it, not {excerpt(number)}.")
            if word in _TIMES:
                times[word] = int(number) / 1000
        elif word != "infinite":
            raise GridlockError(
                f"go takes {', '.join((*_TIMES, *_IGNORED))} and infinite, not {excerpt(word)}."
            )
    return times


class GoCommand:
    """A player thinking about a position; ``report`` is called with the lines of the result."""

    def __init__(
        self,
        player: Player,
        position: Position,
        clock: Clock | None,
        report: Callable[[list[str]], None],
        *,
        endless: bool,
    ) -> None:
        self._player = player
        self._position = position
        self._clock = clock
        self._report = report
        self._done = False
        self._may_end = threading.Event()
        if not endless:
            self._may_end.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether the player is still thinking."""
        return not self._done

    def stop(self) -> None:
        """Make the player choose at once, if it can, and report the result."""
        self._may_end.set()
        if not isinstance(self._player, EngineBot):  # closing it would end the program
            self._player.close()

    def wait(self, seconds: float) -> bool:
        """Wait up to this long for the result; return whether it was reported."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        lines = self._result()
        self._may_end.wait()
        self._done = True  # before the report: the client may send the next command at once
        self._report(lines)

    def _result(self) -> list[str]:
        try:
            move = self._player.choose(self._position, self._clock)
        except Exception as error:
            reason = str(error) if isinstance(error, GridlockError) else f"{self._player.name}: {error!r}."
            first, *more = reason.splitlines() or [repr(error)]
            return [f"info string error: {first}", *(f"info string {line}" for line in more), "bestmove none"]
        remark = " ".join(self._player.remark.split())
        return [*([f"info string {remark}"] if remark else []), f"bestmove {move}"]
