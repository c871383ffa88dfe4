"""Saving a match during play, so that no move is lost."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gridlock.errors import GridlockError, problem_text
from gridlock.files import Lock, write_whole
from gridlock.match import Match
from gridlock.records import Record, read_records
from gridlock.rules import Game
from gridlock.saves.matches import LARGEST, Tell, matches_folder
from gridlock.saves.seats import spec_of
from gridlock.stats import UNCOUNTED, Result, result_of, save_result


class Resumed(NamedTuple):
    """A saved match that this program continues; the lock keeps other programs out."""

    path: Path
    record: Record
    lock: Lock


class NotOurFile(GridlockError):
    """A file in our folder that isn't a single match of ours; only a copy of it can be played."""


def resume_match(path: Path) -> Resumed:
    """Lock a saved match and read it; Locked if another program is playing it.

    Raise NotOurFile if the file is a link or doesn't hold exactly one match.
    """
    lock = Lock(path)
    lock.keep()
    try:
        records = read_records(path, LARGEST)
        if len(records) != 1 or path.is_symlink():
            raise NotOurFile(f"{path} isn't a file with a single match.")
    except (OSError, GridlockError):
        lock.release()
        raise
    return Resumed(path, records[0], lock)


class Draft(NamedTuple):
    """A snapshot to write, with its sequence number."""

    number: int
    text: str
    result: Result | None = None
    """The result of a finished match for the person who played it."""


class Autosave:
    """Saves a match to its own file after every change.

    When a person finishes a match against a bot, the result is saved too (see :mod:`gridlock.stats`).

    Until it's closed, no other program can resume the match. If ``deferred``, the caller fetches a
    :meth:`draft` after each change and writes it, possibly in another thread.
    """

    def __init__(
        self,
        match: Match,
        specs: tuple[str, str],
        resumed: Resumed | None = None,
        tell: Tell | None = None,
        *,
        deferred: bool = False,
    ) -> None:
        self._match = match
        self._specs = specs
        self._uncounted = _why_uncounted(match, specs, resumed)
        self._tell = tell
        self._lock = resumed.lock if resumed else None
        self._writing = threading.Lock()
        self._drafts = self._written = 0
        self._changed = self._closed = False
        self._reported: set[str] = set()
        self.path: Path | None = resumed.path if resumed else None
        """The match's file; None until the first move."""
        self.problem = ""
        """Why the match couldn't be saved; empty if it could."""
        self._result_problem = ""  # a sentence about what went wrong with the list of results
        match.listen(lambda event: self._on_event(deferred))

    @property
    def up_to_date(self) -> bool:
        """Whether the file holds the whole match."""
        return self.path is not None and not self.problem

    def draft(self) -> Draft | None:
        """Return a snapshot to write; None if nothing has changed, or there is no move to save."""
        nothing = not self._match.moves and self._match.outcome is None and self.path is None
        if self._closed or nothing or not self._changed:
            return None
        self._changed = False
        self._drafts += 1
        record = self.record()
        return Draft(self._drafts, str(record), result_of(record))

    def write(self, draft: Draft) -> None:
        """Write a draft, unless a later one is already written; sets :attr:`problem` if it fails."""
        with self._writing:
            if draft.number > self._written:
                self._written = draft.number
                self.problem = self._write(draft.text)
            if draft.result is not None and self.path is not None:
                self._result_problem = _save_result(self.path.stem, draft.result)

    def report(self) -> None:
        """Report current failures, each only once for as long as it lasts."""
        failed = [f"The match couldn't be saved: {self.problem}"] if self.problem else []
        failed += filter(None, [self._result_problem])
        if self._tell is not None:
            for sentence in failed:
                if sentence not in self._reported:
                    self._tell(sentence)
        self._reported = set(failed)

    def close(self) -> None:
        """Save unsaved changes and release the match for other programs."""
        with self._writing:  # let a write in another thread finish
            self._changed = self._changed or self._written < self._drafts  # some drafts weren't written
        self._save()
        self._closed = True
        if self._lock is not None and self._lock.held:
            if self.path is not None and not self._match.moves and self._match.outcome is None:
                with suppress(OSError):
                    self.path.unlink(missing_ok=True)  # every move was taken back
            self._lock.release()

    def record(self) -> Record:
        """Return the match so far, with the players needed to resume it."""
        record = self._match.record()
        seats = {f"Seat{side}": spec for side, spec in enumerate(self._specs, start=1)}
        uncounted = {UNCOUNTED: self._uncounted} if self._uncounted else {}
        return replace(record, tags=record.tags | seats | uncounted)

    def _on_event(self, deferred: bool) -> None:
        self._changed = True
        if not deferred:
            self._save()

    def _save(self) -> None:
        draft = self.draft()
        if draft is not None:
            self.write(draft)
            self.report()

    def _write(self, text: str) -> str:
        """Write the file; return why that failed, or an empty text."""
        try:
            if self.path is None or self._lock is None:
                self.path, self._lock = _new_file(self._match.game)
            self._lock.keep()
            write_whole(self.path, text)
            self._lock.keep()  # lock the new file
        except OSError as error:
            return problem_text(error)
        return ""


def _why_uncounted(match: Match, specs: tuple[str, str], resumed: Resumed | None) -> str:
    """Return in a word why a match doesn't count; empty if it does so far."""
    if resumed is None:
        return "copy" if match.moves else ""
    before = spec_of(resumed.record, 1), spec_of(resumed.record, 2)
    return "" if before == specs else "players"


def _save_result(name: str, result: Result) -> str:
    """Save a result; return a sentence if something went wrong."""
    try:
        return save_result(name, result)
    except OSError as error:
        return f"The result couldn't be saved: {problem_text(error)}"


def _new_file(game: Game) -> tuple[Path, Lock]:
    """Return a new path whose name sorts by time, and a lock on it."""
    folder = matches_folder()
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        path = folder / f"{stamp}-{game.id}.txt"
        lock = Lock(path)
        lock.keep()
        if not path.exists():
            return path, lock
        lock.release()
