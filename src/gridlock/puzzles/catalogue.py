"""The puzzles that there are: for each kind of game and each difficulty, a series with numbers from 1.

They are kept in the rooms of the games, one file a kind, that :mod:`gridlock.puzzles.making` has written. So
a puzzle is the same on every machine and in every version, and showing one needs no search.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from gridlock.errors import GridlockError, excerpt
from gridlock.rules import FIVE, Game, Move, Position
from gridlock.rules.room import text_of
from gridlock.rules.variant import Variant, variants
from gridlock.words import did_you_mean

__all__ = [
    "DIFFICULTIES",
    "InvalidPuzzle",
    "Puzzle",
    "count",
    "daily",
    "file_of",
    "game_of",
    "is_daily",
    "kinds",
    "named",
    "possible_kinds",
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


@cache
def possible_kinds() -> Mapping[str, Variant]:
    """What there may be puzzles of, by name: every game, then the other variants."""
    ordered = sorted(variants(), key=lambda variant: not variant.standard)
    return MappingProxyType({variant.stem: variant for variant in ordered})


@cache
def kinds() -> Mapping[str, Variant]:
    """What there are puzzles of, by name: the variants that have a file in their game's room."""
    return MappingProxyType({name: v for name, v in possible_kinds().items() if _text(v) is not None})


def file_of(variant: Variant) -> str:
    """The name of the file of puzzles in a game's room."""
    return variant.file("puzzles")


def _text(variant: Variant) -> str | None:
    return text_of(variant.kind, file_of(variant))


def game_of(kind: str) -> Game:
    """The game that the puzzles of a kind are about, on the board that suits them."""
    variant = possible_kinds()[kind]
    return variant.on(*(variant.kind.puzzle_size or variant.kind.size))


# Five games and three difficulties have no common divisor: in fifteen days each meets each. Then, a variant.
# The games of other packages have no day: the calendar is the same on every machine.
_ROUND = (
    *((FIVE[day % len(FIVE)], DIFFICULTIES[day % len(DIFFICULTIES)]) for day in range(15)),
    ("crossfire-all", "easy"),
)


def puzzle(kind: str, difficulty: str, number: int) -> Puzzle:
    """The puzzle with this number, always the same one; InvalidPuzzle if there is none."""
    there = count(kind, difficulty)
    if not 1 <= number <= there:
        numbers = f"they are numbered from 1 to {there}" if there else "there are none"
        raise InvalidPuzzle(f"There is no {difficulty} puzzle {number} of {kind}: {numbers}.")
    cells, turn, move, moves = _series(kind)[difficulty][number - 1].split()
    position = game_of(kind).position(f"{cells} {turn}")
    return Puzzle(
        f"{kind}-{difficulty}-{number}", position, position.parse_move(move), int(moves), difficulty
    )


def count(kind: str, difficulty: str) -> int:
    """How many puzzles there are of this kind and difficulty."""
    if kind not in kinds():
        raise InvalidPuzzle(f"There are no puzzles of {excerpt(kind)}: choose one of {', '.join(kinds())}.")
    if difficulty not in DIFFICULTIES:
        meant = did_you_mean(difficulty, DIFFICULTIES)
        wanted = f"{', '.join(DIFFICULTIES[:-1])} or hard"
        raise InvalidPuzzle(f"A puzzle is {wanted}, not {excerpt(difficulty)}.{meant}")
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
    if not found or found[1] not in kinds() or found[2] not in DIFFICULTIES:
        raise InvalidPuzzle(
            f"{excerpt(id)} is not a puzzle; puzzles are called {FIVE[0]}-easy-1 and the like."
        )
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
    for line in (_text(kinds()[kind]) or "").splitlines():
        difficulty, _, rest = line.partition(" ")
        found[difficulty].append(rest)
    return found
