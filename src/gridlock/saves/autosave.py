"""Saving a match while it is played, so that nothing of it is ever lost."""

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
from gridlock.stats import UNCOUNTED, Result, note, result_of


class Resumed(NamedTuple):
    """A saved match that this program continues; no other program can until the lock is released."""

    path: Path
    record: Record
    lock: Lock


class NotOurFile(GridlockError):
    """A file in our folder that holds something other than one match of ours; only a copy can be played."""


def resume_match(path: Path) -> Resumed:
    """Lock a saved match and read it as it is now; Locked if another program is playing it.

    NotOurFile if the file is a link, or holds anything but one match.
    """
    lock = Lock(path)
    lock.keep()
    try:
        records = read_records(path, LARGEST)
        if len(records) != 1 or path.is_symlink():
            raise NotOurFile(f"{path} does not hold just one match of its own.")
    except (OSError, GridlockError):
        lock.release()
        raise
    return Resumed(path, records[0], lock)


class Draft(NamedTuple):
    """A snapshot to write, with its sequence number."""

    number: int
    text: str
    result: Result | None = None
    """What a match that is over says about the person who played it."""


class Autosave:
    """Keeps one match in a file of its own, up to date after everything that happens in it.

    When a person's match against a bot is over, its result is kept too (see :mod:`gridlock.stats`).

    Until it is closed, no other program can resume the match. If ``deferred``, it does not write by itself:
    the caller fetches a :meth:`draft` after each change and has it written, in another thread if need be.
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
        self._told: set[str] = set()
        self.path: Path | None = resumed.path if resumed else None
        """Where the match is kept; None as long as it has no move, and so needs no file."""
        self.problem = ""
        """Why the match could not be saved; empty if it could."""
        self._result_problem = ""  # what went wrong with the list of results, in a sentence
        match.listen(lambda event: self._note(deferred))

    @property
    def up_to_date(self) -> bool:
        """Whether the file holds all of the match."""
        return self.path is not None and not self.problem

    def draft(self) -> Draft | None:
        """What is to be written now; None if nothing has changed, or there is no move to keep."""
        nothing = not self._match.moves and self._match.outcome is None and self.path is None
        if self._closed or nothing or not self._changed:
            return None
        self._changed = False
        self._drafts += 1
        record = self.record()
        return Draft(self._drafts, str(record), result_of(record))

    def write(self, draft: Draft) -> None:
        """Write the file, unless a later draft has been written; :attr:`problem` says if it failed."""
        with self._writing:
            if draft.number > self._written:
                self._written = draft.number
                self.problem = self._write(draft.text)
            if draft.result is not None and self.path is not None:
                self._result_problem = _noted(self.path.stem, draft.result)

    def report(self) -> None:
        """Tell of what has failed, once until it is over, whoever wants to be told."""
        failed = [f"The match cannot be saved: {self.problem}"] if self.problem else []
        failed += filter(None, [self._result_problem])
        if self._tell is not None:
            for sentence in failed:
                if sentence not in self._told:
                    self._tell(sentence)
        self._told = set(failed)

    def close(self) -> None:
        """Save what is not saved yet, and let other programs resume the match."""
        with self._writing:  # whoever is writing in another thread finishes first
            self._changed = self._changed or self._written < self._drafts  # or has not begun yet
        self._save()
        self._closed = True
        if self._lock is not None and self._lock.held:
            if self.path is not None and not self._match.moves and self._match.outcome is None:
                with suppress(OSError):
                    self.path.unlink(missing_ok=True)  # every move was taken back: nothing is left to keep
            self._lock.release()

    def record(self) -> Record:
        """The match so far, and the players by which it can be resumed."""
        record = self._match.record()
        seats = {f"Seat{side}": spec for side, spec in enumerate(self._specs, start=1)}
        uncounted = {UNCOUNTED: self._uncounted} if self._uncounted else {}
        return replace(record, tags=record.tags | seats | uncounted)

    def _note(self, deferred: bool) -> None:
        """Something has happened in the match."""
        self._changed = True
        if not deferred:
            self._save()

    def _save(self) -> None:
        draft = self.draft()
        if draft is not None:
            self.write(draft)
            self.report()

    def _write(self, text: str) -> str:
        """Write the file; why that failed, if it did."""
        try:
            if self.path is None or self._lock is None:
                self.path, self._lock = _new_file(self._match.game)
            self._lock.keep()
            write_whole(self.path, text)
            self._lock.keep()  # which is another file now
        except OSError as error:
            return problem_text(error)
        return ""


def _why_uncounted(match: Match, specs: tuple[str, str], resumed: Resumed | None) -> str:
    """Why the result of a match is not to count, in a word; empty if there is no reason so far."""
    if resumed is None:
        return "copy" if match.moves else ""
    before = spec_of(resumed.record, 1), spec_of(resumed.record, 2)
    return "" if before == specs else "players"


def _noted(name: str, result: Result) -> str:
    """Keep the result of a match; what went wrong, in a sentence, if something did."""
    try:
        return note(name, result)
    except OSError as error:
        return f"The result cannot be kept: {problem_text(error)}"


def _new_file(game: Game) -> tuple[Path, Lock]:
    """A name that sorts by time and that nothing else has, and the right to it."""
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
