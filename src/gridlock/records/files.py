"""Records in files."""

import errno
import os
from collections.abc import Hashable
from pathlib import Path

from gridlock.files import Lock, read_text, sweep, write_whole
from gridlock.records.reader import InvalidRecord, parse_records
from gridlock.records.record import Record

__all__ = ["RecordFile", "read_records", "record_file"]

_files: dict[str, "RecordFile"] = {}


def read_records(path: Path) -> list[Record]:
    """Every record in a file; InvalidRecord if it is not a file of records, OSError if it is no file."""
    return _parse(path, _read(path))


def record_file(path: Path) -> "RecordFile":
    """The file of records with this name; within a program there is one object for each file."""
    place = os.path.realpath(path)
    if place not in _files:
        _files[place] = RecordFile(path)
    return _files[place]


class RecordFile:
    """A file that matches are written to; made by :func:`record_file`.

    Whatever else is in the file stays, also what other programs add to it meanwhile.
    """

    def __init__(self, path: Path) -> None:
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(path.parent))
        self.path = path
        self._written: dict[Hashable, str] = {}  # for each match, what was last written of it
        self._sound: str | None = None  # the text that was last seen to be one of records
        sweep(path.parent)
        self._text()

    def save(self, match: Hashable, record: Record) -> None:
        """Write a match; what was written of the same match before is replaced.

        OSError, or InvalidRecord if the file is no longer one of records, and then it is as it was.
        """
        new = str(record).rstrip("\n")
        with Lock(self.path):
            text = _with(self._text(), self._written.get(match), new)
            write_whole(self.path, text)
        self._written[match], self._sound = new, text

    def _text(self) -> str:
        """What the file holds now, once it is clear that it holds records."""
        text = _read(self.path) if self.path.exists() else ""
        if text != self._sound:
            _parse(self.path, text)
            self._sound = text
        return text


def _with(text: str, old: str | None, new: str) -> str:
    """The text with a record in the place of an old one, or at the end if there is none."""
    before, found, after = text.rpartition(old) if old else (text, "", "")
    if found:
        return before + new + after
    before = text.rstrip("\n")
    return f"{before}\n\n{new}\n" if before.strip() else f"{new}\n"


def _read(path: Path) -> str:
    try:
        return read_text(path)
    except UnicodeDecodeError:
        raise InvalidRecord(f"{path} is not a text file.") from None


def _parse(path: Path, text: str) -> list[Record]:
    try:
        return parse_records(text)
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from None
