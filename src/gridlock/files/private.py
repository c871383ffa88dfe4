"""Folders that nobody but the user can put anything into."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from shlex import quote


def private_folder(base: Path, *parts: str) -> Path:
    """The folder ``base/parts...``, made if need be, by its real name; OSError says why it will not do.

    It will not do if somebody else owns it, or can write to it, or could put another in its place. That holds
    for ``base`` and everything below it; above it, only a folder that everybody can write to is too much.
    """
    folder = base.joinpath(*parts)
    _make(folder)
    real = Path(os.path.realpath(folder))  # a link could lead elsewhere later
    if hasattr(os, "getuid"):
        _check(real, strict=True, remedy="rm -r")  # since what lies in there may be from anybody
        for depth, place in enumerate(real.parents):
            _check(place, strict=depth < len(parts), remedy="chmod go-w")
    return real


def _make(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for this user alone."""
    if not folder.is_dir():
        if folder.parent != folder:
            _make(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _check(place: Path, *, strict: bool, remedy: str) -> None:
    status = place.stat()
    if status.st_uid not in ((os.getuid(),) if strict else (os.getuid(), 0)):
        raise PermissionError(f"{place} belongs to somebody else")
    others = stat.S_IWOTH | (stat.S_IWGRP if strict else 0)
    sticky = status.st_mode & stat.S_ISVTX and not strict
    if status.st_mode & others and not sticky:
        raise PermissionError(f"Others can write to {place}. '{remedy} {quote(str(place))}' mends that")
