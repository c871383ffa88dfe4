"""Limits on the memory for the solver's tables."""

from __future__ import annotations

import os

from gridlock.errors import InvalidChoice

MIN_MEMORY = 12 << 20
"""Minimum bytes per process: three tables of at least 4 MB each."""


def check_memory(memory: int, workers: int) -> int:
    """Return ``memory``, the bytes per worker process; InvalidChoice if it is too little or too much."""
    if memory < MIN_MEMORY:
        raise InvalidChoice(f"--memory must be at least {_in_megabytes(MIN_MEMORY)}.")
    total = physical_memory()
    if total is not None and memory * workers > total:
        raise InvalidChoice(
            f"--memory {_in_megabytes(memory)} for each of {workers} workers is more than this machine's "
            f"{_in_megabytes(total)}. {_advice(total, workers)}"
        )
    return memory


def physical_memory() -> int | None:
    """Return this machine's memory in bytes, or None if unknown."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return None


def _advice(total: int, workers: int) -> str:
    each = total // workers
    if each >= MIN_MEMORY:
        return f"At most --memory {_in_megabytes(each)} fits."
    return f"At most --workers {max(1, total // MIN_MEMORY)} fit."


def _in_megabytes(number: int) -> str:
    return f"{number >> 20}M"
