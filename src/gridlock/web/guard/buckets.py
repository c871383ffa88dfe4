"""How much one address may do: so many a minute, in one go if it likes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import islice
from time import monotonic
from typing import TypeVar

_Key = TypeVar("_Key", bound=Hashable)

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
        return self.spend_all({key: per_minute})

    def spend_all(self, limits: Mapping[_Key, int], amount: int = 1) -> float:
        """Spend an amount from several keys at once, given what each may spend per minute.

        0 if all of them had it; else nothing is spent, and it returns the seconds until all of them have it.
        """
        late = self.late(limits, amount)
        if not late:
            now = self._now()
            if len(self._full_again) + len(limits) > _MOST:
                self._make_room(now)
            for key, per_minute in limits.items():
                self._full_again[key] = self._after(key, per_minute, amount, now)
        return late

    def late(self, limits: Mapping[_Key, int], amount: int = 1) -> float:
        """The seconds until all of them have this amount; 0 if they have it now."""
        now = self._now()
        missing = {key: self._after(key, limits[key], amount, now) - now - _MINUTE for key in limits}
        rounding = 1e-6 * _MINUTE
        return max(late if late > rounding / limits[key] else 0.0 for key, late in missing.items())

    def _after(self, key: Hashable, per_minute: int, amount: int, now: float) -> float:
        """When all that a key has spent will be there again, if it spends this, too."""
        return max(now, self._full_again.get(key, 0.0)) + amount * _MINUTE / per_minute

    def _make_room(self, now: float) -> None:
        """Forget those who have everything again, and if that is not enough, those who came first."""
        self._full_again = {key: full for key, full in self._full_again.items() if full > now}
        for key in list(islice(self._full_again, max(0, len(self._full_again) - _MOST // 2))):
            del self._full_again[key]
