"""Logs database outages: one line at the start, one at the end."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

_QUIET = 60.0  # seconds after an outage in which another one isn't logged

_log = logging.getLogger(__name__)


class Outage:
    """Tracks whether a database operation is failing, and since when.

    A database that keeps failing and recovering gets at most two lines a minute.
    """

    def __init__(self, operation: str, now: Callable[[], float] = monotonic) -> None:
        """``operation`` is the subject of the log lines, such as ``Writing matches``."""
        self._operation = operation
        self._now = now
        self._since: float | None = None
        self._quiet_until = float("-inf")

    def failed(self, error: BaseException) -> None:
        """Note a failure."""
        if self._since is None and self._now() >= self._quiet_until:
            self._since = self._now()
            _log.error("%s failed; retrying: %s", self._operation, _on_one_line(error))

    def worked(self) -> None:
        """Note a success."""
        if self._since is not None:
            _log.warning("%s works again after %.0f s.", self._operation, self._now() - self._since)
            self._since = None
            self._quiet_until = self._now() + _QUIET


def _on_one_line(error: BaseException) -> str:
    """Return the error's message without the SQL statement and its values, which are private."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split()) or type(original).__name__
