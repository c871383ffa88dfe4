"""Resuming a match that was left unfinished: which one, who has it, and who plays."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridlock.cli.options import LAST, tell
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
    """By whom it is played."""
    resumed: Resumed | None
    """Where it is saved, if it continues there."""


class Resumer:
    """Finds the match that somebody wants to resume, and asks what has to be asked."""

    def __init__(self, console: Console, players: tuple[str | None, str | None]) -> None:
        """The players are those that were named at the command line; None for those of the match."""
        self._console = console
        self._players = players

    def resume(self, file: str) -> Unfinished:
        """The match that a file ends with, or the latest saved one; Quit if nothing comes of it."""
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
        """Lock a saved match to continue it where it is, unless another program has it.

        What is played through a pipe is not saved, so it is a copy anyway.
        """
        if not self._console.typed:
            return _last_of(path), None
        try:
            resumed = resume_match(path)
        except Locked as error:
            self._console.say(f"This match is already being played. {path}: {error.strerror}.")
            if not self._console.confirm("Play a copy of it?"):
                raise Quit from None
            return _last_of(path), None
        except NotOurFile as error:
            self._console.say(f"{error} A copy of its last match is played.")
            return _last_of(path), None
        return resumed.record, resumed

    def _specs(self, record: Record, *, ours: bool) -> tuple[str, str]:
        """Who plays. A program plays only if it is named at the command line, or confirmed by a person."""
        specs = list(specs_of(record))
        for side, program in programs_of(record).items():
            if self._players[side - 1] is None and self._may_start(side, program, ours=ours):
                specs[side - 1] = program
        first, second = (named or spec for named, spec in zip(self._players, specs, strict=True))
        return first, second

    def _may_start(self, side: int, program: str, *, ours: bool) -> bool:
        if not ours or not can_be_confirmed(program):
            self._console.say(
                f"Player {side} of this match was a program, and no file may start programs: a person plays "
                f"instead. To let it play, type: --p{side} {shlex.quote(shortened(program, 300))}"
            )
            return False
        self._console.say(f"Player {side} of this match was a program: {program}")
        if self._console.confirm("Start it?"):
            return True
        self._console.say(f"A person plays as Player {side} instead.")
        return False


def _saved_at(file: str) -> Path | None:
    """The path of a match that this program has saved; None if the file is another one."""
    if file != LAST:
        path = user_path(file)
        return path if is_saved(path) else None
    saved = unfinished(tell, in_play=True)
    if saved is None:
        raise GridlockError("There is no unfinished match.")
    return saved.path


def _last_of(path: Path) -> Record:
    records = read_records(path)
    if not records or records[-1].ending != Ending.UNFINISHED:
        raise GridlockError(f"{path} does not end with an unfinished match.")
    return records[-1]


def how_to_resume(autosave: Autosave | None) -> list[str]:
    """What to say to somebody who leaves a match, as far as it is true."""
    if autosave is None or (autosave.path is None and not autosave.problem):
        return []  # nothing to keep
    if not autosave.up_to_date or autosave.path is None:
        return [f"It was not saved: {autosave.problem}"]
    latest = unfinished(lambda problem: None)
    if latest is None:
        return []
    file = LAST if latest.path == autosave.path else shlex.quote(str(autosave.path))
    return [f"Resume it with: gridlock play --resume {file}"]
