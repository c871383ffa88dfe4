"""The results of a person's matches, kept in a file."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, get_type_hints

from gridlock.errors import problem_text
from gridlock.files import JsonFile
from gridlock.stats.result import Result

_MOST = 20_000  # results that are kept: those of the latest matches
_LARGEST = 16 << 20  # bytes of the file: several times what these take


def _parse(**fields: Any) -> Result:
    """A result, if all its parts are what they should be; ValueError or TypeError if not."""
    result = Result(**fields)
    for name, kind in get_type_hints(Result).items():
        if type(getattr(result, name)) is not kind:
            raise TypeError(name)
    date.fromisoformat(result.date)
    if result.seat not in (1, 2) or not 0 < result.moves < 10**6:
        raise ValueError("no result")
    return result


_FILE = JsonFile("results.json", "results", "The list of your results", _parse, _LARGEST)


def results_file() -> Path:
    """The file with the results; delete it to start over."""
    return _FILE.path


class Results:
    """Every result that was kept, the oldest first."""

    def __init__(self, results: Iterable[Result] = (), remark: str = "") -> None:
        self.all = tuple(results)
        """The results, in the order in which the matches began."""
        self.remark = remark
        """A sentence about a file that cannot be used, and where it is now; empty if there was none."""

    @classmethod
    def load(cls) -> Results:
        """The results so far. A file that cannot be read is set aside, and it begins anew."""
        try:
            results, remark = _FILE.read()
        except OSError as error:
            return cls((), f"Your results cannot be read. {problem_text(error)}")
        return cls((results[name] for name in sorted(results)), remark)

    def of(self, game: str) -> Results:
        """Those of one game, by its id."""
        return Results(result for result in self.all if result.game == game)

    @property
    def games(self) -> list[str]:
        """The ids of the games that were played, each once, the first one first."""
        return list(dict.fromkeys(result.game for result in self.all))

    @property
    def counted(self) -> list[Result]:
        """Those that count for the person's strength."""
        return [result for result in self.all if not result.uncounted]


def note(name: str, result: Result) -> str:
    """Keep the result of the match with this name, and say so if something had to be set aside.

    The first end of a match is the one that counts: if it has a result already, nothing changes. OSError if
    the result cannot be kept.
    """

    def added(results: dict[str, Result]) -> dict[str, Result] | None:
        if name in results:
            return None
        results[name] = result
        latest = sorted(results)[-_MOST:]  # the names of kept matches begin with the time
        return {kept: results[kept] for kept in latest}

    return _FILE.update(added)
