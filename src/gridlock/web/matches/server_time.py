"""The server time for matches, which never jumps even if the machine's clock does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

_SLEW = 0.01  # maximum correction in seconds per second
_JUMP = 30.0  # seconds of difference that are logged

_log = logging.getLogger(__name__)


class ServerTime:
    """Milliseconds since 1970: set once, then advanced by the monotonic clock.

    If the reference clock jumps, this one follows slowly. So no clock in a match runs out because of that,
    and no match suddenly looks a year old.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._offset = 0.0
        self._corrected = now()
        self._jumped = False

    def __call__(self) -> int:
        """Return the time in milliseconds."""
        return int((self._now() + self._offset) * 1000)

    def set(self, seconds: float) -> None:
        """Set the time, before it is first used."""
        self._corrected = self._now()
        self._offset = seconds - self._corrected

    def correct(self, seconds: float) -> None:
        """Move a little closer to the reference clock's time."""
        now = self._now()
        limit = _SLEW * (now - self._corrected)
        off = seconds - (now + self._offset)
        self._offset += max(-limit, min(limit, off))
        self._corrected = now
        self._log_jump(off)

    def _log_jump(self, off: float) -> None:
        """Log a jump of the reference clock, once until the difference is gone."""
        jumped = abs(off) > _JUMP
        if jumped and not self._jumped:
            _log.warning(
                "The system clock jumped %s by %.0f s. Clocks in matches are not affected.",
                "forward" if off > 0 else "back",
                abs(off),
            )
        self._jumped = jumped
