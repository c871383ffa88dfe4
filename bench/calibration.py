"""Measure this machine's speed with a fixed loop, so that times from two machines can be compared."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
from numba import njit

_STEPS = 1_000_000
_WORDS = 1 << 22  # 32 MB: larger than most caches, like the table of a search
_RUNS = 25  # short, so that other programs don't disturb all of them
_MIX = np.uint64(0x9E3779B97F4A7C15)
_ODD = np.uint64(0xC2B2AE3D27D4EB4F)


def _loop(table: Any, steps: int) -> Any:
    """Do what a search does most: arithmetic on words, with random table lookups in between."""
    word, total = np.uint64(1), np.uint64(0)
    last = np.uint64(len(table) - 1)
    for _ in range(steps):
        for shift in range(1, 9):
            word ^= word << np.uint64(shift) & ~word >> np.uint64(9)
            word = word * _MIX + _ODD
        place = np.int64(word >> np.uint64(32) & last)
        total += table[place]
        table[place] = word
    return total


def calibration() -> float:
    """The seconds the compiled loop takes on one thread: the best of several runs."""
    compiled: Any = njit(_loop)
    compiled(np.zeros(8, dtype=np.uint64), 1)
    table, times = np.ones(_WORDS, dtype=np.uint64), []
    for _ in range(_RUNS):
        began = perf_counter()
        compiled(table, _STEPS)
        times.append(perf_counter() - began)
    return min(times)
