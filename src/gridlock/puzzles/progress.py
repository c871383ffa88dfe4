"""The file with the user's puzzle progress."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

from gridlock.errors import problem_text
from gridlock.files import JsonFile
from gridlock.puzzles.catalogue import InvalidPuzzle, Puzzle, count, is_daily, key_of, series_by_key

RESULTS = ("first", "later", "failed")
"""The possible results: solved at the first try, solved later, tried and not solved."""

_MAX_BYTES = 8 << 20  # ten times what all puzzles and a lifetime of days take
_MOST_TRIES = 10**9


class Attempt(NamedTuple):
    """The result of one puzzle."""

    result: str
    tries: int
    date: str
    """The day it was solved, or else last tried."""


def _parse(**fields: Any) -> Attempt:
    """Build an attempt from its fields; ValueError or TypeError if one is invalid."""
    attempt = Attempt(**fields)
    date.fromisoformat(attempt.date)
    tries = attempt.tries
    if attempt.result not in RESULTS or type(tries) is not int or not 0 <= tries <= _MOST_TRIES:
        raise ValueError("invalid attempt")
    return attempt


_FILE = JsonFile("puzzles.json", "puzzles", "Your progress", _parse, _MAX_BYTES)


class Progress:
    """The results of all puzzles tried, stored in ``puzzles.json`` in the data folder.

    Puzzles are stored by position, daily ones by day. Puzzles that aren't in the catalogue, such as those of
    a game that isn't loaded, stay in the file but aren't counted.
    """

    def __init__(self, attempts: dict[str, Attempt], remark: str = "") -> None:
        self._attempts = attempts
        self.remark = remark
        """A sentence about a damaged file and where it is now; empty if there was none."""

    @classmethod
    def load(cls) -> Progress:
        """Load the progress. A damaged file is set aside, and the progress starts over."""
        try:
            return cls(*_FILE.read())
        except OSError as error:
            return cls({}, f"Your progress couldn't be read. {problem_text(error)}")

    def solved(self, id: str) -> bool:
        """Return whether the puzzle was solved, at the first try or later."""
        try:
            return self._solved(key_of(id))
        except InvalidPuzzle:
            return False

    def _solved(self, key: str) -> bool:
        return key in self._attempts and self._attempts[key].result != "failed"

    def add_attempt(self, puzzle: Puzzle, right: bool, today: date | None = None) -> None:
        """Record an attempt and save; OSError if that fails.

        A solved puzzle stays solved. A hint that names the move counts as a wrong move.
        """
        day = (today or date.today()).isoformat()
        key = key_of(puzzle.id)
        self._attempts[key] = _updated(self._attempts.get(key), right, day)

        def merge(attempts: dict[str, Attempt]) -> dict[str, Attempt]:
            if key in attempts:
                attempts[key] = _updated(attempts[key], right, day)
            self._attempts |= attempts
            return self._attempts

        self.remark = _FILE.update(merge) or self.remark

    def next_number(self, kind: str, difficulty: str) -> int:
        """Return the number of the first puzzle not tried, else of the first not solved, else 1."""
        numbers = range(1, count(kind, difficulty) + 1)
        keys = [key_of(f"{kind}-{difficulty}-{number}") for number in numbers]
        for done in (self._attempts.__contains__, self._solved):
            for number, key in zip(numbers, keys, strict=True):
                if not done(key):
                    return number
        return 1

    def counts(self) -> dict[str, dict[str, int]]:
        """Count the results for ``daily`` and for each series that was tried."""
        counts: dict[str, dict[str, int]] = {}
        for key, attempt in self._attempts.items():
            series = "daily" if is_daily(key) else series_by_key().get(key)
            if series is not None:
                counts.setdefault(series, dict.fromkeys(RESULTS, 0))[attempt.result] += 1
        return dict(sorted(counts.items()))

    def streak(self, today: date) -> int:
        """Return how many days in a row, up to today or yesterday, the daily puzzle was solved on its day."""
        day = today if self._solved_on(today) else today - timedelta(1)
        length = 0
        while day > date.min and self._solved_on(day):
            length, day = length + 1, day - timedelta(1)
        return length

    def _solved_on(self, day: date) -> bool:
        name = f"daily-{day.isoformat()}"
        return self._solved(name) and self._attempts[name].date == day.isoformat()


def _updated(before: Attempt | None, right: bool, day: str) -> Attempt:
    """Return a puzzle's result after another attempt."""
    if before is None:
        return Attempt("first" if right else "failed", 1, day)
    if before.result != "failed":
        return before
    return Attempt("later" if right else "failed", min(before.tries + 1, _MOST_TRIES), day)
