"""A cache that forgets what was used least recently."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_OVERHEAD = 300  # bytes that an entry takes beside its key and value, generously

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """A least-recently-used cache with a limit to its total size; each entry counts as one by default."""

    def __init__(self, capacity: int, size_of: Callable[[Key, Value], int] = lambda *_: 1) -> None:
        """``size_of`` returns the size of an entry. An entry larger than the capacity isn't stored."""
        self._capacity = capacity
        self._size_of = size_of
        self._entries: OrderedDict[Key, Value] = OrderedDict()
        self._size = 0

    @property
    def size(self) -> int:
        """The size of all entries together."""
        return self._size

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, which counts as a use; None if it isn't here."""
        if key in self._entries:
            self._entries.move_to_end(key)
        return self._entries.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Store a value, and drop the entries that were used longest ago until everything fits."""
        self.remove(key)
        self._entries[key] = value
        self._size += self._size_of(key, value)
        while self._size > self._capacity:
            self._size -= self._size_of(*self._entries.popitem(last=False))

    def remove(self, key: Key) -> None:
        """Drop an entry, if it is here."""
        if key in self._entries:
            self._size -= self._size_of(key, self._entries.pop(key))


def memory_of(key: str, body: bytes) -> int:
    """The bytes of memory that an entry takes, for a cache that is limited by them."""
    return 4 * len(key) + len(body) + _OVERHEAD
