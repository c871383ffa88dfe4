"""Writing over what we have written ourselves, and over nothing else."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

from gridlock.files.reading import read_bytes
from gridlock.files.writing import write_whole


def check_own(path: Path, is_ours: Callable[[bytes], bool]) -> None:
    """Complain, by OSError, if a file is there that does not hold what we write there."""
    try:
        there = read_bytes(path)
    except FileNotFoundError:
        return
    if there and not is_ours(there):
        raise FileExistsError(errno.EEXIST, "Holds something else; not overwritten", str(path))


def write_own(path: Path, content: str | bytes, is_ours: Callable[[bytes], bool]) -> None:
    """Write a file in one step, unless there is one that holds something else."""
    check_own(path, is_ours)
    write_whole(path, content)
