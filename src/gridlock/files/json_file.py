"""JSON files of our own, which several programs may change at once and anybody may have damaged."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from gridlock.files.folders import data_folder
from gridlock.files.locks import Lock
from gridlock.files.reading import read_text
from gridlock.files.writing import sweep, write_whole

_VERSION = 1


class _Fields(Protocol):
    """What an entry is: a named tuple."""

    def _asdict(self) -> dict[str, Any]: ...


Entry = TypeVar("Entry", bound=_Fields)


class _NewerFile(ValueError):
    """A file that a newer version of the program has written."""


@dataclass(frozen=True)
class JsonFile(Generic[Entry]):
    """A file among the user's data with entries by name: ``{"version": 1, FIELD: {NAME: {...}, ...}}``.

    A file that is damaged, or newer than this program, is renamed and left alone, and a new one begins.
    """

    name: str
    """The file's name."""
    field: str
    """What the entries are called in the file."""
    title: str
    """What the file holds, as a sentence about it begins."""
    parse: Callable[..., Entry]
    """Makes an entry of its fields, given by name; ValueError or TypeError if they are no entry."""
    largest: int
    """The most bytes that are read."""

    @property
    def path(self) -> Path:
        """Where the file is; OSError if the user has no folder for data."""
        return data_folder() / self.name

    def read(self) -> tuple[dict[str, Entry], str]:
        """The entries, and a sentence if the file had to be renamed, else nothing.

        OSError if it can neither be read nor renamed.
        """
        path = self.path
        sweep(path.parent)
        return self._read(path)

    def update(self, change: Callable[[dict[str, Entry]], dict[str, Entry] | None]) -> str:
        """Replace the entries that are there now by what ``change`` makes of them, None to leave them.

        Returns a sentence if the file had to be renamed, else nothing. OSError if the file cannot be written.
        """
        path = self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with Lock(path):  # another program may have added to it
            entries, remark = self._read(path)
            changed = change(entries)
            if changed is not None:
                write_whole(path, self._dump(changed))
        return remark

    def _read(self, path: Path) -> tuple[dict[str, Entry], str]:
        try:
            return self._load(read_text(path, self.largest)), ""
        except (FileNotFoundError, NotADirectoryError):
            return {}, ""
        except _NewerFile:
            reason = "is from a newer version of Gridlock"
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            reason = "could not be read"
        return {}, f"{self.title} in {path} {reason}. It was set aside as {_quarantine(path)}."

    def _load(self, text: str) -> dict[str, Entry]:
        """The entries in a text; any of several errors if it is damaged."""
        data: Any = json.loads(text)
        version = data["version"]
        if version != _VERSION:
            raise _NewerFile if type(version) is int and version > _VERSION else ValueError
        return {name: self.parse(**fields) for name, fields in data[self.field].items()}

    def _dump(self, entries: dict[str, Entry]) -> str:
        fields = {name: entry._asdict() for name, entry in sorted(entries.items())}
        return json.dumps({"version": _VERSION, self.field: fields}, indent=1) + "\n"


def _quarantine(path: Path) -> Path:
    """Give a damaged file another name, so that it stays as it is; where it is now."""
    names = (f"{path.name}.damaged{number if number > 1 else ''}" for number in count(1))
    new = next(path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
    os.replace(path, new)
    return new
