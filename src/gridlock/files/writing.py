"""Writing files so that nothing is ever lost or left half-written."""

from __future__ import annotations

import errno
import itertools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from gridlock.files.locks import try_lock
from gridlock.files.reading import read_bytes, regular_status

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_numbers = itertools.count(1)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one step: whoever reads it sees the old content or the new, never a part.

    Raises OSError, and then the old file is as it was.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with draft_of(path) as draft:
        draft.write(data)


def overwrite(path: Path, content: str | bytes, is_ours: Callable[[bytes], bool]) -> None:
    """Write a file in one step, unless there is one that does not hold what we write there."""
    check_overwrite(path, is_ours)
    write_whole(path, content)


def check_overwrite(path: Path, is_ours: Callable[[bytes], bool]) -> None:
    """Raise FileExistsError if a file is there that does not hold what we write there."""
    try:
        content = read_bytes(path)
    except FileNotFoundError:
        return
    if content and not is_ours(content):
        raise FileExistsError(errno.EEXIST, "Holds something else; not overwritten", str(path))


@contextmanager
def draft_of(path: Path) -> Iterator[IO[bytes]]:
    """A new file to be written in here, which takes the place of the old one at the end.

    If anything is raised, also by Ctrl-C, the old file is as it was. Any OSError names the file.
    """
    mode = _old_mode(path)
    target = Path(os.path.realpath(path))
    with _named(path):
        draft, place = _open_draft(target.parent)
        try:
            with draft:
                yield draft
                draft.flush()
                os.fsync(draft.fileno())
                if mode is not None:
                    os.chmod(place, mode)
                if sys.platform != "win32":  # while it is locked, so that no sweeper takes it
                    os.replace(place, target)
            if sys.platform == "win32":  # where an open file keeps its name
                os.replace(place, target)
            _sync_folder(target.parent)
        finally:
            place.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove the drafts in a folder whose programs were killed. A draft in use is locked, and stays."""
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
    """The permissions of the file that is there, or None if there is none."""
    try:
        return regular_status(path).st_mode
    except FileNotFoundError:
        return None


def _open_draft(folder: Path) -> tuple[IO[bytes], Path]:
    """A new file beside the one to be written, locked as long as it is open."""
    while True:
        place = folder / f".gridlock-{os.getpid()}-{next(_numbers)}.tmp"
        with suppress(FileExistsError):  # left behind by a program with our number, long ago
            draft = open(place, "x+b")  # noqa: SIM115  (the caller closes it)
            if try_lock(draft.fileno()) is not False and place.exists():
                return draft, place
            draft.close()  # swept away before it could be locked


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let every OSError in here name the file that a person knows."""
    try:
        yield
    except OSError as error:
        if error.strerror is None or error.filename == str(path):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _sync_folder(folder: Path) -> None:
    """Make sure that a new name survives a power cut, where folders can be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):  # some file systems cannot, and the file itself is safe
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
