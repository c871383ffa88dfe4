"""Which puzzles somebody has solved, kept in a file."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import count as count_from
from pathlib import Path
from typing import Any, NamedTuple

from gridlock.files import data_folder, write_whole
from gridlock.puzzles.catalogue import InvalidPuzzle, Puzzle, count, is_daily, series_of

__all__ = ["RESULTS", "Attempt", "Progress"]

RESULTS = ("first", "later", "failed")
"""What became of a puzzle: solved at the first try, solved later, tried and not solved."""

_VERSION = 1
_STALE = 10.0  # seconds after which a lock belongs to a program that has died


class Attempt(NamedTuple):
    """What became of one puzzle."""

    result: str
    tries: int
    date: str
    """When it was solved; if it was not, when it was tried last."""


class Progress:
    """What became of every puzzle that was tried, in ``puzzles.json`` among the user's data."""

    def __init__(self, path: Path, attempts: dict[str, Attempt], remark: str = "") -> None:
        self._path = path
        self._attempts = attempts
        self.remark = remark
        """A sentence about a damaged file that was set aside; empty if there was none."""

    @classmethod
    def load(cls) -> Progress:
        """The progress so far. A file that cannot be read is set aside, and it begins anew."""
        path = data_folder() / "puzzles.json"
        attempts, remark = _read(path)
        return cls(path, attempts, remark)

    def solved(self, id: str) -> bool:
        """Whether the puzzle was solved, at the first try or later."""
        return id in self._attempts and self._attempts[id].result != "failed"

    def tried(self, puzzle: Puzzle, right: bool, today: date | None = None) -> None:
        """Note an answer, and save; OSError if that fails. Once a puzzle is solved, it stays as it is.

        To be told the solution counts as a wrong answer.
        """
        day = (today or date.today()).isoformat()
        self._attempts[puzzle.id] = _after(self._attempts.get(puzzle.id), right, day)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(self._path):
            there, remark = _read(self._path)  # another program may have added to it
            self.remark = remark or self.remark
            if puzzle.id in there:
                there[puzzle.id] = _after(there[puzzle.id], right, day)
            self._attempts |= there
            write_whole(self._path, _written(self._attempts))

    def next_number(self, kind: str, difficulty: str) -> int:
        """The number of the first puzzle that was not tried; else not solved; else 1, to begin again."""
        ids = [f"{kind}-{difficulty}-{number}" for number in range(1, count(kind, difficulty) + 1)]
        for done in (self._attempts.__contains__, self.solved):
            for number, name in enumerate(ids, start=1):
                if not done(name):
                    return number
        return 1

    def counts(self) -> dict[str, dict[str, int]]:
        """How many of each result, for ``daily`` and for each series that was tried: ``spread-easy``."""
        found: dict[str, dict[str, int]] = {}
        for name, attempt in sorted(self._attempts.items()):
            series = "daily" if is_daily(name) else _series(name)
            if series:
                found.setdefault(series, dict.fromkeys(RESULTS, 0))[attempt.result] += 1
        return found

    def streak(self, today: date) -> int:
        """On how many days in a row the daily puzzle was solved on its day, up to today or yesterday."""
        day = today if self._solved_on(today) else today - timedelta(1)
        length = 0
        while self._solved_on(day):
            length, day = length + 1, day - timedelta(1)
        return length

    def _solved_on(self, day: date) -> bool:
        name = f"daily-{day.isoformat()}"
        return self.solved(name) and self._attempts[name].date == day.isoformat()


def _series(id: str) -> str:
    """The series of a puzzle; nothing for one that only another version of the program knows."""
    try:
        kind, difficulty, _ = series_of(id)
    except InvalidPuzzle:
        return ""
    return f"{kind}-{difficulty}"


def _after(before: Attempt | None, right: bool, day: str) -> Attempt:
    """What has become of a puzzle after one more answer."""
    if before is None:
        return Attempt("first" if right else "failed", 1, day)
    if before.result != "failed":
        return before
    return Attempt("later" if right else "failed", before.tries + 1, day)


def _written(attempts: dict[str, Attempt]) -> str:
    puzzles = {name: attempt._asdict() for name, attempt in sorted(attempts.items())}
    return json.dumps({"version": _VERSION, "puzzles": puzzles}, indent=1) + "\n"


def _read(path: Path) -> tuple[dict[str, Attempt], str]:
    """What a file says, and a remark if it had to be set aside."""
    try:
        return _parsed(path.read_text(encoding="utf-8")), ""
    except (FileNotFoundError, NotADirectoryError):
        return {}, ""
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        aside = _free_name(path)
        os.replace(path, aside)
        return {}, f"The progress in {path} could not be read. It was set aside as {aside.name}."


def _parsed(text: str) -> dict[str, Attempt]:
    """The attempts; any of several errors if the text is damaged."""
    data: Any = json.loads(text)
    if data["version"] != _VERSION:
        raise ValueError("another version")
    attempts = {name: Attempt(**attempt) for name, attempt in dict(data["puzzles"]).items()}
    for result, tries, day in attempts.values():
        date.fromisoformat(day)
        if result not in RESULTS or type(tries) is not int:
            raise ValueError("no attempt")
    return attempts


def _free_name(path: Path) -> Path:
    """A name for a damaged file; what was set aside earlier stays."""
    names = (f"{path.name}.damaged{number if number > 1 else ''}" for number in count_from(1))
    return next(path.with_name(name) for name in names if not path.with_name(name).exists())


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let no other program change the file meanwhile."""
    lock = path.with_name(f"{path.name}.lock")
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            _wait_for(lock)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _wait_for(lock: Path) -> None:
    """Wait a moment for a lock to go away, or take it away if its program has died."""
    try:
        age = time.time() - lock.stat().st_mtime
    except FileNotFoundError:
        return
    if age > _STALE:
        lock.unlink(missing_ok=True)
    else:
        time.sleep(0.01)
