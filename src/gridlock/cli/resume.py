"""``gridlock play --resume``: finding an unfinished match and its players."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridlock.cli.options import LAST, warn
from gridlock.dialogue import Console, Quit
from gridlock.errors import GridlockError, shortened
from gridlock.files import Locked, user_path
from gridlock.match import Match
from gridlock.records import Ending, Record, read_records
from gridlock.saves import (
    NotOurFile,
    can_be_confirmed,
    is_saved,
    programs_of,
    resume_match,
    specs_of,
    unfinished,
)

if TYPE_CHECKING:
    from gridlock.saves import Autosave, Resumed


class Unfinished(NamedTuple):
    """A match to resume."""

    match: Match
    specs: tuple[str, str]
    """The players."""
    resumed: Resumed | None
    """The saved match to continue; None to play a copy."""


class Resumer:
    """Finds the match to resume, and asks for confirmation where needed."""

    def __init__(self, console: Console, players: tuple[str | None, str | None]) -> None:
        """Take the players named on the command line; None keeps the match's own player."""
        self._console = console
        self._players = players

    def resume(self, file: str) -> Unfinished:
        """Return the last match in a file, or the latest saved one; raise Quit if the user declines."""
        path = _saved_at(file)
        if path is None:
            record = _last_of(user_path(file))
            return Unfinished(Match.resume(record), self._specs(record, ours=False), None)
        record, resumed = self._lock(path)
        try:
            if record.ending != Ending.UNFINISHED:
                raise GridlockError(f"{path} does not end with an unfinished match.")
            return Unfinished(Match.resume(record), self._specs(record, ours=True), resumed)
        except BaseException:
            if resumed is not None:
                resumed.lock.release()
            raise

    def _lock(self, path: Path) -> tuple[Record, Resumed | None]:
        """Lock a saved match so that it can continue in its file.

        Return no lock if a copy is played instead: through a pipe, where nothing is saved, or if another
        program has the match open.
        """
        if not self._console.interactive:
            return _last_of(path), None
        try:
            resumed = resume_match(path)
        except Locked as error:
            self._console.say(f"This match is already open. {path}: {error.strerror}.")
            if not self._console.confirm("Play a copy of it?"):
                raise Quit from None
            return _last_of(path), None
        except NotOurFile as error:
            self._console.say(f"{error} You'll play a copy of its last match.")
            return _last_of(path), None
        return resumed.record, resumed

    def _specs(self, record: Record, *, ours: bool) -> tuple[str, str]:
        """Return the two players; a program must be named on the command line or confirmed."""
        specs = list(specs_of(record))
        for side, program in programs_of(record).items():
            if self._players[side - 1] is None and self._may_start(side, program, ours=ours):
                specs[side - 1] = program
        first, second = (named or spec for named, spec in zip(self._players, specs, strict=True))
        return first, second

    def _may_start(self, side: int, program: str, *, ours: bool) -> bool:
        if not ours or not can_be_confirmed(program):
            self._console.say(
                f"Player {side} was a program. Files can't start programs, so a person takes that seat. "
                f"To let it play, add: --p{side} {shlex.quote(shortened(program, 300))}"
            )
            return False
        self._console.say(f"Player {side} was a program: {program}")
        if self._console.confirm("Start it?"):
            return True
        self._console.say(f"A person plays as Player {side} instead.")
        return False


def _saved_at(file: str) -> Path | None:
    """Return the path of a match in the saves folder; None for any other file."""
    if file != LAST:
        path = user_path(file)
        return path if is_saved(path) else None
    saved = unfinished(warn, in_play=True)
    if saved is None:
        raise GridlockError("You have no unfinished match.")
    return saved.path


def _last_of(path: Path) -> Record:
    records = read_records(path)
    if not records or records[-1].ending != Ending.UNFINISHED:
        raise GridlockError(f"{path} does not end with an unfinished match.")
    return records[-1]


def how_to_resume(autosave: Autosave | None) -> list[str]:
    """Tell how to resume a match, or why it wasn't saved."""
    if autosave is None or (autosave.path is None and not autosave.problem):
        return []  # nothing to save
    if not autosave.up_to_date or autosave.path is None:
        return [f"It was not saved: {autosave.problem}"]
    latest = unfinished(lambda problem: None)
    if latest is None:
        return []
    file = LAST if latest.path == autosave.path else shlex.quote(str(autosave.path))
    return [f"Resume it with: gridlock play --resume {file}"]
