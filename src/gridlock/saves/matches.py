"""The saved matches, one per file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gridlock.errors import GridlockError, problem_text
from gridlock.files import Lock, Locked, data_folder, sweep
from gridlock.players import Human
from gridlock.records import Ending, Record, read_records
from gridlock.saves.seats import specs_of

Tell = Callable[[str], None]
"""A callback for sentences about what went wrong."""

LARGEST = 256 << 10
"""The maximum size of a saved match in bytes; most have a few thousand."""

_RECENT = 100  # how many matches to search for an unfinished one


class SavedMatch(NamedTuple):
    """A match and its file."""

    path: Path
    record: Record

    @property
    def resumable(self) -> bool:
        """Whether the match can be resumed: it's unfinished, and a person has made a move."""
        return self.record.ending == Ending.UNFINISHED and _person_has_moved(self.record)

    @property
    def in_play(self) -> bool:
        """Whether a program is playing it now."""
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
        """Delete the file; return a sentence if that fails."""
        lock = Lock(self.path)
        try:
            lock.take()
            self.path.unlink(missing_ok=True)
        except OSError as error:
            return f"The match couldn't be deleted: {problem_text(error)}"
        finally:
            lock.release()
        return ""


def matches_folder() -> Path:
    """Return the folder for saved matches."""
    return data_folder() / "matches"


def saved_matches(tell: Tell, most: int | None = None) -> list[SavedMatch]:
    """Return the saved matches, latest first, at most ``most`` of them.

    Files that can't be read are reported and skipped.
    """
    return list(islice(_read_all(tell), most))


def _read_all(tell: Tell) -> Iterator[SavedMatch]:
    try:
        folder = matches_folder()
        sweep(folder)
        paths = sorted(folder.glob("*.txt"), reverse=True)
    except OSError as error:
        tell(problem_text(error))
        return
    for path in paths:
        try:
            records = read_records(path, LARGEST)
        except (OSError, GridlockError) as error:
            tell(f"Skipped: {problem_text(error)}")
        else:
            yield from (SavedMatch(path, record) for record in records[-1:])


def is_saved(path: Path) -> bool:
    """Return whether a file is in the folder for saved matches."""
    try:
        return path.resolve().parent == matches_folder().resolve()
    except (OSError, RuntimeError):
        return False


def unfinished(tell: Tell, *, in_play: bool = False) -> SavedMatch | None:
    """Return the latest match that can be resumed; with ``in_play``, even one that's being played."""
    recent = islice(_read_all(tell), _RECENT)
    return next((saved for saved in recent if saved.resumable and (in_play or not saved.in_play)), None)


def _person_has_moved(record: Record) -> bool:
    """Return whether a person has made at least one of the moves."""
    people = {side for side, spec in enumerate(specs_of(record), start=1) if spec == Human.name}
    return any(before.turn in people for before, _ in zip(record.positions(), record.moves, strict=False))
