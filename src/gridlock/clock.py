"""Time controls, and a game clock for two sides."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from math import ceil
from time import monotonic
from typing import NamedTuple

from gridlock.errors import InvalidChoice, excerpt


class TimeControl(NamedTuple):
    """The seconds each side starts with, and the seconds added after each move."""

    seconds: float
    increment: float = 0.0

    def __str__(self) -> str:
        return f"{time_text(self.seconds)}+{self.increment:g}" if self.increment else time_text(self.seconds)


def time_text(seconds: float) -> str:
    """Format a time for a clock, rounded up: ``5:00``, and with tenths near the end: ``0:07.5``."""
    tenths = ceil(max(0.0, seconds) * 10)
    if tenths < 100 and tenths % 10:
        return f"0:{tenths / 10:04.1f}"
    minutes, rest = divmod(-(-tenths // 10), 60)
    return f"{minutes}:{rest:02}"


_TIME = re.compile(r"(?:([0-9]{1,3}):([0-5][0-9]|[0-9])|([0-9]{1,5}))(?:\s*\+\s*([0-9]{1,4}(?:\.[0-9])?))?")
_MAX_SECONDS = 1000 * 60  # seconds
_FORMAT = "A time is minutes (5), minutes plus seconds for each move (5+3), or minutes:seconds (0:30)"


def read_time(text: str) -> TimeControl:
    """Parse a time control: ``5+3`` and ``5`` (minutes), ``5:00+3``, ``0:30``."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise InvalidChoice(f"{_FORMAT}, not {excerpt(text)}.")
    minutes, rest, number, increment = match.groups()
    total = 60 * int(number) if number else 60 * int(minutes) + int(rest)
    if not 0 < total < _MAX_SECONDS:
        raise InvalidChoice(f"A clock must start above 0:00 and below 1000:00, not at {excerpt(text)}.")
    return TimeControl(total, float(increment or 0))


class Clock:
    """The time left for each side. The clock is stopped until :meth:`start`."""

    def __init__(self, control: TimeControl, *, now: Callable[[], float] = monotonic) -> None:
        self.control = control
        self._now = now
        self._left = [control.seconds, control.seconds]
        self._side: int | None = None
        self._since = 0.0

    def copy(self) -> Clock:
        """Return an independent copy of the clock."""
        twin = copy(self)
        twin._left = list(self._left)
        return twin

    @property
    def running(self) -> int | None:
        """The side whose clock is running, if any."""
        return self._side

    def left(self, side: int) -> float:
        """The seconds a side has left; 0 if its time has run out."""
        spent = self._now() - self._since if self._side == side else 0.0
        return max(0.0, self._left[side - 1] - spent)

    def start(self, side: int) -> None:
        """Start this side's clock and stop the other's."""
        self.stop()
        self._side, self._since = side, self._now()

    def stop(self) -> None:
        """Stop the clock."""
        if self._side is not None:
            self._left[self._side - 1] = self.left(self._side)
        self._side = None

    def add_increment(self, side: int) -> None:
        """Add the increment to a side's time."""
        self._left[side - 1] += self.control.increment

    def set_left(self, side: int, seconds: float) -> None:
        """Set a side's time left, for example when a match is resumed."""
        self._left[side - 1] = seconds
        self._since = self._now()
