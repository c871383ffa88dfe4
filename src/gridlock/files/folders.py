"""The cache and data folders, private folders, and paths typed by the user."""

import errno
import os
import stat
from pathlib import Path
from shlex import quote
from typing import Literal


def cache_folder() -> Path:
    """Return the folder for files that can be recreated: GRIDLOCK_CACHE, or the system's cache folder."""
    return _folder("GRIDLOCK_CACHE", "user_cache_path")


def data_folder() -> Path:
    """Return the folder for the user's own files: GRIDLOCK_DATA, or the system's data folder."""
    return _folder("GRIDLOCK_DATA", "user_data_path")


def _folder(variable: str, kind: Literal["user_cache_path", "user_data_path"]) -> Path:
    """Return the folder named by an environment variable, or the system's; OSError without a home folder."""
    override = os.environ.get(variable)
    if override:
        return Path(override)
    import platformdirs  # imported late: it takes a fifth of the program's start-up time

    folders = platformdirs.PlatformDirs("gridlock", appauthor=False, roaming=True)
    try:
        folder: Path = getattr(folders, kind)
    except RuntimeError:
        folder = Path("~")
    if not folder.is_absolute():  # older versions of platformdirs return "~"
        raise OSError(errno.ENOENT, f"You have no home folder; set {variable} to a folder you can write to")
    return folder


def secure_dir(base: Path, *parts: str) -> Path:
    """Create the folder ``base/parts...`` if it's missing and return its real path; OSError if it's not safe.

    A safe folder belongs to this user, and no other user can write to it or replace it. ``base`` and
    everything below it must be private; the folders above it just mustn't be world-writable.
    """
    folder = base.joinpath(*parts)
    _make_private(folder)
    real = Path(os.path.realpath(folder))  # a symlink could be changed later
    if hasattr(os, "getuid"):
        _check_private(real, strict=True, remedy="rm -r")  # its contents can't be trusted
        for depth, place in enumerate(real.parents):
            _check_private(place, strict=depth < len(parts), remedy="chmod go-w")
    return real


def _make_private(folder: Path) -> None:
    """Create a folder and its missing parents, accessible to this user only."""
    if not folder.is_dir():
        if folder.parent != folder:
            _make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _check_private(place: Path, *, strict: bool, remedy: str) -> None:
    status = place.stat()
    if status.st_uid not in ((os.getuid(),) if strict else (os.getuid(), 0)):
        raise PermissionError(f"{place} belongs to another user")
    others = stat.S_IWOTH | (stat.S_IWGRP if strict else 0)
    sticky = status.st_mode & stat.S_ISVTX and not strict
    if status.st_mode & others and not sticky:
        raise PermissionError(f"Others can write to {place}. Run '{remedy} {quote(str(place))}' to fix that")


def user_path(text: str) -> Path:
    """Turn typed text into a path, expanding ``~``; OSError if it can't be a path."""
    try:
        path = Path(text).expanduser()
        encoded = os.fsencode(path)
    except RuntimeError:
        raise OSError(errno.ENOENT, "There is no such home folder", text) from None
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise OSError(errno.EINVAL, "Not a file name", text)
    return path
