"""JSON files that several programs may change at once, and that may be damaged."""

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
    """An entry: a named tuple."""

    def _asdict(self) -> dict[str, Any]: ...


Entry = TypeVar("Entry", bound=_Fields)


class _NewerFile(ValueError):
    """The file was written by a newer version of the program."""


@dataclass(frozen=True)
class JsonFile(Generic[Entry]):
    """A file in the data folder with named entries: ``{"version": 1, FIELD: {NAME: {...}, ...}}``.

    A file that is damaged or from a newer version is renamed, and a new one is started.
    """

    name: str
    """The file's name."""
    field: str
    """The JSON field that holds the entries."""
    title: str
    """What the file holds: the start of a sentence about it."""
    parse: Callable[..., Entry]
    """Build an entry from keyword arguments; ValueError or TypeError if they are invalid."""
    largest: int
    """The maximum size in bytes."""

    @property
    def path(self) -> Path:
        """The file's path; OSError if there is no data folder."""
        return data_folder() / self.name

    def read(self) -> tuple[dict[str, Entry], str]:
        """Return the entries, and a sentence if the file had to be renamed (else an empty text).

        Raise OSError if the file can be neither read nor renamed.
        """
        path = self.path
        sweep(path.parent)
        return self._read(path)

    def update(self, change: Callable[[dict[str, Entry]], dict[str, Entry] | None]) -> str:
        """Replace the entries with the result of ``change``; None leaves them as they are.

        Return a sentence if the file had to be renamed, else an empty text. Raise OSError if the file can't
        be written.
        """
        path = self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with Lock(path):  # another program may be adding entries
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
        """Parse the entries; raises one of several errors if the text is damaged."""
        data: Any = json.loads(text)
        version = data["version"]
        if version != _VERSION:
            raise _NewerFile if type(version) is int and version > _VERSION else ValueError
        return {name: self.parse(**fields) for name, fields in data[self.field].items()}

    def _dump(self, entries: dict[str, Entry]) -> str:
        fields = {name: entry._asdict() for name, entry in sorted(entries.items())}
        return json.dumps({"version": _VERSION, self.field: fields}, indent=1) + "\n"


def _quarantine(path: Path) -> Path:
    """Rename a damaged file, so that it's preserved, and return its new path."""
    names = (f"{path.name}.damaged{number if number > 1 else ''}" for number in count(1))
    new = next(path.with_name(name) for name in names if not os.path.lexists(path.with_name(name)))
    os.replace(path, new)
    return new
