"""The puzzles that there are: for each kind of game and each difficulty, a series with numbers from 1.

They are kept in files, one a kind, that :mod:`gridlock.puzzles.making` has written. So a puzzle is the same
on every machine and in every version, and showing one needs no search.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from gridlock.errors import GridlockError, excerpt
from gridlock.games import GAMES, Game, Move, Position, make

__all__ = [
    "DIFFICULTIES",
    "KINDS",
    "InvalidPuzzle",
    "Kind",
    "Puzzle",
    "count",
    "daily",
    "is_daily",
    "named",
    "puzzle",
    "series_of",
]

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties, the easiest first."""

_DAILY = "daily-"


class InvalidPuzzle(GridlockError):
    """A puzzle that does not exist."""


class Puzzle(NamedTuple):
    """A position in which exactly one move wins."""

    id: str
    """What people call it: ``spread-easy-17``, ``daily-2026-11-16``."""
    position: Position
    solution: Move
    """The one move that wins."""
    moves: int
    """The moves to the end with best play, the solution included."""
    difficulty: str


class Kind(NamedTuple):
    """A game on the board and in the variant that its puzzles are about."""

    game_id: str
    rows: int | None = None
    cols: int | None = None
    options: Mapping[str, str] = MappingProxyType({})

    @property
    def game(self) -> Game:
        """The game itself."""
        return make(self.game_id, self.rows, self.cols, **self.options)


KINDS: Mapping[str, Kind] = MappingProxyType(
    {name: Kind(name) for name in GAMES}
    # On trail's own board there are but nine positions with three choices of which one wins.
    | {"trail": Kind("trail", 6, 6), "crossfire-all": Kind("crossfire", options={"diagonals": "all"})}
)
"""What there are puzzles of: every game, and a variant."""

# Five games and three difficulties have no common divisor: in fifteen days each meets each. Then, a variant.
_ROUND = (
    *((list(GAMES)[day % len(GAMES)], DIFFICULTIES[day % len(DIFFICULTIES)]) for day in range(15)),
    ("crossfire-all", "easy"),
)


def puzzle(kind: str, difficulty: str, number: int) -> Puzzle:
    """The puzzle with this number, always the same one; InvalidPuzzle if there is none."""
    there = count(kind, difficulty)
    if not 1 <= number <= there:
        numbers = f"they are numbered from 1 to {there}" if there else "there are none"
        raise InvalidPuzzle(f"There is no {difficulty} puzzle {number} of {kind}: {numbers}.")
    cells, turn, move, moves = _series(kind)[difficulty][number - 1].split()
    position = KINDS[kind].game.position(f"{cells} {turn}")
    return Puzzle(
        f"{kind}-{difficulty}-{number}", position, position.parse_move(move), int(moves), difficulty
    )


def count(kind: str, difficulty: str) -> int:
    """How many puzzles there are of this kind and difficulty."""
    if kind not in KINDS:
        raise InvalidPuzzle(f"There are no puzzles of {excerpt(kind)}: choose one of {', '.join(KINDS)}.")
    if difficulty not in DIFFICULTIES:
        raise InvalidPuzzle(f"A puzzle is {', '.join(DIFFICULTIES[:-1])} or hard, not {excerpt(difficulty)}.")
    return len(_series(kind)[difficulty])


def daily(day: date) -> Puzzle:
    """The puzzle of a day: each day another game and another difficulty.

    It is taken from the end of a series, where nobody is soon who solves the series from its beginning.
    """
    turn, place = divmod(day.toordinal(), len(_ROUND))
    kind, difficulty = _ROUND[place]
    there = count(kind, difficulty)
    return puzzle(kind, difficulty, there - turn % there)._replace(id=f"{_DAILY}{day.isoformat()}")


def is_daily(id: str) -> bool:
    """Whether this is the id of a daily puzzle."""
    return id.startswith(_DAILY)


def series_of(id: str) -> tuple[str, str, int]:
    """The kind, the difficulty and the number in the id of a puzzle; InvalidPuzzle if it is none."""
    found = re.fullmatch(r"(.+)-([a-z]+)-([0-9]{1,6})", id, re.ASCII)
    if not found or found[1] not in KINDS or found[2] not in DIFFICULTIES:
        raise InvalidPuzzle(f"{excerpt(id)} is not a puzzle; puzzles are called spread-easy-1 and the like.")
    return found[1], found[2], int(found[3])


def named(id: str) -> Puzzle:
    """The puzzle with this id."""
    if not is_daily(id):
        return puzzle(*series_of(id))
    try:
        return daily(date.fromisoformat(id.removeprefix(_DAILY)))
    except ValueError:
        raise InvalidPuzzle(
            f"{excerpt(id)} is not a puzzle: a daily one is called daily-2026-11-16."
        ) from None


@cache
def _series(kind: str) -> dict[str, list[str]]:
    """For each difficulty the lines of its puzzles: the position, the solution and the moves to the end."""
    found: dict[str, list[str]] = {difficulty: [] for difficulty in DIFFICULTIES}
    for line in (files(__package__) / f"{kind}.txt").read_text(encoding="ascii").splitlines():
        difficulty, _, rest = line.partition(" ")
        found[difficulty].append(rest)
    return found
