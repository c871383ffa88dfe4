"""Outages of the database in the log: a line when one begins, and a line when it is over."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

_QUIET = 60.0  # seconds after the end of an outage in which the next one is not logged

_log = logging.getLogger(__name__)


class Outage:
    """Whether something that the database does for us fails at the moment, and since when.

    Both lines are logged once for each outage. A database that fails again and again, a little later each
    time, gets two lines a minute.
    """

    def __init__(self, what: str, now: Callable[[], float] = monotonic) -> None:
        """``what`` fails or works, as the log puts it: ``Writing matches``."""
        self._what = what
        self._now = now
        self._since: float | None = None
        self._quiet_until = float("-inf")

    def failed(self, error: BaseException) -> None:
        """Note a failure."""
        if self._since is None and self._now() >= self._quiet_until:
            self._since = self._now()
            _log.error("%s fails and is being retried: %s", self._what, _on_one_line(error))

    def worked(self) -> None:
        """Note a success."""
        if self._since is not None:
            _log.warning("%s works again after %.0f s.", self._what, self._now() - self._since)
            self._since = None
            self._quiet_until = self._now() + _QUIET


def _on_one_line(error: BaseException) -> str:
    """What went wrong, without the statement and its values, which are somebody's match."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split()) or type(original).__name__
