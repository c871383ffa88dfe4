"""Writing files so that nothing is ever lost or left half-written."""

import os
from pathlib import Path

__all__ = ["cache_folder", "data_folder", "write_whole"]


def cache_folder() -> Path:
    """Where files go that can be made again: GRIDLOCK_CACHE, or a folder among the user's cached files."""
    own = os.environ.get("GRIDLOCK_CACHE")
    if own:
        return Path(own)
    system = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    return (Path(system) if system else Path.home() / ".cache") / "gridlock"


def data_folder() -> Path:
    """Where files go that belong to the user: GRIDLOCK_DATA, or a folder among the user's data."""
    own = os.environ.get("GRIDLOCK_DATA")
    if own:
        return Path(own)
    system = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_DATA_HOME")
    return (Path(system) if system else Path.home() / ".local" / "share") / "gridlock"


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one step: whoever reads it sees the old text or the new, never a part.

    Raises OSError, and then the old file is as it was.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(f"{path} is not a file")
    mode = target.stat().st_mode if target.exists() else None
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with open(draft, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        if mode is not None:
            os.chmod(draft, mode)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
