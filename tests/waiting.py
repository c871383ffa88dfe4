"""Wait for conditions instead of fixed times."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

DEADLINE = 300.0
"""Seconds after which a test stops waiting. It only decides how long a failure takes."""

_TICK = 0.01  # seconds between checks


def until(condition: Callable[[], T]) -> T:
    """Wait until a condition holds, and return its value."""
    end = time.monotonic() + DEADLINE
    while not (answer := condition()):
        assert time.monotonic() < end, f"not within {DEADLINE:g} seconds"
        time.sleep(_TICK)
    return answer


async def eventually(condition: Callable[[], T]) -> T:
    """Wait until a condition holds, without blocking the event loop, and return its value."""
    end = time.monotonic() + DEADLINE
    while not (answer := condition()):
        assert time.monotonic() < end, f"not within {DEADLINE:g} seconds"
        await asyncio.sleep(_TICK)
    return answer


def read_if_there(path: Path) -> str:
    """Return a file's content; empty if it doesn't exist yet."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
