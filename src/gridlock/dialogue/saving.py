"""Records kept during a conversation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gridlock.errors import GridlockError, problem_text
from gridlock.records import Record, RecordFile

__all__ = ["Saver"]


class Saver:
    """Writes matches to files, and says so if it cannot."""

    def __init__(self, say: Callable[[str], None], record: Path | None) -> None:
        self._say = say
        self._files: dict[Path, RecordFile] = {}
        self._record = self._file(record) if record else None
        self._failed = False
        self._finished: list[Record] = []

    def keep(self, record: Record, *, finished: bool = False) -> None:
        """Bring the record file up to date; if that fails, say so once and go on."""
        if self._record is not None:
            try:
                self._record.save([*self._finished, record])
                self._failed = False
            except OSError as error:
                if not self._failed:
                    self._say(f"The record could not be saved: {problem_text(error)}")
                self._failed = True
        if finished:
            self._finished.append(record)

    def save_as(self, path: str, record: Record) -> None:
        """Write a match to a file that somebody has named."""
        if not path:
            self._say("Say where to: save FILE.")
            return
        try:
            self._file(Path(path)).save([record])
        except (GridlockError, OSError, ValueError) as error:
            self._say(f"Not saved: {problem_text(error)}")
        else:
            self._say(f"Saved to {path}.")

    def _file(self, path: Path) -> RecordFile:
        """One object a file, so that saving again replaces what this sitting has saved there."""
        if path not in self._files:
            self._files[path] = RecordFile(path)
        return self._files[path]
