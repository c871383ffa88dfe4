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
from gridlock.saves import NotAlone, can_be_confirmed, kept_at, programs_of, specs_of, take_up, unfinished

if TYPE_CHECKING:
    from gridlock.saves import Keeper, TakenUp


class Unfinished(NamedTuple):
    """A match to resume."""

    match: Match
    specs: tuple[str, str]
    """By whom it is played."""
    taken_up: TakenUp | None
    """Where it is kept, if it goes on there."""


class Resumer:
    """Finds the match that somebody wants to resume, and asks what has to be asked."""

    def __init__(self, console: Console, players: tuple[str | None, str | None]) -> None:
        """The players are those that were named at the command line; None for those of the match."""
        self._console = console
        self._players = players

    def resume(self, file: str) -> Unfinished:
        """The match that a file ends with, or the latest one that was kept; Quit if nothing comes of it."""
        kept = _kept(file)
        if kept is None:
            record = _last_of(user_path(file))
            return Unfinished(Match.resume(record), self._specs(record, ours=False), None)
        record, taken_up = self._take_up(kept)
        try:
            if record.ending != Ending.UNFINISHED:
                raise GridlockError(f"{kept} does not end with an unfinished match.")
            return Unfinished(Match.resume(record), self._specs(record, ours=True), taken_up)
        except BaseException:
            if taken_up is not None:
                taken_up.lock.release()
            raise

    def _take_up(self, path: Path) -> tuple[Record, TakenUp | None]:
        """A kept match. It goes on where it is kept, unless another program has it there.

        What is played through a pipe is not kept, and so it is a copy anyway.
        """
        if not self._console.typed:
            return _last_of(path), None
        try:
            taken_up = take_up(path)
        except Locked as error:
            self._console.say(f"This match is already being played. {path}: {error.strerror}.")
            if not self._console.confirm("Play a copy of it?"):
                raise Quit from None
            return _last_of(path), None
        except NotAlone as error:
            self._console.say(f"{error} A copy of its last match is played.")
            return _last_of(path), None
        return taken_up.record, taken_up

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


def _kept(file: str) -> Path | None:
    """Where a match is kept that this program has kept itself; None if it is in some other file."""
    if file != LAST:
        path = user_path(file)
        return path if kept_at(path) else None
    saved = unfinished(tell, in_play=True)
    if saved is None:
        raise GridlockError("There is no unfinished match.")
    return saved.path


def _last_of(path: Path) -> Record:
    records = read_records(path)
    if not records or records[-1].ending != Ending.UNFINISHED:
        raise GridlockError(f"{path} does not end with an unfinished match.")
    return records[-1]


def how_to_resume(keeper: Keeper | None) -> list[str]:
    """What to say to somebody who leaves a match, as far as it is true."""
    if keeper is None or (keeper.path is None and not keeper.problem):
        return []  # nothing to keep
    if not keeper.up_to_date or keeper.path is None:
        return [f"It was not saved: {keeper.problem}"]
    latest = unfinished(lambda problem: None)
    if latest is None:
        return []
    file = LAST if latest.path == keeper.path else shlex.quote(str(keeper.path))
    return [f"Resume it with: gridlock play --resume {file}"]
