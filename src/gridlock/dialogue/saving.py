"""Records kept during a conversation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gridlock.errors import GridlockError, problem_text
from gridlock.files import user_path
from gridlock.match import Match
from gridlock.records import record_file


class Saver:
    """Writes matches to files, and says so if it cannot."""

    def __init__(self, say: Callable[[str], None], record: Path | None) -> None:
        self._say = say
        self._record = record_file(record) if record else None
        self._failed = False

    def keep(self, match: Match) -> None:
        """Bring the record file up to date; if that fails, say so once and go on."""
        if self._record is None:
            return
        try:
            self._record.save(match, match.record())
            self._failed = False
        except (GridlockError, OSError) as error:
            if not self._failed:
                self._say(f"The record could not be saved: {problem_text(error)}")
            self._failed = True

    def save_as(self, path: str, match: Match) -> None:
        """Write a match to a file that somebody has named."""
        if not path:
            self._say("Say where: save FILE.")
            return
        try:
            record_file(user_path(path)).save(match, match.record())
        except (GridlockError, OSError) as error:
            self._say(f"Not saved: {problem_text(error)}")
        else:
            self._say(f"Saved to {path}.")
