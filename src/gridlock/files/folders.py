"""Where files are kept, and what people mean by a path."""

import errno
import os
from pathlib import Path
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
