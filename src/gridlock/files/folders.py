"""Where files are kept, and what people mean by a path."""

import errno
import os
from pathlib import Path


def cache_folder() -> Path:
    """Where files go that can be made again: GRIDLOCK_CACHE, or a folder among the user's cached files."""
    own = os.environ.get("GRIDLOCK_CACHE")
    if own:
        return Path(own)
    system = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return (Path(system) if system else _home("GRIDLOCK_CACHE") / ".cache") / "gridlock"


def data_folder() -> Path:
    """Where files go that belong to the user: GRIDLOCK_DATA, or a folder among the user's data."""
    own = os.environ.get("GRIDLOCK_DATA")
    if own:
        return Path(own)
    system = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_DATA_HOME")
    return (Path(system) if system else _home("GRIDLOCK_DATA") / ".local" / "share") / "gridlock"


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


def _home(variable: str) -> Path:
    """The user's home; OSError if the system knows of none."""
    try:
        return Path.home()
    except RuntimeError:
        raise OSError(errno.ENOENT, f"You have no home folder; set {variable} to a folder of yours") from None
