"""Rate limits: token buckets that hold one minute's allowance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import islice
from time import monotonic
from typing import TypeVar

_Key = TypeVar("_Key", bound=Hashable)

_MINUTE = 60.0
_MAX_KEYS = 50_000  # keys to remember


class Buckets:
    """A token bucket per key, stored as the time when it will be full again."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._full_again: dict[Hashable, float] = {}

    def __len__(self) -> int:
        return len(self._full_again)

    def spend(self, key: Hashable, per_minute: int) -> float:
        """Spend one token. Return 0 if there was one, otherwise the seconds until there is."""
        return self.spend_all({key: per_minute})

    def spend_all(self, limits: Mapping[_Key, int], amount: int = 1) -> float:
        """Spend an amount from several keys at once, given each key's allowance per minute.

        Return 0 if every key had enough. Otherwise spend nothing and return the seconds until all do.
        """
        wait = self.wait(limits, amount)
        if not wait:
            now = self._now()
            if len(self._full_again) + len(limits) > _MAX_KEYS:
                self._make_room(now)
            for key, per_minute in limits.items():
                self._full_again[key] = self._after(key, per_minute, amount, now)
        return wait

    def wait(self, limits: Mapping[_Key, int], amount: int = 1) -> float:
        """Return the seconds until every key has this amount; 0 if they have it now."""
        now = self._now()
        missing = {key: self._after(key, limits[key], amount, now) - now - _MINUTE for key in limits}
        rounding = 1e-6 * _MINUTE
        return max(wait if wait > rounding / limits[key] else 0.0 for key, wait in missing.items())

    def _after(self, key: Hashable, per_minute: int, amount: int, now: float) -> float:
        """Return when a key's bucket will be full again if it spends this amount now."""
        return max(now, self._full_again.get(key, 0.0)) + amount * _MINUTE / per_minute

    def _make_room(self, now: float) -> None:
        """Drop full buckets, and the oldest ones if that isn't enough."""
        self._full_again = {key: full for key, full in self._full_again.items() if full > now}
        for key in list(islice(self._full_again, max(0, len(self._full_again) - _MAX_KEYS // 2))):
            del self._full_again[key]
