"""Atomic writes: a file never ends up lost or half-written."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from gridlock.files.locks import try_lock
from gridlock.files.reading import regular_status

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_numbers = itertools.count(1)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file atomically: readers see the old content or the new, never a part.

    If it raises OSError, the old file is unchanged.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with draft_of(path) as draft:
        draft.write(data)


@contextmanager
def draft_of(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file that replaces the old one at the end of the ``with`` block.

    After any exception, Ctrl-C included, the old file is unchanged. Every OSError names the file.
    """
    mode = _old_mode(path)
    target = Path(os.path.realpath(path))
    with _errors_name(path):
        draft, place = _open_draft(target.parent)
        try:
            with draft:
                yield draft
                draft.flush()
                os.fsync(draft.fileno())
                if mode is not None:
                    os.chmod(place, mode)
                if sys.platform != "win32":  # while it's locked, so that sweep() doesn't remove it
                    os.replace(place, target)
            if sys.platform == "win32":  # which can't rename an open file
                os.replace(place, target)
            _sync_folder(target.parent)
        finally:
            place.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove drafts in a folder that were left by killed programs. Drafts in use are locked, and stay."""
    with suppress(OSError):
        for place in folder.glob(".gridlock-*.tmp"):
            with suppress(OSError):
                _remove_if_abandoned(place)


def _remove_if_abandoned(place: Path) -> None:
    with open(os.open(place, os.O_RDWR | _NO_LINK), "r+b") as draft:
        abandoned = try_lock(draft.fileno())
        if abandoned and sys.platform != "win32":
            place.unlink()
    if abandoned and sys.platform == "win32":
        place.unlink()


def _old_mode(path: Path) -> int | None:
    """Return the permissions of the existing file, or None."""
    try:
        return regular_status(path).st_mode
    except FileNotFoundError:
        return None


def _open_draft(folder: Path) -> tuple[IO[bytes], Path]:
    """Create a draft in a folder, locked while it's open; return the file and its path."""
    while True:
        place = folder / f".gridlock-{os.getpid()}-{next(_numbers)}.tmp"
        with suppress(FileExistsError):  # left by an earlier program with our process id
            draft = open(place, "x+b")  # noqa: SIM115  (the caller closes it)
            if try_lock(draft.fileno()) is not False and place.exists():
                return draft, place
            draft.close()  # sweep() removed it before it was locked


@contextmanager
def _errors_name(path: Path) -> Iterator[None]:
    """Make every OSError in the block name the user's file instead of the draft."""
    try:
        yield
    except OSError as error:
        if error.strerror is None or error.filename == str(path):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _sync_folder(folder: Path) -> None:
    """Make a rename survive a power cut, where folders can be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):  # some file systems can't; the file itself is safe
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
