"""The matches that are saved, each in a file of its own."""

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
"""Who is told, in a sentence, what went wrong."""

LARGEST = 256 << 10
"""The most bytes of a saved match that are read; they have a few thousand."""

_RECENT = 100  # matches among which an unfinished one is looked for


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


def matches_folder() -> Path:
    """The folder for saved matches."""
    return data_folder() / "matches"


def saved_matches(tell: Tell, most: int | None = None) -> list[SavedMatch]:
    """Return every saved match, or at most this many, the latest first.

    A file that cannot be read is named, passed over and left alone.
    """
    return list(islice(_saved(tell), most))


def _saved(tell: Tell) -> Iterator[SavedMatch]:
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
    """Whether a file is in the folder for saved matches."""
    try:
        return path.resolve().parent == matches_folder().resolve()
    except (OSError, RuntimeError):
        return False


def unfinished(tell: Tell, *, in_play: bool = False) -> SavedMatch | None:
    """The latest match that can be resumed; one that a program is playing only if that is wanted."""
    recent = islice(_saved(tell), _RECENT)
    return next((saved for saved in recent if saved.goes_on and (in_play or not saved.in_play)), None)


def _person_has_moved(record: Record) -> bool:
    """Whether one of the moves was made by somebody who is not a built-in player."""
    people = {side for side, spec in enumerate(specs_of(record), start=1) if spec == Human.name}
    return any(before.turn in people for before, _ in zip(record.positions(), record.moves, strict=False))
