"""A least-recently-used cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_OVERHEAD = 300  # bytes per entry besides key and value, rounded up

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """A least-recently-used cache with a limited total size. By default every entry has size 1."""

    def __init__(self, capacity: int, size_of: Callable[[Key, Value], int] = lambda *_: 1) -> None:
        """``size_of`` returns the size of an entry. An entry larger than the capacity isn't stored."""
        self._capacity = capacity
        self._size_of = size_of
        self._entries: OrderedDict[Key, Value] = OrderedDict()
        self._size = 0

    @property
    def size(self) -> int:
        """The total size of all entries."""
        return self._size

    def get(self, key: Key) -> Value | None:
        """Return a key's value and mark it as used; None if it isn't cached."""
        if key in self._entries:
            self._entries.move_to_end(key)
        return self._entries.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Store a value, and evict the least recently used entries until everything fits."""
        self.remove(key)
        self._entries[key] = value
        self._size += self._size_of(key, value)
        while self._size > self._capacity:
            self._size -= self._size_of(*self._entries.popitem(last=False))

    def remove(self, key: Key) -> None:
        """Drop an entry, if it is cached."""
        if key in self._entries:
            self._size -= self._size_of(key, self._entries.pop(key))


def memory_of(key: str, body: bytes) -> int:
    """Return the memory an entry takes, in bytes."""
    return 4 * len(key) + len(body) + _OVERHEAD
