"""Files of records."""

import errno
import os
from collections.abc import Hashable
from pathlib import Path

from gridlock.files import MOST_BYTES, Lock, Locked, locks, read_text, sweep, write_whole
from gridlock.printing import printable
from gridlock.records.reader import InvalidRecord, parse_records
from gridlock.records.record import Record

_SAFE_LENGTH = 1_500_000  # characters: a shorter text can't hold too many matches

_SHORT_WAIT = 0.5  # seconds

_files: dict[str, "RecordFile"] = {}


def read_records(path: Path, most: int = MOST_BYTES) -> list[Record]:
    """Read every record in a file; InvalidRecord if it isn't a file of records, OSError if it can't be read.

    A file of more bytes than ``most`` is not read.
    """
    return _parse(path, _read(path, most))


def record_file(path: Path) -> "RecordFile":
    """Return the record file at this path; the same object every time within a process."""
    place = os.path.realpath(path)
    if place not in _files:
        _files[place] = RecordFile(path)
    return _files[place]


class RecordFile:
    """A file that matches are saved to; create it with :func:`record_file`.

    Anything else in the file stays, including what other programs add meanwhile.
    """

    def __init__(self, path: Path) -> None:
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(path.parent))
        self.path = path
        self._saved: dict[Hashable, str] = {}  # each match's last saved text
        self._checked_text: str | None = None  # the last text that was checked to be valid
        self._lock_was_free = True  # whether the last wait for the lock succeeded
        sweep(path.parent)
        self._text()

    def save(self, match: Hashable, record: Record) -> None:
        """Save a match, replacing the text saved for it before.

        Raises OSError, or InvalidRecord if the file no longer holds records; the file is then unchanged.
        """
        new = str(record).rstrip("\n")
        lock = Lock(self.path)
        self._acquire(lock)
        try:
            text = _insert(self._text(), self._saved.get(match), new)
            self._check(text, added=match not in self._saved)
            write_whole(self.path, text)
        finally:
            lock.release()
        self._saved[match], self._checked_text = new, text

    def _acquire(self, lock: Lock) -> None:
        """Wait for the lock; after a wait that failed, the next one is shorter."""
        try:
            lock.take(locks.PATIENCE if self._lock_was_free else _SHORT_WAIT)
        except Locked:
            self._lock_was_free = False
            raise
        self._lock_was_free = True

    def _check(self, text: str, *, added: bool) -> None:
        """Refuse to write a text that couldn't be read again."""
        if len(text) > MOST_BYTES // 4 and len(text.encode()) > MOST_BYTES:
            raise OSError(errno.EFBIG, f"Would be larger than {MOST_BYTES >> 20} MB", str(self.path))
        if added and len(text) > _SAFE_LENGTH:
            _parse(self.path, text)

    def _text(self) -> str:
        """The file's current text, once it's known to hold records."""
        text = _read(self.path, MOST_BYTES) if self.path.exists() else ""
        if text != self._checked_text:
            _parse(self.path, text)
            self._checked_text = text
        return text


def _insert(text: str, old: str | None, new: str) -> str:
    """Replace an old record by a new one, or append it if the old one isn't there."""
    before, match, after = text.rpartition(old) if old else (text, "", "")
    if match:
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
