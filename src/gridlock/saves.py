"""Matches that are kept in files, so that none is ever lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gridlock.errors import GridlockError
from gridlock.files import data_folder, write_whole
from gridlock.games import Game
from gridlock.match import Match
from gridlock.players import Human, make_player
from gridlock.records import Ending, Record, read_records

__all__ = ["Keeper", "SavedMatch", "saved_matches", "specs_of", "unfinished"]

_RECENT = 100  # matches among which an unfinished one is looked for


class SavedMatch(NamedTuple):
    """A match in a file."""

    path: Path
    record: Record

    @property
    def goes_on(self) -> bool:
        """Whether the match can be taken up again."""
        return self.record.ending == Ending.UNFINISHED and bool(self.record.moves)

    def discard(self) -> str:
        """Throw the file away; a sentence if that fails."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            return f"The match cannot be discarded: {error.strerror or error}."
        return ""


class Keeper:
    """Keeps one match in a file of its own, up to date after everything that happens in it."""

    def __init__(self, match: Match, specs: tuple[str, str], path: Path | None = None) -> None:
        self._match = match
        self._specs = specs
        self.path = path or _new_path(match.game)
        self.problem = ""
        """Why the match could not be saved, in a sentence; empty if it could."""
        match.listen(lambda event: self.save())

    def save(self) -> None:
        """Write the file; if that fails, :attr:`problem` says why. A match without a move needs none."""
        if not self._match.moves and self._match.outcome is None and not self.path.exists():
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, str(self.record()))
            self.problem = ""
        except OSError as error:
            self.problem = f"The match cannot be saved: {error.strerror or error}."

    def record(self) -> Record:
        """The match so far, and by which players it can be taken up again."""
        record = self._match.record()
        seats = {f"Seat{side}": spec for side, spec in enumerate(self._specs, start=1)}
        return replace(record, tags=record.tags | seats)


def _folder() -> Path:
    return data_folder() / "matches"


def _new_path(game: Game) -> Path:
    """A name that sorts by time and that nothing else has."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return _folder() / f"{stamp}-{game.id}.txt"


def saved_matches(most: int | None = None) -> list[SavedMatch]:
    """Every match that was kept, or so many, the latest first. A file that cannot be read is left alone."""
    found = []
    try:
        paths = sorted(_folder().glob("*.txt"), reverse=True)
    except OSError:
        return []
    for path in paths[:most]:
        try:
            records = read_records(path)
        except (OSError, GridlockError):
            continue
        found += [SavedMatch(path, record) for record in records[:1]]
    return found


def unfinished() -> SavedMatch | None:
    """The latest match that can be taken up again."""
    return next((saved for saved in saved_matches(_RECENT) if saved.goes_on), None)


def specs_of(record: Record) -> tuple[str, str]:
    """The players of a record, as far as they can play again; the others are people."""
    first, second = (
        _spec(record.tags.get(f"Seat{side}", name)) for side, name in enumerate(record.players, start=1)
    )
    return first, second


def _spec(text: str) -> str:
    try:
        make_player(text).close()
    except (GridlockError, OSError):
        return Human.name
    return text
