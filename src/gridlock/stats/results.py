"""The file with the results of a person's matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, get_type_hints

from gridlock.errors import problem_text
from gridlock.files import JsonFile
from gridlock.stats.result import Result

_MAX_RESULTS = 20_000  # older results are dropped
_MAX_BYTES = 16 << 20  # several times what these take


def _parse(**fields: Any) -> Result:
    """Build a result from its fields; ValueError or TypeError if one is invalid."""
    result = Result(**fields)
    for name, kind in get_type_hints(Result).items():
        if type(getattr(result, name)) is not kind:
            raise TypeError(name)
    date.fromisoformat(result.date)
    if result.seat not in (1, 2) or not 0 < result.moves < 10**6:
        raise ValueError("invalid result")
    return result


_FILE = JsonFile("results.json", "results", "The list of your results", _parse, _MAX_BYTES)


def results_file() -> Path:
    """Return the path of the results file; delete it to start over."""
    return _FILE.path


class Results:
    """A person's results, oldest first."""

    def __init__(self, results: Iterable[Result] = (), remark: str = "") -> None:
        self.all = tuple(results)
        """The results, in the order the matches began."""
        self.remark = remark
        """A sentence about a damaged file and where it is now; empty if there was none."""

    @classmethod
    def load(cls) -> Results:
        """Load the results. A damaged file is set aside, and the list starts over."""
        try:
            results, remark = _FILE.read()
        except OSError as error:
            return cls((), f"Your results couldn't be read. {problem_text(error)}")
        return cls((results[name] for name in sorted(results)), remark)

    def of(self, game: str) -> Results:
        """Return the results of one game, by its id."""
        return Results(result for result in self.all if result.game == game)

    @property
    def games(self) -> list[str]:
        """The ids of the games played, in the order of their first match."""
        return list(dict.fromkeys(result.game for result in self.all))

    @property
    def counted(self) -> list[Result]:
        """The results that count for the rating."""
        return [result for result in self.all if not result.uncounted]


def save_result(name: str, result: Result) -> str:
    """Save the result of the match with this name; return a sentence if a damaged file was set aside.

    Only the first result of a match counts; later ones are ignored. Raise OSError if it can't be saved.
    """

    def add(results: dict[str, Result]) -> dict[str, Result] | None:
        if name in results:
            return None
        results[name] = result
        latest = sorted(results)[-_MAX_RESULTS:]  # the names of matches begin with the time
        return {key: results[key] for key in latest}

    return _FILE.update(add)
