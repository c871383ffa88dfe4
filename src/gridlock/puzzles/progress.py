"""Which puzzles somebody has solved, kept in a file."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, NamedTuple

from gridlock.errors import problem_text
from gridlock.files import JsonFile
from gridlock.puzzles.catalogue import InvalidPuzzle, Puzzle, count, is_daily, key_of, series_by_key

RESULTS = ("first", "later", "failed")
"""What became of a puzzle: solved at the first try, solved later, tried and not solved."""

_LARGEST = 8 << 20  # bytes of the file: ten times what all puzzles and the days of a life take
_MOST_TRIES = 10**9


class Attempt(NamedTuple):
    """What became of one puzzle."""

    result: str
    tries: int
    date: str
    """When it was solved; if it was not, when it was tried last."""


def _parse(**fields: Any) -> Attempt:
    """An attempt, if all its parts are what they should be; ValueError or TypeError if not."""
    attempt = Attempt(**fields)
    date.fromisoformat(attempt.date)
    tries = attempt.tries
    if attempt.result not in RESULTS or type(tries) is not int or not 0 <= tries <= _MOST_TRIES:
        raise ValueError("no attempt")
    return attempt


_FILE = JsonFile("puzzles.json", "puzzles", "The progress", _parse, _LARGEST)


class Progress:
    """What became of every puzzle that was tried, in ``puzzles.json`` among the user's data.

    A puzzle is remembered by its position and a daily one by its day. Puzzles that the catalogue doesn't
    have, such as those of a game that isn't loaded, stay in the file and aren't counted.
    """

    def __init__(self, attempts: dict[str, Attempt], remark: str = "") -> None:
        self._attempts = attempts
        self.remark = remark
        """A sentence about a file that cannot be used, and where it is now; empty if there was none."""

    @classmethod
    def load(cls) -> Progress:
        """The progress so far. A file that cannot be read is set aside, and it begins anew."""
        try:
            return cls(*_FILE.read())
        except OSError as error:
            return cls({}, f"Your progress cannot be read. {problem_text(error)}")

    def solved(self, id: str) -> bool:
        """Whether the puzzle was solved, at the first try or later."""
        try:
            return self._solved(key_of(id))
        except InvalidPuzzle:
            return False

    def _solved(self, key: str) -> bool:
        return key in self._attempts and self._attempts[key].result != "failed"

    def tried(self, puzzle: Puzzle, right: bool, today: date | None = None) -> None:
        """Note that a puzzle was solved or not, and save; OSError if that fails.

        Once a puzzle is solved, it stays as it is. To be told a move counts as a wrong one.
        """
        day = (today or date.today()).isoformat()
        key = key_of(puzzle.id)
        self._attempts[key] = _after(self._attempts.get(key), right, day)

        def merged(attempts: dict[str, Attempt]) -> dict[str, Attempt]:
            if key in attempts:
                attempts[key] = _after(attempts[key], right, day)
            self._attempts |= attempts
            return self._attempts

        self.remark = _FILE.update(merged) or self.remark

    def next_number(self, kind: str, difficulty: str) -> int:
        """The number of the first puzzle that was not tried; else not solved; else 1, to begin again."""
        numbers = range(1, count(kind, difficulty) + 1)
        keys = [key_of(f"{kind}-{difficulty}-{number}") for number in numbers]
        for done in (self._attempts.__contains__, self._solved):
            for number, key in zip(numbers, keys, strict=True):
                if not done(key):
                    return number
        return 1

    def counts(self) -> dict[str, dict[str, int]]:
        """How many of each result, for ``daily`` and for each series that was tried."""
        counts: dict[str, dict[str, int]] = {}
        for key, attempt in self._attempts.items():
            series = "daily" if is_daily(key) else series_by_key().get(key)
            if series is not None:
                counts.setdefault(series, dict.fromkeys(RESULTS, 0))[attempt.result] += 1
        return dict(sorted(counts.items()))

    def streak(self, today: date) -> int:
        """On how many days in a row the daily puzzle was solved on its day, up to today or yesterday."""
        day = today if self._solved_on(today) else today - timedelta(1)
        length = 0
        while day > date.min and self._solved_on(day):
            length, day = length + 1, day - timedelta(1)
        return length

    def _solved_on(self, day: date) -> bool:
        name = f"daily-{day.isoformat()}"
        return self._solved(name) and self._attempts[name].date == day.isoformat()


def _after(before: Attempt | None, right: bool, day: str) -> Attempt:
    """What has become of a puzzle after one more answer."""
    if before is None:
        return Attempt("first" if right else "failed", 1, day)
    if before.result != "failed":
        return before
    return Attempt("later" if right else "failed", min(before.tries + 1, _MOST_TRIES), day)
