"""How much memory the solver's tables may have on this machine."""

from __future__ import annotations

import os

from gridlock.errors import InvalidChoice

LEAST_MEMORY = 12 << 20
"""Bytes for the tables of one process: three tables that begin with 4 MB."""


def check_memory(memory: int, workers: int) -> int:
    """Return the bytes for each process's tables; InvalidChoice if they are too few or too many."""
    if memory < LEAST_MEMORY:
        raise InvalidChoice(f"--memory has to be at least {_in_megabytes(LEAST_MEMORY)}.")
    total = physical_memory()
    if total is not None and memory * workers > total:
        raise InvalidChoice(
            f"--memory {_in_megabytes(memory)} for each of {workers} workers is more than this machine's "
            f"{_in_megabytes(total)}. {_what_fits(total, workers)}"
        )
    return memory


def physical_memory() -> int | None:
    """Return how many bytes of memory this machine has; None if the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return None


def _what_fits(total: int, workers: int) -> str:
    each = total // workers
    if each >= LEAST_MEMORY:
        return f"At most --memory {_in_megabytes(each)} fits."
    return f"At most --workers {max(1, total // LEAST_MEMORY)} fit."


def _in_megabytes(number: int) -> str:
    return f"{number >> 20}M"
