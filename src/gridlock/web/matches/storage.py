"""Limits the size of the database, in total and per creator.

New matches are refused when 80 % is used and no finished match is left to delete; the rest is reserved for
running matches. Sizes are tracked in memory and read from the database every minute, because other servers
may use it, too.
"""

from __future__ import annotations

import asyncio
import logging

from gridlock.web.problems import Problem
from gridlock.web.store import Store

_NEW_MATCH_FRACTION = 0.8  # fraction of the limit up to which new matches are accepted
_AT_ONCE = 100  # finished matches deleted together
_RETRY = 60  # seconds

_FULL = {
    True: "The server's storage is full. Please try again later.",
    False: "The server's storage is full. Your match is safe; please try again later.",
}
_SHARE_FULL = {
    True: "Too many unfinished matches from your address. Finish one to start another.",
    False: "The address that created this match has used up its storage. Finish other matches first.",
}

_log = logging.getLogger(__name__)


class Storage:
    """Tracks the storage used by matches, and deletes the oldest finished ones when it is full."""

    def __init__(self, store: Store, limit: int, share: float) -> None:
        """``limit`` is in bytes; ``share`` is the fraction of it for one creator."""
        self._store = store
        self._limit = limit
        self._share = int(limit * share)
        self._total = 0
        self._used: dict[str, int] = {}
        self._removing = asyncio.Lock()
        self._warned = False

    async def measure(self) -> None:
        """Read the used storage from the database.

        What is written during the query is added, although the result may already contain it.
        """
        before = self._total
        answer = await self._store.used()
        self._total += answer - before
        self._used.clear()
        self._warned = self._warned and self._total >= _NEW_MATCH_FRACTION * self._limit

    def add(self, creator: str, size: int) -> None:
        """Add this many bytes, perhaps negative, to what a creator uses."""
        self._total += size
        if creator in self._used:
            self._used[creator] += size

    async def ensure_room(self, creator: str, *, new: bool) -> None:
        """Make sure there is storage for a new match or for another event; Problem if there isn't."""
        fraction = _NEW_MATCH_FRACTION if new else 1.0
        if not await self._has_room(creator, int(fraction * self._share)):
            raise Problem(507, "no-room", _SHARE_FULL[new], retry_after=_RETRY)
        if not await self._has_room(None, int(fraction * self._limit)):
            self._warn()
            raise Problem(507, "no-room", _FULL[new], retry_after=_RETRY)

    async def _has_room(self, creator: str | None, limit: int) -> bool:
        """Whether less than ``limit`` is used, after deleting the oldest finished matches if necessary."""
        if await self._used_by(creator) < limit:
            return True
        async with self._removing:
            while await self._used_by(creator) >= limit:
                freed = await self._store.remove_oldest(_AT_ONCE, creator)
                if not freed:
                    return False
                for owner, size in freed.items():
                    self.add(owner, -size)
        return True

    async def _used_by(self, creator: str | None) -> int:
        if creator is None:
            return self._total
        if creator not in self._used:
            self._used[creator] = await self._store.used(creator)
        return self._used[creator]

    def _warn(self) -> None:
        if not self._warned:
            self._warned = True
            _log.warning(
                "The storage of %.0f MB is full, and no finished match is left to delete. See --storage.",
                self._limit / 1e6,
            )
