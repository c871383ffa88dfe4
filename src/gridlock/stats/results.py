"""The results of a person's matches, kept in a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any, get_type_hints

from gridlock.errors import problem_text
from gridlock.files import Lock, NewerFile, data_folder, read_or_set_aside, sweep, write_whole
from gridlock.stats.result import Result

_VERSION = 1
_MOST = 20_000  # results that are kept: those of the latest matches
_LARGEST = 16 << 20  # bytes of the file: several times what these take


def results_file() -> Path:
    """Where the results are. Whoever deletes the file is a stranger again."""
    return data_folder() / "results.json"


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
            path = results_file()
            sweep(path.parent)
            found, remark = _read(path)
        except OSError as error:
            return cls((), f"Your results cannot be read. {problem_text(error)}")
        return cls((found[name] for name in sorted(found)), remark)

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
    path = results_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with Lock(path):
        there, remark = _read(path)  # another program may have added to it
        if name not in there:
            there[name] = result
            latest = sorted(there)[-_MOST:]  # the names of kept matches begin with the time
            write_whole(path, _written({kept: there[kept] for kept in latest}))
    return remark


def _written(results: dict[str, Result]) -> str:
    told = {name: result._asdict() for name, result in results.items()}
    return json.dumps({"version": _VERSION, "results": told}, indent=1) + "\n"


def _read(path: Path) -> tuple[dict[str, Result], str]:
    return read_or_set_aside(path, _parsed, {}, "The list of your results", _LARGEST)


def _parsed(text: str) -> dict[str, Result]:
    """The results by the names of their matches; any of several errors if the text is damaged."""
    data: Any = json.loads(text)
    if data["version"] != _VERSION:
        raise NewerFile if type(data["version"]) is int and data["version"] > _VERSION else ValueError
    return {name: _checked(Result(**fields)) for name, fields in data["results"].items()}


def _checked(result: Result) -> Result:
    """The result, if all its parts are what they should be; ValueError or TypeError if not."""
    for name, kind in get_type_hints(Result).items():
        if type(getattr(result, name)) is not kind:
            raise TypeError(name)
    date.fromisoformat(result.date)
    if result.seat not in (1, 2) or not 0 < result.moves < 10**6:
        raise ValueError("no result")
    return result
