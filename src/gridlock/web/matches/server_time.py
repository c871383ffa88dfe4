"""The time by which matches are timed: it never jumps, whatever is done to the clock of the machine."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

_SLEW = 0.01  # seconds by which this is corrected for each second that passes
_JUMP = 30.0  # seconds that a clock is off by when the log says so

_log = logging.getLogger(__name__)


class ServerTime:
    """Milliseconds since 1970: set once, then counted by the system's monotonic clock.

    If the clock that it was set by is set to another time, this one follows slowly. Nobody runs out of time
    because of that, and no match looks a year old all at once.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._offset = 0.0
        self._corrected = now()
        self._jumped = False

    def __call__(self) -> int:
        """The time."""
        return int((self._now() + self._offset) * 1000)

    def set(self, seconds: float) -> None:
        """Set the time, before anything is timed by it."""
        self._corrected = self._now()
        self._offset = seconds - self._corrected

    def correct(self, seconds: float) -> None:
        """Come a little closer to the time that a clock shows."""
        now = self._now()
        most = _SLEW * (now - self._corrected)
        off = seconds - (now + self._offset)
        self._offset += max(-most, min(most, off))
        self._corrected = now
        self._note(off)

    def _note(self, off: float) -> None:
        """Log when a jump was noticed, once until it is caught up with."""
        jumped = abs(off) > _JUMP
        if jumped and not self._jumped:
            _log.warning(
                "The clock was set %s by %.0f s. The clocks of matches go on as before.",
                "forward" if off > 0 else "back",
                abs(off),
            )
        self._jumped = jumped
