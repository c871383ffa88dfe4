"""Records in files."""

import errno
from pathlib import Path

from gridlock.files import write_whole
from gridlock.records.reader import InvalidRecord, parse_records
from gridlock.records.record import Record

__all__ = ["RecordFile", "read_records"]


def read_records(path: Path) -> list[Record]:
    """Every record in a file; InvalidRecord if it is not a file of records."""
    return _parse(path, _read(path))


class RecordFile:
    """A file that the records of one sitting are added to; what it held before stays."""

    def __init__(self, path: Path) -> None:
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "There is no such folder", str(path.parent))
        self.path = path
        self._before = _read(path) if path.exists() else ""
        _parse(path, self._before)

    def save(self, records: list[Record]) -> None:
        """Write the file: what was there before, then these records, whatever was saved in between."""
        texts = [self._before.rstrip("\n")] if self._before.strip() else []
        texts += [str(record).rstrip("\n") for record in records]
        write_whole(self.path, "\n\n".join(texts) + "\n")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidRecord(f"{path} is not a text file.") from None


def _parse(path: Path, text: str) -> list[Record]:
    try:
        return parse_records(text)
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from None
