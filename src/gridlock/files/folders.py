"""Where files are kept, folders that nobody else can write to, and what people mean by a path."""

import errno
import os
import stat
from pathlib import Path
from shlex import quote
from typing import Literal


def cache_folder() -> Path:
    """The folder for files that can be made again: GRIDLOCK_CACHE, or the system's place for those."""
    return _folder("GRIDLOCK_CACHE", "user_cache_path")


def data_folder() -> Path:
    """The folder for files that belong to the user: GRIDLOCK_DATA, or the system's place for those."""
    return _folder("GRIDLOCK_DATA", "user_data_path")


def _folder(variable: str, kind: Literal["user_cache_path", "user_data_path"]) -> Path:
    """The folder that an environment variable names, else the system's; OSError if the user has no home."""
    own = os.environ.get(variable)
    if own:
        return Path(own)
    import platformdirs  # here, since it takes a fifth of the time that the program needs to start

    folders = platformdirs.PlatformDirs("gridlock", appauthor=False, roaming=True)
    try:
        folder: Path = getattr(folders, kind)
    except RuntimeError:
        folder = Path("~")
    if not folder.is_absolute():  # as older versions of platformdirs leave it
        raise OSError(errno.ENOENT, f"You have no home folder; set {variable} to a folder of yours")
    return folder


def secure_dir(base: Path, *parts: str) -> Path:
    """Return the real path of the folder ``base/parts...``, made if need be; OSError if it is not safe.

    It is safe if nobody but this user owns it, can write to it, or could put another in its place. That holds
    for ``base`` and everything below it; above it, only a folder that everybody can write to is too much.
    """
    folder = base.joinpath(*parts)
    _make_private(folder)
    real = Path(os.path.realpath(folder))  # a link could lead elsewhere later
    if hasattr(os, "getuid"):
        _check_private(real, strict=True, remedy="rm -r")  # since what lies in there may be from anybody
        for depth, place in enumerate(real.parents):
            _check_private(place, strict=depth < len(parts), remedy="chmod go-w")
    return real


def _make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for this user alone."""
    if not folder.is_dir():
        if folder.parent != folder:
            _make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _check_private(place: Path, *, strict: bool, remedy: str) -> None:
    status = place.stat()
    if status.st_uid not in ((os.getuid(),) if strict else (os.getuid(), 0)):
        raise PermissionError(f"{place} belongs to somebody else")
    others = stat.S_IWOTH | (stat.S_IWGRP if strict else 0)
    sticky = status.st_mode & stat.S_ISVTX and not strict
    if status.st_mode & others and not sticky:
        raise PermissionError(f"Others can write to {place}. '{remedy} {quote(str(place))}' mends that")


def user_path(text: str) -> Path:
    """The path that a person has typed, ``~`` included; OSError if there cannot be such a path."""
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
