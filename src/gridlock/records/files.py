"""Records in files."""

import errno
import os
from collections.abc import Hashable
from pathlib import Path

from gridlock.files import MOST_BYTES, Lock, Locked, locks, read_text, sweep, write_whole
from gridlock.printing import printable
from gridlock.records.reader import InvalidRecord, parse_records
from gridlock.records.record import Record

_MAY_BE_TOO_MANY = 1_500_000  # characters: a shorter text cannot hold too many matches

_IMPATIENCE = 0.5  # seconds

_files: dict[str, "RecordFile"] = {}


def read_records(path: Path, most: int = MOST_BYTES) -> list[Record]:
    """Every record in a file; InvalidRecord if it is not a file of records, OSError if it is not a file.

    A file of more bytes than ``most`` is not read.
    """
    return _parse(path, _read(path, most))


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
        self._patient = True  # whether others have let go of the file in time
        sweep(path.parent)
        self._text()

    def save(self, match: Hashable, record: Record) -> None:
        """Write a match; what was written of the same match before is replaced.

        OSError, or InvalidRecord if the file is no longer one of records, and then it is as it was.
        """
        new = str(record).rstrip("\n")
        lock = Lock(self.path)
        self._take(lock)
        try:
            text = _with(self._text(), self._written.get(match), new)
            self._check(text, added=match not in self._written)
            write_whole(self.path, text)
        finally:
            lock.release()
        self._written[match], self._sound = new, text

    def _take(self, lock: Lock) -> None:
        """Wait for the lock; after a wait that failed, the next is shorter."""
        try:
            lock.take(locks.PATIENCE if self._patient else _IMPATIENCE)
        except Locked:
            self._patient = False
            raise
        self._patient = True

    def _check(self, text: str, *, added: bool) -> None:
        """Refuse to write what could not be read again."""
        if len(text) > MOST_BYTES // 4 and len(text.encode()) > MOST_BYTES:
            raise OSError(errno.EFBIG, f"Would be larger than {MOST_BYTES >> 20} MB", str(self.path))
        if added and len(text) > _MAY_BE_TOO_MANY:
            _parse(self.path, text)

    def _text(self) -> str:
        """What the file holds now, once it is clear that it holds records."""
        text = _read(self.path, MOST_BYTES) if self.path.exists() else ""
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


def _read(path: Path, most: int) -> str:
    try:
        return read_text(path, most)
    except UnicodeDecodeError:
        raise InvalidRecord(f"{printable(str(path))} is not a text file.") from None


def _parse(path: Path, text: str) -> list[Record]:
    try:
        return parse_records(text)
    except InvalidRecord as error:
        raise InvalidRecord(f"{printable(str(path))}: {error}") from None
