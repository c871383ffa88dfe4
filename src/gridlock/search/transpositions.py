"""What has been found out about positions, kept in a table of a fixed size that all threads share.

An entry is four words: data, and the three words of the position's key, whole, so that a collision of hashes
can never give a wrong answer. Threads share the table without a lock that anybody waits for: who wants to
write marks the data word as busy by a compare-and-swap and leaves if that fails; who reads looks at the data
word before and after the key and takes the entry only if it is the same. A serial number in it makes sure.
"""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Any

import numpy as np

from gridlock.search.jit import fetch, inner, load, njit, store, swap_if

Table = Any  # a one-dimensional NumPy array of uint64

_WORDS = 4
_BUCKET = 2 * _WORDS  # two entries, which is a line of the processor's cache
ENTRY_BYTES = 8 * _BUCKET // 2
MOST_BYTES = (2**32 - 1) * 2 * ENTRY_BYTES  # a bucket is chosen by 32 bits of a hash

_SAMPLE = 2048  # entries that are looked at to see how full a table is
_EMPTY = np.uint64(0)
_BUSY = np.uint64(1 << 31)
_BYTE = np.uint64(255)
_MIX_1 = np.uint64(0x9E3779B97F4A7C15)
_MIX_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_MIX_3 = np.uint64(0xD6E8FEB86659FD93)
_MIX_4 = np.uint64(0xA0761D6478BD642F)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_NEXT_SERIAL = np.uint64(1 << 32)


def new_table(memory: int) -> Table:
    """An empty table of at most this many bytes, but at least one bucket.

    MemoryError or OSError if the system refuses so much.

    The system gives the memory only as it is used, in large pages where it can: the table is read all over,
    and with small pages most of the time would go into finding them.
    """
    buckets = max(1, min(memory, MOST_BYTES) // (2 * ENTRY_BYTES))
    mapped = mmap.mmap(-1, buckets * 2 * ENTRY_BYTES)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # not every system has large pages
            mapped.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(mapped, dtype=np.uint64)


@inner
def _bucket(table: Table, first: Any, second: Any, third: Any) -> Any:
    """The index of the first word of the two entries in which a key may be kept."""
    mixed = (first ^ (second << np.uint64(29) | second >> np.uint64(35)) * _MIX_2) * _MIX_1 ^ third * _MIX_4
    mixed = (mixed ^ mixed >> np.uint64(32)) * _MIX_3
    buckets = np.uint64(len(table) // _BUCKET)
    return np.int64((mixed >> np.uint64(32)) * buckets >> np.uint64(32)) * _BUCKET


@inner
def seek(table: Table, first: Any, second: Any, third: Any) -> Any:
    """Where a key may be kept; what is there will be asked for soon."""
    place = _bucket(table, first, second, third)
    fetch(table, place)
    return place


@njit
def find(table: Table, first: Any, second: Any, third: Any) -> Any:
    """What is known of a position: lower bound, upper bound and best move, -1 if there is none."""
    return find_at(table, _bucket(table, first, second, third), first, second, third)


@inner
def find_at(table: Table, base: Any, first: Any, second: Any, third: Any) -> Any:
    """The same, where the place is known."""
    for index in (base, base + _WORDS):
        data = load(table, index)
        if data == _EMPTY or data & _BUSY:
            continue
        if (
            load(table, index + 1) == first
            and load(table, index + 2) == second
            and load(table, index + 3) == third
            and load(table, index) == data
        ):
            lower = np.int64(data & _BYTE) - 128
            upper = np.int64(data >> np.uint64(8) & _BYTE) - 128
            return lower, upper, np.int64(data >> np.uint64(16) & _BYTE) - 1
    return -128, 127, -1


@njit
def keep(
    table: Table, first: Any, second: Any, third: Any, lower: Any, upper: Any, move: Any, effort: Any
) -> None:
    """Keep what has been found; of two others in the way, the one with less effort in it goes."""
    base = _bucket(table, first, second, third)
    index, least = base, np.int64(1000)
    for candidate in (base, base + _WORDS):
        data = load(table, candidate)
        if (
            load(table, candidate + 1) == first
            and load(table, candidate + 2) == second
            and load(table, candidate + 3) == third
            and data != _EMPTY
        ):
            index = candidate
            break
        worth = np.int64(data >> np.uint64(24) & np.uint64(127)) if data != _EMPTY else np.int64(-1)
        if worth < least:
            index, least = candidate, worth
    old = load(table, index)
    if old & _BUSY or not swap_if(table, index, old, old | _BUSY):
        return
    data = (
        np.uint64(lower + 128)
        | np.uint64(upper + 128) << np.uint64(8)
        | np.uint64(move + 1) << np.uint64(16)
        | np.uint64(effort) << np.uint64(24)
        | ((old >> np.uint64(32)) + np.uint64(1) & _LOW_HALF) << np.uint64(32)
    )
    store(table, index + 1, first)
    store(table, index + 2, second)
    store(table, index + 3, third)
    store(table, index, data)


def filled(table: Table) -> float:
    """The part of a table that is in use, from 0 to 1, as a sample shows."""
    entries = table.reshape(-1, _WORDS)[:, 0]
    sample = entries[:: max(1, len(entries) // _SAMPLE)]
    return np.count_nonzero(sample) / len(sample)


@njit
def copy(old: Table, new: Table, first: Any, last: Any) -> None:
    """Keep what one table holds in another, a larger one: the entries from ``first`` to ``last - 1``."""
    for slot in range(first, last):
        index = slot // 2 * _BUCKET + slot % 2 * _WORDS
        data = old[index]
        if data != _EMPTY and not data & _BUSY:
            keep(
                new,
                old[index + 1],
                old[index + 2],
                old[index + 3],
                np.int64(data & _BYTE) - 128,
                np.int64(data >> np.uint64(8) & _BYTE) - 128,
                np.int64(data >> np.uint64(16) & _BYTE) - 1,
                np.int64(data >> np.uint64(24) & np.uint64(127)),
            )
