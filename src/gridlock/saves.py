"""Matches that are kept in files, so that none is ever lost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gridlock.errors import GridlockError, problem_text
from gridlock.files import Lock, Locked, data_folder, sweep, write_whole
from gridlock.match import Match
from gridlock.players import Human, PlayerSpec, make_player
from gridlock.records import Ending, Record, read_records
from gridlock.rules import Game
from gridlock.stats import UNCOUNTED, Result, note, result_of

Tell = Callable[[str], None]
"""Who is told, in a sentence, what went wrong."""

_RECENT = 100  # matches among which an unfinished one is looked for
_LARGEST = 256 << 10  # bytes of a kept match; they have a few thousand
_READABLE = 300  # characters that somebody reads before they say yes


class SavedMatch(NamedTuple):
    """A match in a file."""

    path: Path
    record: Record

    @property
    def goes_on(self) -> bool:
        """Whether the match can be resumed: it is not finished, and a person has made a move in it."""
        return self.record.ending == Ending.UNFINISHED and _person_has_moved(self.record)

    @property
    def in_play(self) -> bool:
        """Whether a program is playing it right now."""
        lock = Lock(self.path)
        try:
            lock.take()
        except Locked:
            return True
        except OSError:
            return False
        lock.release()
        return False

    def discard(self) -> str:
        """Throw the file away; a sentence if that fails."""
        lock = Lock(self.path)
        try:
            lock.take()
            self.path.unlink(missing_ok=True)
        except OSError as error:
            return f"The match cannot be discarded: {problem_text(error)}"
        finally:
            lock.release()
        return ""


class TakenUp(NamedTuple):
    """A kept match that this program goes on with: nobody else can until the lock is let go."""

    path: Path
    record: Record
    lock: Lock


class NotAlone(GridlockError):
    """A file among the kept ones that holds more than a match of ours: only a copy of it can be played."""


def take_up(path: Path) -> TakenUp:
    """Go on with a kept match, as it is now; Locked if another program is playing it.

    NotAlone if the file is not the match's alone.
    """
    lock = Lock(path)
    lock.keep()
    try:
        records = read_records(path, _LARGEST)
        if len(records) != 1 or path.is_symlink():
            raise NotAlone(f"{path} does not hold just one match of its own.")
    except (OSError, GridlockError):
        lock.release()
        raise
    return TakenUp(path, records[0], lock)


class Draft(NamedTuple):
    """What is to be written of a match, and the how-manieth such text it is."""

    number: int
    text: str
    result: Result | None = None
    """What a match that is over says about the person who played it."""


class Keeper:
    """Keeps one match in a file of its own, up to date after everything that happens in it.

    When a person's match against a bot is over, its result is kept too (see :mod:`gridlock.stats`).

    As long as the keeper is not closed, no other program can take the match up. A keeper that is ``deferred``
    does not write by itself: whoever has it fetches a :meth:`draft` after each change and lets it be written,
    in another thread if need be.
    """

    def __init__(
        self,
        match: Match,
        specs: tuple[str, str],
        taken_up: TakenUp | None = None,
        tell: Tell | None = None,
        *,
        deferred: bool = False,
    ) -> None:
        self._match = match
        self._specs = specs
        self._uncounted = _why_uncounted(match, specs, taken_up)
        self._tell = tell
        self._lock = taken_up.lock if taken_up else None
        self._writing = threading.Lock()
        self._drafts = self._written = 0
        self._changed = self._closed = False
        self._told: set[str] = set()
        self.path: Path | None = taken_up.path if taken_up else None
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
        """Save what is not saved yet, and let others take the match up again."""
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


def _why_uncounted(match: Match, specs: tuple[str, str], taken_up: TakenUp | None) -> str:
    """Why the result of a match is not to count, in a word; empty if there is no reason so far."""
    if taken_up is None:
        return "copy" if match.moves else ""
    before = _named(taken_up.record, 1), _named(taken_up.record, 2)
    return "" if before == specs else "players"


def _noted(name: str, result: Result) -> str:
    """Keep the result of a match; what went wrong, in a sentence, if something did."""
    try:
        return note(name, result)
    except OSError as error:
        return f"The result cannot be kept: {problem_text(error)}"


def _folder() -> Path:
    return data_folder() / "matches"


def _new_file(game: Game) -> tuple[Path, Lock]:
    """A name that sorts by time and that nothing else has, and the right to it."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        path = folder / f"{stamp}-{game.id}.txt"
        lock = Lock(path)
        lock.keep()
        if not path.exists():
            return path, lock
        lock.release()


def saved_matches(tell: Tell, most: int | None = None) -> list[SavedMatch]:
    """Every match that was kept, or so many, the latest first.

    A file that cannot be read is named, passed over and left alone.
    """
    return list(islice(_kept(tell), most))


def _kept(tell: Tell) -> Iterator[SavedMatch]:
    try:
        folder = _folder()
        sweep(folder)
        paths = sorted(folder.glob("*.txt"), reverse=True)
    except OSError as error:
        tell(problem_text(error))
        return
    for path in paths:
        try:
            records = read_records(path, _LARGEST)
        except (OSError, GridlockError) as error:
            tell(f"Skipped: {problem_text(error)}")
        else:
            yield from (SavedMatch(path, record) for record in records[-1:])


def kept_at(path: Path) -> bool:
    """Whether a file is one of those that this program keeps matches in."""
    try:
        return path.resolve().parent == _folder().resolve()
    except (OSError, RuntimeError):
        return False


def unfinished(tell: Tell, *, in_play: bool = False) -> SavedMatch | None:
    """The latest match that can be resumed; one that a program is playing only if that is wanted."""
    recent = islice(_kept(tell), _RECENT)
    return next((saved for saved in recent if saved.goes_on and (in_play or not saved.in_play)), None)


# Who plays --------------------------------------------------------------------------------------


def specs_of(record: Record) -> tuple[str, str]:
    """The players of a record, as far as they are built in and can play again; the others are people.

    A record may come from anybody, so no program is started because a record says so.
    """
    first, second = (_built_in(_named(record, side)) for side in (1, 2))
    return first, second


def programs_of(record: Record) -> dict[int, str]:
    """For each side of a record that was played by a program: its text, for a person to decide about."""
    return {
        side: _named(record, side) for side in (1, 2) if PlayerSpec.parse(_named(record, side)).is_program
    }


def can_be_confirmed(program: str) -> bool:
    """Whether a person who is shown a program's text sees all of it, and nothing else, on any screen."""
    return program.isascii() and program.isprintable() and len(program) <= _READABLE


def _person_has_moved(record: Record) -> bool:
    """Whether one of the moves was made by somebody who is not a built-in player."""
    people = {side for side, spec in enumerate(specs_of(record), start=1) if spec == Human.name}
    return any(before.turn in people for before, _ in zip(record.positions(), record.moves, strict=False))


def _named(record: Record, side: int) -> str:
    return record.tags.get(f"Seat{side}", record.players[side - 1])


def _built_in(text: str) -> str:
    try:
        make_player(text).close()
    except GridlockError:
        return Human.name
    return text
