"""The transposition table: a fixed-size hash table shared by all threads.

An entry is four words: data, then the three words of the form. The whole form is stored, so a hash collision
can never give a wrong answer. There are no locks. A writer marks the data word as busy with compare-and-swap
and gives up if that fails. A reader checks the data word before and after reading the form, and uses the
entry only if it hasn't changed. The data word includes a serial number, so every write changes it.
"""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import Any

import numpy as np

from gridlock.search.jit import atomic_load, atomic_store, compare_and_swap, inner, njit, prefetch

Table = Any  # a one-dimensional NumPy array of uint64

_WORDS = 4
_BUCKET = 2 * _WORDS  # two entries, which is one cache line
ENTRY_BYTES = 8 * _BUCKET // 2
MOST_BYTES = (2**32 - 1) * 2 * ENTRY_BYTES  # 32 bits of a hash choose the bucket

_SAMPLE = 2048  # entries to sample for the fill level
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
    """Allocate an empty table of at most this many bytes, but at least one bucket.

    Raises MemoryError or OSError if the system refuses.

    Memory is committed as it is used, in huge pages if possible: access is random, and with small pages
    address translation would dominate.
    """
    buckets = max(1, min(memory, MOST_BYTES) // (2 * ENTRY_BYTES))
    mapped = mmap.mmap(-1, buckets * 2 * ENTRY_BYTES)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # not supported everywhere
            mapped.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(mapped, dtype=np.uint64)


@inner
def _bucket(table: Table, first: Any, second: Any, third: Any) -> Any:
    """The index of the first word of the bucket for a form."""
    mixed = (first ^ (second << np.uint64(29) | second >> np.uint64(35)) * _MIX_2) * _MIX_1 ^ third * _MIX_4
    mixed = (mixed ^ mixed >> np.uint64(32)) * _MIX_3
    buckets = np.uint64(len(table) // _BUCKET)
    return np.int64((mixed >> np.uint64(32)) * buckets >> np.uint64(32)) * _BUCKET


@inner
def prefetch_bucket(table: Table, first: Any, second: Any, third: Any) -> Any:
    """Return the bucket for a form and prefetch it."""
    place = _bucket(table, first, second, third)
    prefetch(table, place)
    return place


@njit
def probe(table: Table, first: Any, second: Any, third: Any) -> Any:
    """Look up a form: lower bound, upper bound and best move (-1 if unknown)."""
    return probe_at(table, _bucket(table, first, second, third), first, second, third)


@inner
def probe_at(table: Table, base: Any, first: Any, second: Any, third: Any) -> Any:
    """Like :func:`probe`, for a known bucket."""
    for index in (base, base + _WORDS):
        data = atomic_load(table, index)
        if data == _EMPTY or data & _BUSY:
            continue
        if (
            atomic_load(table, index + 1) == first
            and atomic_load(table, index + 2) == second
            and atomic_load(table, index + 3) == third
            and atomic_load(table, index) == data
        ):
            lower = np.int64(data & _BYTE) - 128
            upper = np.int64(data >> np.uint64(8) & _BYTE) - 128
            return lower, upper, np.int64(data >> np.uint64(16) & _BYTE) - 1
    return -128, 127, -1


@njit
def record(
    table: Table, first: Any, second: Any, third: Any, lower: Any, upper: Any, move: Any, effort: Any
) -> None:
    """Store a result; if the bucket is full, replace the entry with less effort."""
    base = _bucket(table, first, second, third)
    index, least = base, np.int64(1000)
    for candidate in (base, base + _WORDS):
        data = atomic_load(table, candidate)
        if (
            atomic_load(table, candidate + 1) == first
            and atomic_load(table, candidate + 2) == second
            and atomic_load(table, candidate + 3) == third
            and data != _EMPTY
        ):
            index = candidate
            break
        worth = np.int64(data >> np.uint64(24) & np.uint64(127)) if data != _EMPTY else np.int64(-1)
        if worth < least:
            index, least = candidate, worth
    old = atomic_load(table, index)
    if old & _BUSY or not compare_and_swap(table, index, old, old | _BUSY):
        return
    data = (
        np.uint64(lower + 128)
        | np.uint64(upper + 128) << np.uint64(8)
        | np.uint64(move + 1) << np.uint64(16)
        | np.uint64(effort) << np.uint64(24)
        | ((old >> np.uint64(32)) + np.uint64(1) & _LOW_HALF) << np.uint64(32)
    )
    atomic_store(table, index + 1, first)
    atomic_store(table, index + 2, second)
    atomic_store(table, index + 3, third)
    atomic_store(table, index, data)


def fill_level(table: Table) -> float:
    """The estimated fraction of a table in use, from 0 to 1."""
    entries = table.reshape(-1, _WORDS)[:, 0]
    sample = entries[:: max(1, len(entries) // _SAMPLE)]
    return np.count_nonzero(sample) / len(sample)


@njit
def copy(old: Table, new: Table, first: Any, last: Any) -> None:
    """Copy the entries from ``first`` to ``last - 1`` into another table."""
    for slot in range(first, last):
        index = slot // 2 * _BUCKET + slot % 2 * _WORDS
        data = old[index]
        if data != _EMPTY and not data & _BUSY:
            record(
                new,
                old[index + 1],
                old[index + 2],
                old[index + 3],
                np.int64(data & _BYTE) - 128,
                np.int64(data >> np.uint64(8) & _BYTE) - 128,
                np.int64(data >> np.uint64(16) & _BYTE) - 1,
                np.int64(data >> np.uint64(24) & np.uint64(127)),
            )
