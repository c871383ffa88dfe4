"""How much one address may do: so many a minute, in one go if it likes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import islice
from time import monotonic

__all__ = ["Buckets"]

_MINUTE = 60.0
_MOST = 50_000  # addresses that are remembered


class Buckets:
    """For each key, when all that was spent will be there again."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._full_again: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._full_again)

    def spend(self, key: Hashable, per_minute: int) -> float:
        """Spend one: 0 if there was one, else the seconds until there is."""
        now = self._now()
        share = _MINUTE / per_minute
        full = max(now, self._full_again.get(key, 0.0)) + share
        late = full - now - _MINUTE
        if late > share * 1e-6:  # more than rounding makes
            return late
        if key not in self._full_again and len(self._full_again) >= _MOST:
            self._make_room(now)
        self._full_again[key] = full
        return 0.0

    def _make_room(self, now: float) -> None:
        """Forget those who have everything again, and if that is not enough, those who came first."""
        self._full_again = {key: full for key, full in self._full_again.items() if full > now}
        for key in list(islice(self._full_again, max(0, len(self._full_again) - _MOST // 2))):
            del self._full_again[key]
