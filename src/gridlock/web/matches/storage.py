"""Keeping the size of the database within its limit, in all and for each creator of matches.

New matches are refused when four fifths are taken and there is no finished match left to remove; the last
fifth is for matches that are already in play. The sums are kept in memory, and read from the database again
every minute, since other servers may use it too.
"""

from __future__ import annotations

import asyncio
import logging

from gridlock.web.problems import Problem
from gridlock.web.store import Store

_FOR_NEW = 0.8  # of the room, up to which there can be new matches
_AT_ONCE = 100  # finished matches that are removed together
_RETRY = 60  # seconds after which asking again may help

_FULL = {
    True: "This server has no room for more matches just now. Please try again later.",
    False: "This server has no room for more moves just now. Your match is kept; please try again later.",
}
_SHARE_FULL = {
    True: "Too many matches from your address are unfinished. Finish one, and there is room for another.",
    False: "Too much is kept for the address that made this match. Please finish other matches first.",
}

_log = logging.getLogger(__name__)


class Storage:
    """Knows how much room matches take, and removes the oldest finished ones when there is none left."""

    def __init__(self, store: Store, limit: int, share: float) -> None:
        """``limit`` is in bytes; ``share`` is the part of it for the matches of one creator."""
        self._store = store
        self._limit = limit
        self._share = int(limit * share)
        self._total = 0
        self._used: dict[str, int] = {}
        self._removing = asyncio.Lock()
        self._warned = False

    async def measure(self) -> None:
        """Read from the database how much is taken, before the first match and then every minute.

        What is written while the database answers is added, though the answer may contain it already.
        """
        before = self._total
        answer = await self._store.used()
        self._total += answer - before
        self._used.clear()
        self._warned = self._warned and self._total >= _FOR_NEW * self._limit

    def grew(self, creator: str, size: int) -> None:
        """Note that a match of a creator takes more room by this many bytes, or less."""
        self._total += size
        if creator in self._used:
            self._used[creator] += size

    async def admit(self, creator: str, *, new: bool) -> None:
        """Make sure that there is room for a new match, or for an event of one; Problem if there is none."""
        part = _FOR_NEW if new else 1.0
        if not await self._has_room(creator, int(part * self._share)):
            raise Problem(507, "no-room", _SHARE_FULL[new], retry_after=_RETRY)
        if not await self._has_room(None, int(part * self._limit)):
            self._warn()
            raise Problem(507, "no-room", _FULL[new], retry_after=_RETRY)

    async def _has_room(self, creator: str | None, limit: int) -> bool:
        """Whether less than this is taken, after the oldest finished matches were removed if need be."""
        if await self._taken(creator) < limit:
            return True
        async with self._removing:
            while await self._taken(creator) >= limit:
                freed = await self._store.remove_oldest(_AT_ONCE, creator)
                if not freed:
                    return False
                for whose, size in freed.items():
                    self.grew(whose, -size)
        return True

    async def _taken(self, creator: str | None) -> int:
        if creator is None:
            return self._total
        if creator not in self._used:
            self._used[creator] = await self._store.used(creator)
        return self._used[creator]

    def _warn(self) -> None:
        if not self._warned:
            self._warned = True
            _log.warning(
                "The storage of %.0f MB is full, and no finished match is left to remove: see --storage.",
                self._limit / 1e6,
            )
